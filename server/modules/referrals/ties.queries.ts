import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Those who pay from the accounts that this user paid from take turns from here to the end of the transaction. */
export const queuePayers = (db: Queryable, userId: string) =>
  db.run(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended(encode(payer, 'hex'), 0) as key from payment_payers where user_id = ${userId} order by 1) keys`)

/** The earliest purchase until then, or ever, that stands, of another account that was paid from an account of this user. */
export const findPurchaseOfPayer = (db: Queryable, userId: string, until: Date | null) =>
  db.maybe(sql<{ number: string }>`
    select o.number from payment_payers mine
    join payment_payers other on other.payer = mine.payer and other.user_id <> mine.user_id
    join orders o on o.user_id = other.user_id
    where mine.user_id = ${userId} and o.paid_at is not null and (${until}::timestamptz is null or o.paid_at <= ${until}) and o.status <> 'refunded'
    order by o.paid_at, o.id limit 1`)

export const forgetPayers = (db: Queryable, userId: string) =>
  db.run(sql`delete from payment_payers where user_id = ${userId}`)

/** The time that the buyer has by an order now: its own, or that of the buyer's seat in a group. */
export const findStandingTime = (db: Queryable, orderId: string) =>
  db.maybe(sql<{ source: string; sourceId: string; seconds: number }>`
    select g.source, g.source_id as "sourceId", g.seconds
    from orders o left join group_seats s on s.order_id = o.id and s.user_id = o.user_id
    join membership_grants g on g.reverses is null
      and ((g.source = 'order' and g.source_id = o.standing_grant) or (g.source = 'group' and g.source_id = s.standing_grant))
    where o.id = ${orderId} limit 1`)

/** Whether an order's money bought what it was paid for: time of its own, or seats of a group that is complete. */
export const isStanding = async (db: Queryable, orderId: string): Promise<boolean> =>
  (
    await db.one(sql<{ standing: boolean }>`
      select exists (
        select from orders o where o.id = ${orderId} and (o.standing_grant is not null or exists (
          select from group_seats s join groups g on g.id = s.group_id
          where s.order_id = o.id and s.state = 'paid' and g.status = 'finished'))) as standing`)
  ).standing

/**
 * The order, or all orders of its group, where somebody brought the buyer: what completes a group gives time to every one
 * of them.
 */
export const listReferredOrders = (db: Queryable, orderId: string) =>
  db.query(sql<{ id: string }>`
    with together as (
      select id, user_id from orders where id = ${orderId}
      union
      select b.id, b.user_id from orders a join orders b on b.group_id = a.group_id where a.id = ${orderId}
    )
    select t.id as "id" from together t join referrals r on r.user_id = t.user_id order by t.id`)

/** Orders of this user that money stands for. */
export const listPaidOrders = (db: Queryable, userId: string) =>
  db.query(
    sql<{ id: string }>`select id from orders where user_id = ${userId} and paid_at is not null order by paid_at, id`,
  )
