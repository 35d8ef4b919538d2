import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { PayoutOnChain } from './payout-check.ts'
import type { AddressHolder } from './payouts.rules.ts'

/**
 * State of a payout. `drawing` (commissions are being added) leads to `prepared`, and `undoing` (they are being
 * released) to `cancelled`. Both take several steps if there are many commissions.
 */
export type PayoutState = 'drawing' | 'prepared' | 'approved' | 'paid' | 'undoing' | 'cancelled'
export type Payout = {
  id: string
  affiliateId: string
  /** Month of the payout by its first day, for example 2026-10-01. */
  period: string
  amountMinor: number
  commissions: number
  state: PayoutState
  preparedBy: string
  /** Operator who prepared the payout. Null if it was prepared before operators had accounts. */
  preparedById: string | null
  preparedAt: Date
  approvedBy: string | null
  approvedAt: Date | null
  chain: string | null
  address: string | null
  transactionHash: string | null
  onChain: PayoutOnChain | null
  paidAt: Date | null
  batchId: string | null
  /**
   * Reserves withheld from the payout's own commissions, and released reserves of earlier commissions that the payout
   * pays.
   */
  reserveKeptMinor: number
  reservePaidMinor: number
}

export const payoutColumns = columns`
  s.id, s.affiliate_id as "affiliateId", s.period::text as period, s.amount_minor as "amountMinor", s.commissions, s.state,
  s.prepared_by as "preparedBy", s.prepared_by_id as "preparedById", s.prepared_at as "preparedAt", s.approved_by as "approvedBy",
  s.approved_at as "approvedAt", s.chain, s.address, s.transaction_hash as "transactionHash", s.on_chain as "onChain",
  s.paid_at as "paidAt", s.batch_id as "batchId", s.reserve_kept_minor as "reserveKeptMinor",
  s.reserve_paid_minor as "reservePaidMinor"`

export const lockPayouts = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Payout>`
    select ${payoutColumns} from settlements s where s.id = any(${ids}::uuid[]) order by s.id for update`)

export const listAffiliatesOf = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<{ affiliateId: string }>`
    select distinct affiliate_id as "affiliateId" from settlements where id = any(${ids}::uuid[])`)

export const lockPayout = (db: Queryable, id: string) =>
  db.maybe(sql<Payout>`
    select ${payoutColumns} from settlements s where s.id = ${id} for update`)

export const findPayout = (db: Queryable, id: string) =>
  db.maybe(sql<Payout>`
    select ${payoutColumns} from settlements s where s.id = ${id}`)

export type PayoutLine = Payout & { takenBackMinor: number }

/**
 * Page of an affiliate's payouts, newest first. Those not sent yet come with the reversals still to be deducted.
 * `before`: last id of the previous page; `id`: only this payout. Reads no reversals whose hold period ends after the
 * last payout: a reversal has the hold period of its commission, which had ended when the payout was created.
 */
const payoutLines = (db: Queryable, affiliateId: string, id: string | null, before: string, limit: number) =>
  db.query(sql<PayoutLine>`
    select ${payoutColumns}, coalesce(back.minor, 0)::bigint as "takenBackMinor"
    from settlements s left join lateral (
      select greatest(0, -sum(r.amount_minor - case when c.reserve_settlement_id is null then r.reserve_minor else 0 end)) as minor
      from commissions r join commissions c on c.id = r.reverses
      where s.state in ('prepared', 'approved') and r.affiliate_id = s.affiliate_id and r.reverses is not null
        and r.settlement_id is null and c.settlement_id is not null
        and r.held_until <= (select max(d.prepared_at) from settlements d where d.affiliate_id = ${affiliateId})) back on true
    where s.affiliate_id = ${affiliateId} and s.state <> 'drawing' and (${id}::uuid is null or s.id = ${id}::uuid) and (s.prepared_at, s.id) < (
      coalesce((select b.prepared_at from settlements b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
    order by s.prepared_at desc, s.id desc limit ${limit}`)

export const listPayoutLines = (db: Queryable, affiliateId: string, before: string, limit: number) =>
  payoutLines(db, affiliateId, null, before, limit)

export const findPayoutLine = async (db: Queryable, affiliateId: string, id: string): Promise<PayoutLine | undefined> =>
  (await payoutLines(db, affiliateId, id, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 1))[0]

/**
 * True if a payout to the affiliate is not paid yet, or the blockchain contradicts its record. The caller must hold the
 * affiliate's lock.
 */
export const hasOpenPayout = async (db: Queryable, affiliateId: string): Promise<boolean> =>
  (await findOpen(db, affiliateId)) !== undefined
const findOpen = (db: Queryable, affiliateId: string) =>
  db.maybe(sql<{ id: string }>`
    select id from settlements where affiliate_id = ${affiliateId}
      and (state in ('drawing', 'prepared', 'approved', 'undoing') or on_chain = 'mismatch') limit 1`)

export const listByHash = (db: Queryable, hash: string) =>
  db.query(sql<{ id: string; batchId: string | null; address: string | null; transferIndex: number | null }>`
    select id, batch_id as "batchId", address, transfer_index as "transferIndex" from settlements
    where transaction_hash is not null and lower(transaction_hash) = lower(${hash}::text)`)

export const listTaken = async (db: Queryable, hash: string, id: string): Promise<number[]> =>
  (await listByHash(db, hash)).flatMap((each) => (each.id === id ? [] : (each.transferIndex ?? [])))

export type PaidPayout = {
  id: string
  chain: string
  hash: string | null
  address: string | null
  amountMinor: number
  approvedAt: Date | null
  absentSince: Date | null
}

/**
 * Claims the unchecked payout on these blockchains that was not looked up for the longest time, and marks it as checked
 * now. Skips the payouts in `done`.
 */
export const claimUncheckedPayout = (db: Queryable, chains: readonly string[], done: readonly string[]) =>
  db.maybe(sql<PaidPayout>`
    update settlements set checked_at = now()
    where id = (
      select id from settlements where on_chain = 'not_checked' and chain = any(${chains}) and id <> all(${done})
      order by checked_at nulls first limit 1 for update skip locked)
    returning id, chain, transaction_hash as hash, address, amount_minor as "amountMinor", approved_at as "approvedAt",
      absent_since as "absentSince"`)

/**
 * Saves a blockchain lookup without a result. `since`: start of the series of lookups in which no node knew the
 * transaction; null ends the series.
 */
export const setPayoutAbsent = (db: Queryable, id: string, hash: string, since: Date | null) =>
  db.run(sql`
    update settlements set absent_since = ${since}
    where id = ${id} and transaction_hash = ${hash} and on_chain = 'not_checked'`)

export const setPayoutOnChain = (
  db: Queryable,
  id: string,
  hash: string,
  onChain: PayoutOnChain,
  transferIndex: number | null,
) =>
  db.run(sql`
    update settlements set on_chain = ${onChain}, checked_at = now(), transfer_index = ${transferIndex}
    where id = ${id} and transaction_hash = ${hash} and on_chain = 'not_checked'`)

type Owed = { id: string; linesMinor: number; takenBackMinor: number }

/**
 * For each payout: the sum of its commissions and reserves, and the reversals still to be deducted. To deduct are
 * reversals of commissions that are already in a payout, if they are in none themselves, except for the part that a
 * withheld reserve covers. Negative if more was restored than reversed.
 */
export const listOwed = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Owed>`
    select s.id, (coalesce((select sum(c.amount_minor - c.reserve_minor) from commissions c where c.settlement_id = s.id), 0)
        + coalesce((select sum(c.reserve_minor) from commissions c where c.reserve_settlement_id = s.id), 0))::bigint as "linesMinor",
      coalesce((select -sum(r.amount_minor - case when c.reserve_settlement_id is null then r.reserve_minor else 0 end)
        from commissions r join commissions c on c.id = r.reverses
        where r.affiliate_id = s.affiliate_id and r.reverses is not null and r.settlement_id is null
          and c.settlement_id is not null), 0)::bigint as "takenBackMinor"
    from settlements s where s.id = any(${ids}::uuid[])`)

type Holder = AddressHolder & { address: string }

/**
 * Affiliates who use one of these wallet addresses (lower case) now, or had payouts to it approved or paid. `since`:
 * end of the waiting period or first approval, whichever is earlier. An affiliate who returns to an address therefore
 * keeps the earlier date.
 */
export const listHolders = (db: Queryable, addresses: readonly string[]) =>
  db.query(sql<Holder>`
    select k.address, h.user_id as "userId", u.uid, (coalesce(a.payout_shared_with = k.address, false))::boolean as "isAllowed", h.since
    from unnest(${addresses}::text[]) k(address)
    cross join lateral (
      select user_id, min(since) as since from (
        select user_id, coalesce(payout_rests_until, 'epoch') as since from affiliate_payouts
        where payout_address is not null and lower(payout_address) = k.address
        union all select affiliate_id, coalesce(approved_at, 'epoch') from settlements
        where address is not null and lower(address) = k.address and state in ('approved', 'paid')) each_way
      group by user_id) h
    join affiliate_payouts a on a.user_id = h.user_id join account_labels u on u.user_id = h.user_id
    order by k.address, u.uid`)

type Sums = { settlingMinor: number; paidMinor: number }

export const sumPayouts = (db: Queryable, affiliateId: string) =>
  db.one(sql<Sums>`
    select coalesce(sum(amount_minor) filter (where state in ('drawing', 'prepared', 'approved', 'undoing')), 0)::bigint as "settlingMinor",
      coalesce(sum(amount_minor) filter (where state = 'paid'), 0)::bigint as "paidMinor"
    from settlements where affiliate_id = ${affiliateId}`)

export type WaitingPayout = PayoutLine & {
  uid: number
  affiliateState: string
  payoutChain: string | null
  payoutAddress: string | null
  payoutRestsUntil: Date | null
  fileName: string | null
  /** Names of all files that contain the payout, oldest first. */
  fileNames: readonly string[]
}

export const waitingColumns = columns`
  u.uid, a.state as "affiliateState", a.payout_chain as "payoutChain", a.payout_address as "payoutAddress",
  a.payout_rests_until as "payoutRestsUntil", f.name as "fileName",
  array(select d.name from payout_files d where d.batch_id = s.batch_id and s.id = any(d.settlements)
    order by d.made_at, d.id) as "fileNames"`

export const listWaiting = (db: Queryable, after: string, limit: number) =>
  db.query(sql<WaitingPayout>`
    select ${payoutColumns}, ${waitingColumns}, coalesce(back.minor, 0)::bigint as "takenBackMinor"
    from settlements s join account_labels u on u.user_id = s.affiliate_id join affiliate_payouts a on a.user_id = s.affiliate_id
    left join payout_files f on f.id = s.file_id left join lateral (
      select greatest(0, -sum(r.amount_minor - case when c.reserve_settlement_id is null then r.reserve_minor else 0 end)) as minor
      from commissions r join commissions c on c.id = r.reverses
      where s.state in ('prepared', 'approved') and r.affiliate_id = s.affiliate_id and r.reverses is not null
        and r.settlement_id is null and c.settlement_id is not null) back on true
    where (s.state in ('drawing', 'prepared', 'approved', 'undoing') or s.on_chain = 'mismatch') and (s.prepared_at, s.id) > (
      coalesce((select b.prepared_at from settlements b where b.id = ${after}::uuid), '-infinity'), ${after}::uuid)
    order by s.prepared_at, s.id limit ${limit}`)

type FoundPayout = { id: string; uid: number; amountMinor: number; state: PayoutState; preparedAt: Date }

export const findPayouts = (db: Queryable, q: { id: string | null; hash: string | null }) =>
  db.query(sql<FoundPayout>`
    select s.id, a.uid, s.amount_minor as "amountMinor", s.state, s.prepared_at as "preparedAt"
    from settlements s join account_labels a on a.user_id = s.affiliate_id
    where s.id in (
      select id from settlements where id = ${q.id}::uuid
      union all select id from settlements
      where transaction_hash is not null and lower(transaction_hash) in (${q.hash}::text, substr(${q.hash}::text, 3)))`)
