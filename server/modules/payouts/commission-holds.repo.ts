import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const insertFold = (db: Queryable, day: string) =>
  db.run(sql`insert into commission_hold_folds (day) values (${day}::date)`)

/** Advisory lock: only one transaction at a time updates the stored sums of commissions that cannot be paid yet. */
export const lockHolds = (db: Queryable) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('commission holds', 0))`)

/**
 * Adds the commissions booked in a range to the stored sums of commissions that cannot be paid yet. Leaves out those
 * whose hold period and reserve end before `until`. The monthly sums of affiliates tell whose rows to read.
 */
export const addBooked = (db: Queryable, from: Date, until: Date) =>
  db.run(sql`
    insert into commission_holds as h (affiliate_id, ends_on, held_on, amount_minor, reserve_minor)
    select c.affiliate_id, (greatest(c.held_until, c.reserve_until) at time zone 'UTC')::date, (c.held_until at time zone 'UTC')::date,
      sum(c.amount_minor), sum(c.reserve_minor)
    from (
      select distinct affiliate_id from affiliate_months
      where month >= date_trunc('month', ${from}::timestamptz at time zone 'UTC')::date
    ) m join commissions c on c.affiliate_id = m.affiliate_id
    where c.booked_at >= ${from}::timestamptz and c.booked_at < ${until}::timestamptz
      and greatest(c.held_until, c.reserve_until) >= ${until}::timestamptz
    group by 1, 2, 3
    on conflict (affiliate_id, ends_on, held_on) do update set amount_minor = h.amount_minor + excluded.amount_minor,
      reserve_minor = h.reserve_minor + excluded.reserve_minor`)

export const listEarners = (db: Queryable, after: string, limit: number) =>
  db.query(sql<{ id: string }>`
    select distinct affiliate_id as id from affiliate_months where affiliate_id > ${after}::uuid order by affiliate_id limit ${limit}`)

/**
 * Deletes stored sums whose hold period and reserve are both over on this day, because no query reads them any more.
 */
export const deleteEnded = (db: Queryable, day: string) =>
  db.run(sql`delete from commission_holds where ends_on <= ${day}::date`)

export type Hold = { affiliateId: string; endsOn: string; heldOn: string; amountMinor: number; reserveMinor: number }

export const listHolds = (db: Queryable, affiliateIds: readonly string[]) =>
  db.query(sql<Hold>`
    select affiliate_id as "affiliateId", ends_on::text as "endsOn", held_on::text as "heldOn",
      case when held_on > (now() at time zone 'UTC')::date then amount_minor else 0 end as "amountMinor", reserve_minor as "reserveMinor"
    from commission_holds where affiliate_id = any(${affiliateIds}::uuid[]) and ends_on > (now() at time zone 'UTC')::date`)

/**
 * Computes from the commissions booked before `until` what cannot be paid yet, as a check of the stored sums. Reads
 * only rows that are in no payout, which have indexes: no payout contains a commission before its hold period ends, nor
 * a reserve before its time.
 */
export const countHolds = (db: Queryable, affiliateIds: readonly string[], until: Date) =>
  db.query(sql<Hold>`
    with edge as materialized (select ((now() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC' as tomorrow),
    waiting as (
      select c.affiliate_id, c.held_until, c.reserve_until, c.amount_minor, c.reserve_minor
      from edge e cross join unnest(${affiliateIds}::uuid[]) a (id)
      join commissions c on c.affiliate_id = a.id and c.settlement_id is null and c.held_until >= e.tomorrow
      where c.booked_at < ${until}::timestamptz
      union all
      select c.affiliate_id, c.held_until, c.reserve_until, 0, c.reserve_minor
      from edge e cross join unnest(${affiliateIds}::uuid[]) a (id)
      join commissions c on c.affiliate_id = a.id and c.reserve_minor <> 0 and c.reserve_settlement_id is null
        and c.reserve_until >= e.tomorrow
      where c.held_until < e.tomorrow and c.booked_at < ${until}::timestamptz
    )
    select affiliate_id as "affiliateId", ((greatest(held_until, reserve_until) at time zone 'UTC')::date)::text as "endsOn",
      ((held_until at time zone 'UTC')::date)::text as "heldOn", sum(amount_minor)::bigint as "amountMinor",
      sum(reserve_minor)::bigint as "reserveMinor"
    from waiting group by 1, 2, 3`)

export const addWaiting = (db: Queryable, rows: readonly Hold[]) =>
  db.run(sql`
    insert into commission_holds (affiliate_id, ends_on, held_on, amount_minor, reserve_minor)
    select n.affiliate_id, n.ends_on::date, n.held_on::date, n.amount_minor, n.reserve_minor
    from unnest(${rows.map(({ affiliateId }) => affiliateId)}::uuid[], ${rows.map(({ endsOn }) => endsOn)}::text[],
      ${rows.map(({ heldOn }) => heldOn)}::text[], ${rows.map(({ amountMinor }) => amountMinor)}::bigint[],
      ${rows.map(({ reserveMinor }) => reserveMinor)}::bigint[]) n (affiliate_id, ends_on, held_on, amount_minor, reserve_minor)`)
