import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Moved } from './revenue.rules.ts'

/** Day in the shop's time zone, with its start and end. */
export type DaySpan = { readonly day: string; readonly from: Date; readonly until: Date }

/** Stores the revenue sums of a day. Call it once, after the day has ended. */
export const foldRevenue = (db: Queryable, { day, from, until }: DaySpan) =>
  db.run(sql`
    insert into daily_revenue (day, source, debit, credit, currency, sum_minor, postings)
    select ${day}::date, source, debit, credit, currency, sum(amount_minor)::bigint, count(*)::int from ledger_postings
    where booked_at >= ${from} and booked_at < ${until}
    group by source, debit, credit, currency`)

export const foldPlanRevenue = (db: Queryable, { day, from, until }: DaySpan) =>
  db.run(sql`
    insert into daily_plan_revenue (day, goods_id, source, debit, credit, currency, sum_minor, postings)
    select ${day}::date, o.goods_id, p.source, p.debit, p.credit, p.currency, sum(p.amount_minor)::bigint, count(*)::int
    from ledger_postings p join order_labels o on o.id = p.order_id
    where p.booked_at >= ${from} and p.booked_at < ${until}
      and array[p.debit, p.credit] && '{revenue,refunds,chargebacks}'
    group by o.goods_id, p.source, p.debit, p.credit, p.currency`)

/** Time of the first ledger posting. Postings of rehearsals (test purchases by operators) do not count. */
export const findFirstBooking = (db: Queryable) =>
  db.one(sql<{ at: Date | null }>`
    select min(booked_at) as at from ledger_postings where debit <> 'rehearsal' and credit <> 'rehearsal'`)

export const listFolded = (db: Queryable, first: string, last: string) =>
  db.query(sql<Moved & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, source, debit, credit, currency, sum_minor as "sumMinor", postings
    from daily_revenue where day >= ${first}::date and day <= ${last}::date order by 1`)

export const listFoldedByMonth = (db: Queryable, first: string, last: string) =>
  db.query(sql<Moved & { month: string }>`
    select to_char(day, 'YYYY-MM') as month, source, debit, credit, currency, sum(sum_minor)::bigint as "sumMinor",
      sum(postings)::int as postings
    from daily_revenue where day >= ${first}::date and day <= ${last}::date
    group by 1, source, debit, credit, currency`)

/** Sums of the ledger postings of a period, by source, accounts and currency. */
export const listMoved = (db: Queryable, from: Date, until: Date) =>
  db.query(sql<Moved>`
    select source, debit, credit, currency, sum(amount_minor)::bigint as "sumMinor", count(*)::int as postings
    from ledger_postings where booked_at >= ${from} and booked_at < ${until} group by source, debit, credit, currency`)

const daysOf = (spans: readonly DaySpan[]) => spans.map(({ day }) => day)
const beginsOf = (spans: readonly DaySpan[]) => spans.map(({ from }) => from)
const endsOf = (spans: readonly DaySpan[]) => spans.map(({ until }) => until)

/** Sums of the ledger postings of each day, by source, accounts and currency, for days whose sums are not stored. */
export const listMovedByDay = (db: Queryable, spans: readonly DaySpan[]) =>
  db.query(sql<Moved & { day: string }>`
    select d.day, p.source, p.debit, p.credit, p.currency, sum(p.amount_minor)::bigint as "sumMinor", count(*)::int as postings
    from unnest(${daysOf(spans)}::text[], ${beginsOf(spans)}::timestamptz[], ${endsOf(spans)}::timestamptz[]) as d (day, begins, ends)
    join ledger_postings p on p.booked_at >= d.begins and p.booked_at < d.ends
    group by d.day, p.source, p.debit, p.credit, p.currency`)

export const listFoldDifferences = (db: Queryable, spans: readonly DaySpan[]) =>
  db.query(sql<{ day: string; account: string; currency: string; foldedMinor: number; bookedMinor: number }>`
    with days as (
      select day::date as day, begins, ends
      from unnest(${daysOf(spans)}::text[], ${beginsOf(spans)}::timestamptz[], ${endsOf(spans)}::timestamptz[]) as d (day, begins, ends)
    ), booked as (
      select d.day, p.source, p.debit, p.credit, p.currency, sum(p.amount_minor) as sum, count(*) as n
      from days d join ledger_postings p on p.booked_at >= d.begins and p.booked_at < d.ends
      group by d.day, p.source, p.debit, p.credit, p.currency
    ), folded as (
      select day, source, debit, credit, currency, sum_minor as sum, postings as n from daily_revenue
      where day in (select day from days)
    )
    select to_char(day, 'YYYY-MM-DD') as day, debit || ' → ' || credit || ' (' || source || ')' as account, currency,
      coalesce(f.sum, 0)::bigint as "foldedMinor", coalesce(b.sum, 0)::bigint as "bookedMinor"
    from booked b full join folded f using (day, source, debit, credit, currency)
    where b.sum is distinct from f.sum or b.n is distinct from f.n order by 1, 2, 3`)

/**
 * Differences between the stored revenue per plan and the postings of a day. Joins the order of each posting, which
 * takes ten seconds for a month of a large shop.
 */
export const listPlanDifferences = (db: Queryable, { day, from, until }: DaySpan) =>
  db.query(sql<{ day: string; account: string; currency: string; foldedMinor: number; bookedMinor: number }>`
    with booked as (
      select o.goods_id, p.source, p.debit, p.credit, p.currency, sum(p.amount_minor) as sum, count(*) as n
      from ledger_postings p join order_labels o on o.id = p.order_id
      where p.booked_at >= ${from} and p.booked_at < ${until}
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
