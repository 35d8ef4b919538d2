import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const listUsersOfDevice = (db: Queryable, deviceId: string) =>
  db.query(sql<{ id: string }>`select user_id as "id" from devices where device_id = ${deviceId} limit 50`)

/** Everybody else who is signed in on a device of this user. */
export const listDeviceSharers = (db: Queryable, userId: string) =>
  db.query(sql<{ id: string }>`
    select distinct other.user_id as "id" from devices mine join devices other on other.device_id = mine.device_id
    where mine.user_id = ${userId} and other.user_id <> mine.user_id limit 200`)

export const insertPayer = (db: Queryable, payer: Buffer, userId: string) =>
  db.run(sql`
    insert into payment_payers (payer, user_id, keyed) values (${payer}, ${userId}, true) on conflict do nothing`)

/** Digests that were made without a key, and whose. */
export const listPlainPayers = (db: Queryable, limit: number) =>
  db.query(sql<{ payer: Buffer; userId: string }>`
    select payer, user_id as "userId" from payment_payers where not keyed order by payer, user_id limit ${limit}
    for update skip locked`)

/** Under another digest from now on; nothing if it was forgotten meanwhile. */
export const replacePayer = (db: Queryable, p: { payer: Buffer; userId: string; keyed: Buffer }) =>
  db.run(sql`
    with gone as (
      delete from payment_payers where payer = ${p.payer} and user_id = ${p.userId} returning user_id, seen_at
    )
    insert into payment_payers (payer, user_id, seen_at, keyed) select ${p.keyed}::bytea, user_id, seen_at, true from gone
    on conflict do nothing`)

/** Everybody else who paid from an account from which this user paid. */
export const listPayerSharers = (db: Queryable, userId: string) =>
  db.query(sql<{ id: string }>`
    select distinct other.user_id as "id" from payment_payers mine join payment_payers other on other.payer = mine.payer
    where mine.user_id = ${userId} and other.user_id <> mine.user_id limit 200`)

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
