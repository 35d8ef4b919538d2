import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Moved } from './revenue.rules.ts'

/** Stores the revenue sums of a day. Call it once, after the day has ended. */
export const foldRevenue = (db: Queryable, day: string) =>
  db.run(sql`
    insert into daily_revenue (day, source, debit, credit, currency, sum_minor, postings)
    select ${day}::date, source, debit, credit, currency, sum(amount_minor)::bigint, count(*)::int from ledger_postings
    where booked_at >= ${day}::date::timestamp at time zone 'UTC' and booked_at < (${day}::date + 1)::timestamp at time zone 'UTC'
    group by source, debit, credit, currency`)

export const foldPlanRevenue = (db: Queryable, day: string) =>
  db.run(sql`
    insert into daily_plan_revenue (day, goods_id, source, debit, credit, currency, sum_minor, postings)
    select ${day}::date, o.goods_id, p.source, p.debit, p.credit, p.currency, sum(p.amount_minor)::bigint, count(*)::int
    from ledger_postings p join order_labels o on o.id = p.order_id
    where p.booked_at >= ${day}::date::timestamp at time zone 'UTC' and p.booked_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and array[p.debit, p.credit] && '{revenue,refunds,chargebacks}'
    group by o.goods_id, p.source, p.debit, p.credit, p.currency`)

export const findFirstDay = (db: Queryable) =>
  db.one(sql<{ day: string | null }>`
    select to_char(min(booked_at) at time zone 'UTC', 'YYYY-MM-DD') as day from ledger_postings`)

export const listFolded = (db: Queryable, first: string, last: string) =>
  db.query(sql<Moved & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, source, debit, credit, currency, sum_minor as "sumMinor", postings
    from daily_revenue where day >= ${first}::date and day <= ${last}::date order by 1`)

/** Sums computed from the postings, for days that are not stored and for parts of days. */
export const listMoved = (db: Queryable, from: Date, until: Date) =>
  db.query(sql<Moved & { day: string }>`
    select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD') as day, source, debit, credit, currency,
      sum(amount_minor)::bigint as "sumMinor", count(*)::int as postings
    from ledger_postings where booked_at >= ${from} and booked_at < ${until} group by 1, source, debit, credit, currency`)

export const listFoldDifferences = (db: Queryable, first: string, last: string) =>
  db.query(sql<{ day: string; account: string; currency: string; foldedMinor: number; bookedMinor: number }>`
    with booked as (
      select (booked_at at time zone 'UTC')::date as day, source, debit, credit, currency, sum(amount_minor) as sum, count(*) as n
      from ledger_postings
      where booked_at >= ${first}::date::timestamp at time zone 'UTC' and booked_at < (${last}::date + 1)::timestamp at time zone 'UTC'
      group by 1, source, debit, credit, currency
    ), folded as (
      select day, source, debit, credit, currency, sum_minor as sum, postings as n from daily_revenue
      where day >= ${first}::date and day <= ${last}::date
    )
    select to_char(day, 'YYYY-MM-DD') as day, debit || ' → ' || credit || ' (' || source || ')' as account, currency,
      coalesce(f.sum, 0)::bigint as "foldedMinor", coalesce(b.sum, 0)::bigint as "bookedMinor"
    from booked b full join folded f using (day, source, debit, credit, currency)
    where b.sum is distinct from f.sum or b.n is distinct from f.n order by 1, 2, 3`)

/**
 * Differences between the stored revenue per plan and the postings of a day. Joins the order of each posting, which
 * takes ten seconds for a month of a large shop.
 */
export const listPlanDifferences = (db: Queryable, day: string) =>
  db.query(sql<{ day: string; account: string; currency: string; foldedMinor: number; bookedMinor: number }>`
    with booked as (
      select o.goods_id, p.source, p.debit, p.credit, p.currency, sum(p.amount_minor) as sum, count(*) as n
      from ledger_postings p join order_labels o on o.id = p.order_id
      where p.booked_at >= ${day}::date::timestamp at time zone 'UTC' and p.booked_at < (${day}::date + 1)::timestamp at time zone 'UTC'
        and array[p.debit, p.credit] && '{revenue,refunds,chargebacks}'
      group by o.goods_id, p.source, p.debit, p.credit, p.currency
    ), folded as (
      select goods_id, source, debit, credit, currency, sum_minor as sum, postings as n from daily_plan_revenue where day = ${day}::date
    )
    select to_char(${day}::date, 'YYYY-MM-DD') as day, debit || ' → ' || credit || ' (' || source || ', ' || goods_id || ')' as account, currency,
      coalesce(f.sum, 0)::bigint as "foldedMinor", coalesce(b.sum, 0)::bigint as "bookedMinor"
    from booked b full join folded f using (goods_id, source, debit, credit, currency)
    where b.sum is distinct from f.sum or b.n is distinct from f.n order by 2, 3`)

export const listFoldedByPlan = (db: Queryable, first: string, last: string) =>
  db.query(sql<Moved & { goodsId: string }>`
    select goods_id as "goodsId", source, debit, credit, currency, sum(sum_minor)::bigint as "sumMinor", sum(postings)::int as postings
    from daily_plan_revenue where day >= ${first}::date and day <= ${last}::date
    group by goods_id, source, debit, credit, currency`)

export const listMovedByPlan = (db: Queryable, from: Date, until: Date) =>
  db.query(sql<Moved & { goodsId: string }>`
    select o.goods_id as "goodsId", p.source, p.debit, p.credit, p.currency, sum(p.amount_minor)::bigint as "sumMinor",
      count(*)::int as postings
    from ledger_postings p join order_labels o on o.id = p.order_id
    where p.booked_at >= ${from} and p.booked_at < ${until} and array[p.debit, p.credit] && '{revenue,refunds,chargebacks}'
    group by o.goods_id, p.source, p.debit, p.credit, p.currency`)
