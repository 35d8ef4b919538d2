import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { PayoutOnChain } from './payout-check.ts'
import type { AddressHolder } from './payouts.rules.ts'

/** `drawing` and `undoing`: on the way to `prepared` and to `cancelled`, where there are many commissions. */
export type PayoutState = 'drawing' | 'prepared' | 'approved' | 'paid' | 'undoing' | 'cancelled'
export type Payout = {
  id: string
  affiliateId: string
  /** First day of the month, 2026-10-01. */
  period: string
  amountMinor: number
  commissions: number
  state: PayoutState
  preparedBy: string
  /** Null: prepared before operators had accounts. */
  preparedById: string | null
  preparedAt: Date
  approvedBy: string | null
  approvedAt: Date | null
  chain: string | null
  address: string | null
  transactionHash: string | null
  onChain: PayoutOnChain | null
  paidAt: Date | null
  /** Of those that were approved together. */
  batchId: string | null
  /** What of its commissions waits in the reserve, and what reserves of earlier ones it pays. */
  reserveKeptMinor: number
  reservePaidMinor: number
}

/** These, in the order of their ids, so that nothing about them changes. */
export const lockPayouts = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Payout>`
    select id, affiliate_id as "affiliateId", period::text as period, amount_minor as "amountMinor", commissions, state,
      prepared_by as "preparedBy", prepared_by_id as "preparedById", prepared_at as "preparedAt", approved_by as "approvedBy", approved_at as "approvedAt", chain,
      address, transaction_hash as "transactionHash", on_chain as "onChain", paid_at as "paidAt", batch_id as "batchId",
      reserve_kept_minor as "reserveKeptMinor", reserve_paid_minor as "reservePaidMinor"
    from settlements where id = any(${ids}::uuid[]) order by id for update`)

export const listAffiliatesOf = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<{ affiliateId: string }>`
    select distinct affiliate_id as "affiliateId" from settlements where id = any(${ids}::uuid[])`)

export const lockPayout = (db: Queryable, id: string) =>
  db.maybe(sql<Payout>`
    select id, affiliate_id as "affiliateId", period::text as period, amount_minor as "amountMinor", commissions, state,
      prepared_by as "preparedBy", prepared_by_id as "preparedById", prepared_at as "preparedAt", approved_by as "approvedBy", approved_at as "approvedAt", chain,
      address, transaction_hash as "transactionHash", on_chain as "onChain", paid_at as "paidAt", batch_id as "batchId",
      reserve_kept_minor as "reserveKeptMinor", reserve_paid_minor as "reservePaidMinor"
    from settlements where id = ${id} for update`)

export const findPayout = (db: Queryable, id: string) =>
  db.maybe(sql<Payout>`
    select id, affiliate_id as "affiliateId", period::text as period, amount_minor as "amountMinor", commissions, state,
      prepared_by as "preparedBy", prepared_by_id as "preparedById", prepared_at as "preparedAt", approved_by as "approvedBy", approved_at as "approvedAt", chain,
      address, transaction_hash as "transactionHash", on_chain as "onChain", paid_at as "paidAt", batch_id as "batchId",
      reserve_kept_minor as "reserveKeptMinor", reserve_paid_minor as "reservePaidMinor"
    from settlements where id = ${id}`)

export type PayoutLine = Payout & { takenBackMinor: number }

/**
 * Newest first. `before`: the last id of the page before. `id`: that one alone. What was settled was past its hold when the last payout was
 * drawn up, and what takes it back has the same hold: so what waits since then is not looked up.
 */
const payoutLines = (db: Queryable, affiliateId: string, id: string | null, before: string, limit: number) =>
  db.query(sql<PayoutLine>`
    select s.id, s.affiliate_id as "affiliateId", s.period::text as period, s.amount_minor as "amountMinor", s.commissions, s.state,
      s.prepared_by as "preparedBy", s.prepared_by_id as "preparedById", s.prepared_at as "preparedAt", s.approved_by as "approvedBy", s.approved_at as "approvedAt",
      s.chain, s.address, s.transaction_hash as "transactionHash", s.on_chain as "onChain", s.paid_at as "paidAt", s.batch_id as "batchId",
      s.reserve_kept_minor as "reserveKeptMinor", s.reserve_paid_minor as "reservePaidMinor", coalesce(back.minor, 0)::bigint as "takenBackMinor"
    from settlements s left join lateral (
      select greatest(0, -sum(r.amount_minor - case when c.reserve_settlement_id is null then r.reserve_minor else 0 end)) as minor
      from commissions r join commissions c on c.id = r.reverses
      where s.state in ('prepared', 'approved') and r.affiliate_id = s.affiliate_id and r.reverses is not null
        and r.settlement_id is null and c.settlement_id is not null
        and r.held_until <= (select max(d.prepared_at) from settlements d where d.affiliate_id = ${affiliateId})) back on true
    where s.affiliate_id = ${affiliateId} and s.state <> 'drawing' and (${id}::uuid is null or s.id = ${id}::uuid) and (s.prepared_at, s.id) < (
      coalesce((select b.prepared_at from settlements b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
    order by s.prepared_at desc, s.id desc limit ${limit}`)

/** An affiliate's own, newest first. `before`: the last id of the page before. */
export const listPayoutLines = (db: Queryable, affiliateId: string, before: string, limit: number) =>
  payoutLines(db, affiliateId, null, before, limit)

/** One of an affiliate's own. */
export const findPayoutLine = async (db: Queryable, affiliateId: string, id: string): Promise<PayoutLine | undefined> =>
  (await payoutLines(db, affiliateId, id, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 1))[0]

/** Which settlements a transaction paid. `transferIndex`: by which of its transfers; null where no one looked. */
export const listByHash = (db: Queryable, hash: string) =>
  db.query(sql<{ id: string; batchId: string | null; address: string | null; transferIndex: number | null }>`
    select id, batch_id as "batchId", address, transfer_index as "transferIndex" from settlements
    where transaction_hash is not null and lower(transaction_hash) = lower(${hash}::text)`)

/** Transfers of a transaction that paid others than this settlement. */
export const listTaken = async (db: Queryable, hash: string, id: string): Promise<number[]> =>
  (await listByHash(db, hash)).flatMap((each) => (each.id === id ? [] : (each.transferIndex ?? [])))

/** What was paid, with what it takes to look it up. */
export type PaidPayout = {
  id: string
  chain: string
  hash: string | null
  address: string | null
  amountMinor: number
  approvedAt: Date | null
  /** Since when every look that was answered found no node that knew it. */
  absentSince: Date | null
}

/**
 * Of those that no one looked up on these chains, `done` aside, the one whose last look is longest ago; it counts as looked at
 * now.
 */
export const claimUncheckedPayout = (db: Queryable, chains: readonly string[], done: readonly string[]) =>
  db.maybe(sql<PaidPayout>`
    update settlements set checked_at = now()
    where id = (
      select id from settlements where on_chain = 'not_checked' and chain = any(${chains}) and id <> all(${done})
      order by checked_at nulls first limit 1 for update skip locked)
    returning id, chain, transaction_hash as hash, address, amount_minor as "amountMinor", approved_at as "approvedAt",
      absent_since as "absentSince"`)

/** Where the look decided nothing. Null: not every look that was answered came to nothing. */
export const setPayoutAbsent = (db: Queryable, id: string, hash: string, since: Date | null) =>
  db.run(sql`
    update settlements set absent_since = ${since}
    where id = ${id} and transaction_hash = ${hash} and on_chain = 'not_checked'`)

/** 0 if another transaction was named meanwhile. */
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

export type Owed = { id: string; linesMinor: number; takenBackMinor: number }

/**
 * By settlement: what the commissions and reserves in it come to; and what went back of commissions of its affiliate that are in any
 * settlement, and is in none itself: what a payout would have to be less by. What a reserve covers that no settlement holds is not
 * missing in one. Negative where more was given back since than was taken.
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

export type Holder = AddressHolder & { address: string }

/**
 * Who has one of these addresses now, or was approved or paid to it before. `addresses`: in small letters. Each has it from the end of
 * its rest, or from the first approval to it: who went away and came back is not the later one.
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

export type Sums = { settlingMinor: number; paidMinor: number }

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
  /** The file that it stands in. */
  fileName: string | null
}

/**
 * For operators: everything that is not paid or cancelled, and payouts that the chain denies; oldest first. `after`: the last
 * id of the page before.
 */
export const listWaiting = (db: Queryable, after: string, limit: number) =>
  db.query(sql<WaitingPayout>`
    select s.id, s.affiliate_id as "affiliateId", s.period::text as period, s.amount_minor as "amountMinor", s.commissions, s.state,
      s.prepared_by as "preparedBy", s.prepared_by_id as "preparedById", s.prepared_at as "preparedAt", s.approved_by as "approvedBy", s.approved_at as "approvedAt",
      s.chain, s.address, s.transaction_hash as "transactionHash", s.on_chain as "onChain", s.paid_at as "paidAt", s.batch_id as "batchId", u.uid,
      a.state as "affiliateState", a.payout_chain as "payoutChain", a.payout_address as "payoutAddress", a.payout_rests_until as "payoutRestsUntil",
      f.name as "fileName", s.reserve_kept_minor as "reserveKeptMinor", s.reserve_paid_minor as "reservePaidMinor", coalesce(back.minor, 0)::bigint as "takenBackMinor"
    from settlements s join account_labels u on u.user_id = s.affiliate_id join affiliate_payouts a on a.user_id = s.affiliate_id
    left join payout_files f on f.id = s.file_id left join lateral (
      select greatest(0, -sum(r.amount_minor - case when c.reserve_settlement_id is null then r.reserve_minor else 0 end)) as minor
      from commissions r join commissions c on c.id = r.reverses
      where s.state in ('prepared', 'approved') and r.affiliate_id = s.affiliate_id and r.reverses is not null
        and r.settlement_id is null and c.settlement_id is not null) back on true
    where (s.state in ('drawing', 'prepared', 'approved', 'undoing') or s.on_chain = 'mismatch') and (s.prepared_at, s.id) > (
      coalesce((select b.prepared_at from settlements b where b.id = ${after}::uuid), '-infinity'), ${after}::uuid)
    order by s.prepared_at, s.id limit ${limit}`)
