import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const countMade = (db: Queryable, from: Date, until: Date) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from orders
    where created_at >= ${from} and created_at < ${until} and not is_test`)

/**
 * Number of orders paid for the first time between `from` and `until`, by the time of recording. An order that is paid
 * again after a won dispute does not count twice. Leaves out test orders.
 */
export const countPaid = (db: Queryable, from: Date, until: Date) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from order_events e
    where e.to_status = 'paid' and e.at >= ${from} and e.at < ${until} and not exists (
      select from order_events p
      where p.order_id = e.order_id and p.to_status = 'paid' and (p.at, p.id) < (e.at, e.id))
      and not exists (select from orders o where o.id = e.order_id and o.is_test)`)

export const countOpenByMethod = (db: Queryable) =>
  db.query(sql<{ method: Method; count: number }>`
    select method, count(*)::int as count from orders
    where status in ('created', 'awaiting_payment') and payable_until > now() and not is_test
    group by method`)

export const countOpenByPlan = (db: Queryable) =>
  db.query(sql<{ goodsId: string; currency: Currency; count: number; until: Date }>`
    select goods_id as "goodsId", currency, count(*)::int as count, max(payable_until) as until from orders
    where status in ('created', 'awaiting_payment') and payable_until > now() and not is_test
    group by goods_id, currency`)

/** True if an operator's test purchase (rehearsal) was ever paid. */
export const hasRehearsed = async (db: Queryable): Promise<boolean> =>
  (
    await db.one(sql<{ has: boolean }>`
      select exists (select from orders where is_test and paid_at is not null) as has`)
  ).has

export const countLately = (db: Queryable) =>
  db.one(sql<{ made: number; paid: number }>`
    select (select count(*)::int from orders where created_at > now() - interval '1 hour' and not is_test) as made,
      (select count(*)::int from orders where paid_at > now() - interval '1 hour' and not is_test) as paid`)
