import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Moved } from './revenue.rules.ts'

/** Writes down what the books moved in a day; of a day that is over, and once. */
export const foldRevenue = (db: Queryable, day: string) =>
  db.run(sql`
    insert into daily_revenue (day, source, debit, credit, currency, sum_minor, postings)
    select ${day}::date, source, debit, credit, currency, sum(amount_minor)::bigint, count(*)::int from ledger_postings
    where booked_at >= ${day}::date::timestamp at time zone 'UTC' and booked_at < (${day}::date + 1)::timestamp at time zone 'UTC'
    group by source, debit, credit, currency`)

/** The day of the first posting; null where there is none. */
export const findFirstDay = (db: Queryable) =>
  db.one(sql<{ day: string | null }>`
    select to_char(min(booked_at) at time zone 'UTC', 'YYYY-MM-DD') as day from ledger_postings`)

/** Of folded days, one row for each way that money went. */
export const listFolded = (db: Queryable, first: string, last: string) =>
  db.query(sql<Moved & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, source, debit, credit, currency, sum_minor as "sumMinor", postings
    from daily_revenue where day >= ${first}::date and day <= ${last}::date order by 1`)

/** The same out of the books themselves: of days that are not folded, and of parts of days. */
export const listMoved = (db: Queryable, from: Date, until: Date) =>
  db.query(sql<Moved & { day: string }>`
    select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD') as day, source, debit, credit, currency,
      sum(amount_minor)::bigint as "sumMinor", count(*)::int as postings
    from ledger_postings where booked_at >= ${from} and booked_at < ${until} group by 1, source, debit, credit, currency`)

/** Days of these on which what was folded is not what stands in the books, or was folded and is no day of theirs. */
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
