import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { sql } from '#server/platform/sql.ts'
import type { OnChain, PayoutOnChain } from './payout-check.ts'

export type SettlementState = 'prepared' | 'approved' | 'paid' | 'cancelled'
export type Settlement = {
  id: string
  affiliateId: string
  /** First day of the month, 2026-10-01. */
  period: string
  amountMinor: number
  commissions: number
  state: SettlementState
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
}

export type Run = {
  period: string
  until: Date
  minPayoutMinor: number
  preparedBy: Operator
  after: string
  limit: number
}
export type Batch = { last: string | null; made: number; amountMinor: number; linesMinor: number; candidates: number }

/**
 * Draws up the settlements of up to `limit` affiliates behind `after`, in one statement: whose payable commissions of the
 * months until then come to the minimum. Reversals share month and hold of what they take back, so both go together.
 * An affiliate with an open settlement, or one of that month, is left alone by the unique indexes.
 */
export const prepareBatch = (db: Queryable, r: Run) =>
  db.one(sql<Batch>`
    with due as materialized (
      select affiliate_id, sum(amount_minor) as amount, count(*) as lines from commissions
      where settlement_id is null and affiliate_id > ${r.after}::uuid and review_reason is null and held_until <= now()
        and earned_at < ${r.until}::timestamptz
      group by affiliate_id having sum(amount_minor) >= greatest(1, ${r.minPayoutMinor}::bigint)
      order by affiliate_id limit ${r.limit}
    ), made as (
      insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by, prepared_by_id)
      select gen_random_uuid(), d.affiliate_id, ${r.period}::date, d.amount, d.lines, ${r.preparedBy.name},
        ${r.preparedBy.id}
      from due d join affiliates a on a.user_id = d.affiliate_id where a.state = 'approved'
      on conflict do nothing
      returning id, affiliate_id, amount_minor
    ), marked as (
      update commissions c set settlement_id = made.id from made
      where c.affiliate_id = made.affiliate_id and c.settlement_id is null and c.review_reason is null
        and c.held_until <= now() and c.earned_at < ${r.until}::timestamptz
      returning c.amount_minor
    )
    select (select max(affiliate_id::text) from due) as last, (select count(*) from due)::int as candidates,
      (select count(*) from made)::int as made, (select coalesce(sum(amount_minor), 0) from made)::bigint as "amountMinor",
      (select coalesce(sum(amount_minor), 0) from marked)::bigint as "linesMinor"`)

/** What a run would draw up; nothing is changed. */
export const previewRun = (db: Queryable, r: Pick<Run, 'period' | 'until' | 'minPayoutMinor'>) =>
  db.one(sql<{ affiliates: number; amountMinor: number }>`
    select count(*)::int as affiliates, coalesce(sum(amount), 0)::bigint as "amountMinor" from (
      select c.affiliate_id, sum(c.amount_minor) as amount from commissions c join affiliates a on a.user_id = c.affiliate_id
      where c.settlement_id is null and c.review_reason is null and c.held_until <= now() and c.earned_at < ${r.until}::timestamptz
        and a.state = 'approved'
        and not exists (select from settlements s where s.affiliate_id = c.affiliate_id
          and (s.state in ('prepared', 'approved') or (s.period = ${r.period}::date and s.state <> 'cancelled')))
      group by c.affiliate_id having sum(c.amount_minor) >= greatest(1, ${r.minPayoutMinor}::bigint)) due`)

export const lockSettlement = (db: Queryable, id: string) =>
  db.maybe(sql<Settlement>`
    select id, affiliate_id as "affiliateId", period::text as period, amount_minor as "amountMinor", commissions, state,
      prepared_by as "preparedBy", prepared_by_id as "preparedById", prepared_at as "preparedAt", approved_by as "approvedBy", approved_at as "approvedAt", chain,
      address, transaction_hash as "transactionHash", on_chain as "onChain", paid_at as "paidAt"
    from settlements where id = ${id} for update`)

export const findSettlement = (db: Queryable, id: string) =>
  db.maybe(sql<Settlement>`
    select id, affiliate_id as "affiliateId", period::text as period, amount_minor as "amountMinor", commissions, state,
      prepared_by as "preparedBy", prepared_by_id as "preparedById", prepared_at as "preparedAt", approved_by as "approvedBy", approved_at as "approvedAt", chain,
      address, transaction_hash as "transactionHash", on_chain as "onChain", paid_at as "paidAt"
    from settlements where id = ${id}`)

export const listSettlements = (db: Queryable, affiliateId: string, limit: number) =>
  db.query(sql<Settlement>`
    select id, affiliate_id as "affiliateId", period::text as period, amount_minor as "amountMinor", commissions, state,
      prepared_by as "preparedBy", prepared_by_id as "preparedById", prepared_at as "preparedAt", approved_by as "approvedBy", approved_at as "approvedAt", chain,
      address, transaction_hash as "transactionHash", on_chain as "onChain", paid_at as "paidAt"
    from settlements where affiliate_id = ${affiliateId} order by prepared_at desc, id limit ${limit}`)

export const approve = (db: Queryable, id: string, a: { by: Operator; chain: string; address: string }) =>
  db.run(sql`
    update settlements set state = 'approved', approved_by = ${a.by.name}, approved_by_id = ${a.by.id}, approved_at = now(), chain = ${a.chain}, address = ${a.address}
    where id = ${id} and state = 'prepared' and prepared_by_id <> ${a.by.id}`)

export const recordPayout = (db: Queryable, id: string, p: { hash: string; onChain: OnChain; by: Operator }) =>
  db.run(sql`
    update settlements set state = 'paid', transaction_hash = ${p.hash}, on_chain = ${p.onChain}, paid_at = now(), paid_by = ${p.by.name}
    where id = ${id} and state = 'approved'`)

export const findByHash = (db: Queryable, hash: string) =>
  db.maybe(sql<{ id: string }>`
    select id from settlements where transaction_hash is not null and lower(transaction_hash) = lower(${hash}::text)`)

/** Names another transaction in the place of one that the chain denied. 0 if it was replaced before. */
export const replacePayout = (db: Queryable, id: string, p: { hash: string; onChain: OnChain; by: Operator }) =>
  db.run(sql`
    update settlements set transaction_hash = ${p.hash}, on_chain = ${p.onChain}, paid_at = now(), paid_by = ${p.by.name}, checked_at = null,
      absent_since = null
    where id = ${id} and state = 'paid' and on_chain = 'mismatch'`)

/** What was paid, with what it takes to look it up. */
export type PaidSettlement = {
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
 * Of those that nobody looked up on these chains, `done` aside, the one whose last look is longest ago; it counts as looked at
 * now.
 */
export const claimUncheckedPayout = (db: Queryable, chains: readonly string[], done: readonly string[]) =>
  db.maybe(sql<PaidSettlement>`
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
export const setPayoutOnChain = (db: Queryable, id: string, hash: string, onChain: PayoutOnChain) =>
  db.run(sql`
    update settlements set on_chain = ${onChain}, checked_at = now()
    where id = ${id} and transaction_hash = ${hash} and on_chain = 'not_checked'`)

/** Gives its commissions back to what waits. */
export const cancel = (db: Queryable, id: string, c: { by: Operator; reason: string }) =>
  db.run(sql`
    with freed as (update commissions set settlement_id = null where settlement_id = ${id})
    update settlements set state = 'cancelled', cancelled_by = ${c.by.name}, cancel_reason = ${c.reason}
    where id = ${id} and state in ('prepared', 'approved')`)

export type Sums = { settlingMinor: number; paidMinor: number }

export const sumSettlements = (db: Queryable, affiliateId: string) =>
  db.one(sql<Sums>`
    select coalesce(sum(amount_minor) filter (where state in ('prepared', 'approved')), 0)::bigint as "settlingMinor",
      coalesce(sum(amount_minor) filter (where state = 'paid'), 0)::bigint as "paidMinor"
    from settlements where affiliate_id = ${affiliateId}`)

export type WaitingSettlement = Settlement & { uid: number; payoutChain: string | null; payoutAddress: string | null }

/** For operators: everything that is not paid or cancelled, and payouts that the chain denies; oldest first. */
export const listWaiting = (db: Queryable, limit: number) =>
  db.query(sql<WaitingSettlement>`
    select s.id, s.affiliate_id as "affiliateId", s.period::text as period, s.amount_minor as "amountMinor", s.commissions, s.state,
      s.prepared_by as "preparedBy", s.prepared_by_id as "preparedById", s.prepared_at as "preparedAt", s.approved_by as "approvedBy", s.approved_at as "approvedAt",
      s.chain, s.address, s.transaction_hash as "transactionHash", s.on_chain as "onChain", s.paid_at as "paidAt", u.uid,
      a.payout_chain as "payoutChain", a.payout_address as "payoutAddress"
    from settlements s join users u on u.id = s.affiliate_id join affiliates a on a.user_id = s.affiliate_id
    where s.state in ('prepared', 'approved') or s.on_chain = 'mismatch' order by s.prepared_at limit ${limit}`)
