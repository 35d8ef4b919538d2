import { encodeTime } from 'ulid'
import { methods, type Method } from '#shared/method.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type MethodCount = { method: string; lately: number; latelyPaid: number; before: number; beforePaid: number }

/** Maximum clock difference between servers and database: ids contain server time, `created_at` is database time. */
const clockSpreadMs = 86_400_000

/**
 * Attempts per method, and how many of them were paid, in two periods: from `first` to `since`, and from `since` to
 * `until` (exclusive). Test orders do not count. Attempt ids sort by time, so the id condition avoids scanning older
 * rows.
 */
export const countByMethod = (db: Queryable, { first, since, until }: { first: Date; since: Date; until: Date }) => {
  const from = encodeTime(Math.max(0, first.getTime() - clockSpreadMs), 10)
  return db.query(sql<MethodCount>`
    select method, (count(*) filter (where created_at >= ${since}))::int as lately,
      (count(*) filter (where created_at >= ${since} and status = 'paid'))::int as "latelyPaid",
      (count(*) filter (where created_at < ${since}))::int as before,
      (count(*) filter (where created_at < ${since} and status = 'paid'))::int as "beforePaid"
    from payment_attempts where id > ${from} and created_at >= ${first} and created_at < ${until} and not is_test
    group by method order by method`)
}

export type BuyerTry = { method: Method; at: Date; isPaid: boolean; isRefused: boolean }

/** Maximum number of latest attempts that are read for each method. */
const mostTries = 400

/**
 * Latest buyers of each method since `since`, oldest first; a buyer who tries again on the same day counts once. Skips
 * unpaid attempts younger than `settled` (`slowSettled` for `slow` methods), because they may still be paid. A failed
 * attempt without a payment page was refused by the provider; pages are deleted after a day, so an older attempt
 * without one only counts as unpaid.
 */
export const listBuyerTries = (
  db: Queryable,
  { slow, ...at }: { since: Date; settled: Date; slowSettled: Date; slow: Method },
) =>
  db.query(sql<BuyerTry>`
    select m.method, max(a.created_at) as at, bool_or(a.status = 'paid') as "isPaid", bool_and(a."isRefused") as "isRefused"
    from unnest(${methods}::text[]) m (method)
    cross join lateral (
      select p.order_id, p.created_at, p.status,
        p.status = 'failed' and p.pay_step is null and p.created_at > now() - interval '1 day' as "isRefused"
      from payment_attempts p
      where p.method = m.method and not p.is_test and p.created_at > ${at.since}
        and (p.status = 'paid' or p.created_at < case when p.method = ${slow} then ${at.slowSettled}::timestamptz else ${at.settled} end)
      order by p.created_at desc limit ${mostTries}) a
    join order_labels o on o.id = a.order_id
    group by m.method, o.user_id, (a.created_at at time zone 'utc')::date order by at`)

export type UsualCount = { method: string; tried: number; paid: number; days: number }

/**
 * Number of buyers by method from `first` until `until`, and how many of them paid. A buyer counts once per method and
 * day (UTC); test orders do not count. `days`: days from the method's first attempt until `until`, rounded up.
 */
export const countBuyers = (db: Queryable, { first, until }: { first: Date; until: Date }) => {
  const from = encodeTime(Math.max(0, first.getTime() - clockSpreadMs), 10)
  return db.query(sql<UsualCount>`
    select b.method, count(*)::int as tried, (count(*) filter (where b.paid))::int as paid,
      greatest(1, ceil(extract(epoch from ${until}::timestamptz - min(b.at)) / 86400))::int as days
    from (
      select a.method, bool_or(a.status = 'paid') as paid, min(a.created_at) as at
      from payment_attempts a join order_labels o on o.id = a.order_id
      where a.id > ${from} and a.created_at >= ${first} and a.created_at < ${until} and not a.is_test
      group by a.method, o.user_id, (a.created_at at time zone 'utc')::date) b
    group by b.method order by b.method`)
}

/**
 * Payments from `first` until `until` by hour of the week (UTC, 0 is Monday 00:00), without test orders. `days`: days
 * from the first payment until `until`, rounded up.
 */
export const countSales = (db: Queryable, { first, until }: { first: Date; until: Date }) => {
  const from = encodeTime(Math.max(0, first.getTime() - clockSpreadMs), 10)
  return db.query(sql<{ weekHour: number; sales: number; days: number }>`
    select ((extract(isodow from created_at at time zone 'utc') - 1) * 24 + extract(hour from created_at at time zone 'utc'))::int as "weekHour",
      count(*)::int as sales,
      greatest(1, ceil(extract(epoch from ${until}::timestamptz - min(min(created_at)) over ()) / 86400))::int as days
    from payment_attempts
    where id > ${from} and created_at >= ${first} and created_at < ${until} and status = 'paid' and not is_test
    group by 1 order by 1`)
}

/** Attempts of the last hour by method and status, without test orders. */
export const countAttemptsLately = (db: Queryable) =>
  db.query(sql<{ method: string; status: string; count: number }>`
    select method, status, count(*)::int as count
    from payment_attempts where created_at > now() - interval '1 hour' and not is_test group by method, status`)
