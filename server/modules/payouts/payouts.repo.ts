import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { sql } from '#server/platform/sql.ts'
import type { Run } from './draw-up.queries.ts'
import type { OnChain } from './payout-check.ts'

export type Batch = { made: number; amountMinor: number; linesMinor: number }

/**
 * Creates the payouts of affiliates with few commissions in one SQL statement; unique indexes skip affiliates who have
 * an open payout or one for that month. A commission is paid without its reserve while that is withheld, and released
 * reserves of earlier commissions are added. The caller must hold the locks of the affiliates.
 */
export const drawUp = (db: Queryable, ids: readonly string[], r: Run) =>
  db.one(sql<Batch>`
    with due as materialized (
      select id, affiliate_id, true as earns, (reserve_minor <> 0 and reserve_until <= now()) as frees, amount_minor as amount,
        reserve_minor as reserve
      from commissions
      where affiliate_id = any(${ids}::uuid[]) and settlement_id is null and review_reason is null and held_until <= now()
        and earned_at < ${r.until}::timestamptz
      union all
      select id, affiliate_id, false, true, 0, reserve_minor from commissions
      where affiliate_id = any(${ids}::uuid[]) and settlement_id is not null and reserve_minor <> 0 and reserve_settlement_id is null
        and review_reason is null and reserve_until <= now()
    ), summed as (
      select affiliate_id, count(*) as lines, sum(amount) as amount, coalesce(sum(reserve) filter (where not frees), 0) as kept,
        coalesce(sum(reserve) filter (where not earns), 0) as freed from due group by affiliate_id
    ), made as (
      insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by, prepared_by_id, reserve_kept_minor,
        reserve_paid_minor)
      select gen_random_uuid(), affiliate_id, ${r.period}::date, amount - kept + freed, lines, ${r.preparedBy.name}, ${r.preparedBy.id},
        kept, freed
      from summed where amount - kept + freed >= greatest(1, ${r.minPayoutMinor}::bigint)
      on conflict do nothing
      returning id, affiliate_id, amount_minor
    ), marked as (
      update commissions c set settlement_id = case when d.earns then made.id else c.settlement_id end,
        reserve_settlement_id = case when d.frees then made.id end
      from due d join made on made.affiliate_id = d.affiliate_id
      where c.id = d.id and c.review_reason is null
        and case when d.earns then c.settlement_id is null else c.settlement_id is not null and c.reserve_settlement_id is null end
      returning d.amount - case when d.frees = d.earns then 0 when d.frees then -d.reserve else d.reserve end as amount_minor
    )
    select (select count(*) from made)::int as made, (select coalesce(sum(amount_minor), 0) from made)::bigint as "amountMinor",
      (select coalesce(sum(amount_minor), 0) from marked)::bigint as "linesMinor"`)

export const approve = (db: Queryable, payouts: readonly Approved[], by: Operator, batchId: string | null) =>
  db.run(sql`
    update settlements s set state = 'approved', approved_by = ${by.name}, approved_by_id = ${by.id}, approved_at = now(), chain = a.chain,
      address = a.address, batch_id = ${batchId}
    from unnest(${payouts.map(({ id }) => id)}::uuid[], ${payouts.map(({ chain }) => chain)}::text[],
      ${payouts.map(({ address }) => address)}::text[]) a(id, chain, address)
    where s.id = a.id and s.state = 'prepared' and s.prepared_by_id <> ${by.id}`)
export type Approved = { readonly id: string; readonly chain: string; readonly address: string }

export const insertBatch = (db: Queryable, b: { id: string; by: Operator; payouts: number; amountMinor: number }) =>
  db.run(sql`
    insert into payout_batches (id, approved_by, approved_by_id, payouts, amount_minor)
    values (${b.id}, ${b.by.name}, ${b.by.id}, ${b.payouts}, ${b.amountMinor})`)

export type Recorded = { hash: string; onChain: OnChain; transferIndex: number | null; by: Operator }

export const recordPayout = (db: Queryable, id: string, p: Recorded) =>
  db.run(sql`
    update settlements set state = 'paid', transaction_hash = ${p.hash}, on_chain = ${p.onChain}, transfer_index = ${p.transferIndex},
      paid_at = now(), paid_by = ${p.by.name}
    where id = ${id} and state = 'approved'`)

export const replacePayout = (db: Queryable, id: string, p: Recorded) =>
  db.run(sql`
    update settlements set transaction_hash = ${p.hash}, on_chain = ${p.onChain}, transfer_index = ${p.transferIndex}, paid_at = now(), paid_by = ${p.by.name}, checked_at = null,
      absent_since = null
    where id = ${id} and state = 'paid' and on_chain = 'mismatch'`)
