import type { Queryable } from '#server/platform/database.ts'
import { formerPayerDays } from './referrals.rules.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Advisory lock until the end of the transaction: transactions about users who share payers with these users wait for
 * each other.
 */
export const queuePayers = (db: Queryable, userIds: readonly string[]) =>
  db.run(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended(encode(payer, 'hex'), 0) as key from payment_payers where user_id = any(${userIds}::uuid[]) order by 1) keys`)

/**
 * Earliest purchase by another account with the same payer that was not refunded. The order number is null if that
 * account was erased. Ignores wallets, because customers of an exchange share one.
 */
export const findPurchaseOfPayer = (db: Queryable, userId: string) =>
  db.maybe(sql<{ number: string | null }>`
    select number from (
    select o.number, o.paid_at from payment_payers mine
    join payment_payers other on other.payer = mine.payer and other.user_id <> mine.user_id
    join order_labels o on o.user_id = other.user_id
    where mine.user_id = ${userId} and not mine.is_wallet and o.paid_at is not null and o.status <> 'refunded'
    union all
    select null, f.first_paid_on::timestamptz from payment_payers mine join former_payers f on f.payer = mine.payer
    where mine.user_id = ${userId} and not mine.is_wallet and f.last_paid_on > current_date - ${formerPayerDays}::int
    ) purchases order by paid_at, number limit 1`)

export const listPayersOf = (db: Queryable, userId: string) =>
  db.query(sql<{ payer: Buffer; seenAt: Date }>`
    select payer, seen_at as "seenAt" from payment_payers where user_id = ${userId}
    order by seen_at desc, payer limit 100`)

export const listPayersAmong = (db: Queryable, userIds: readonly string[], limit: number) =>
  db.query(sql<{ payer: Buffer; userIds: string[]; seenAt: Date; total: number }>`
    select payer, array_agg(user_id::text order by user_id) as "userIds", max(seen_at) as "seenAt", (count(*) over ())::int as total
    from payment_payers where user_id = any(${userIds}::uuid[])
    group by payer order by count(*) desc, max(seen_at) desc, payer limit ${limit}`)

export const findPayer = (db: Queryable, from: Buffer, to: Buffer) =>
  db.maybe(sql<{ payer: Buffer }>`
    select payer from payment_payers where payer between ${from} and ${to} order by payer limit 1`)

/**
 * Number of distinct payers among an inviter's paying friends, which decides about the tier. Counts one payer per
 * friend, and none if the provider reports no payer. A friend counts as paying while at least half of an order's price
 * is not refunded.
 */
export const countDistinctPayers = (db: Queryable, inviterId: string, most: number) =>
  db.one(sql<{ payers: number }>`
    select count(distinct payer)::int as payers from (
      select p.payer from referrals r
      cross join lateral (select payer from payment_payers where user_id = r.user_id order by payer limit 1) p
      where r.inviter_id = ${inviterId} and r.first_order_id is not null and exists (
        select from order_labels o
        where o.user_id = r.user_id and o.paid_at is not null and o.total_minor > 0 and (o.status = 'paid' or exists (
          select from order_revenue v
          where v.order_id = o.id and v.currency = o.currency and 2 * v.net_minor >= o.total_minor)))
      order by r.user_id desc limit ${most}) friends`)

export const listUsersOfPayers = (db: Queryable, payers: readonly Buffer[]) =>
  db.query(sql<{ userId: string }>`
    select user_id as "userId" from payment_payers where payer = any(${payers}::bytea[])
    group by user_id order by min(seen_at), user_id limit 10000`)

export const countUsersOfPayers = (db: Queryable, payers: readonly Buffer[]) =>
  db.query(sql<{ payer: Buffer; users: number }>`
    select payer, count(*)::int as users from payment_payers where payer = any(${payers}::bytea[]) group by payer`)

export const forgetPayers = (db: Queryable, userId: string) =>
  db.run(sql`delete from payment_payers where user_id = ${userId}`)

/**
 * Orders by referred buyers that a payment affects: this order and those of its group, because completing a group
 * grants time to all members.
 */
export const listReferredOrders = (db: Queryable, orderId: string) =>
  db.query(sql<{ id: string }>`
    with together as (
      select id, user_id from order_labels where id = ${orderId}
      union
      select b.id, b.user_id from order_labels a join order_labels b on b.group_id = a.group_id where a.id = ${orderId}
    )
    select t.id as "id" from together t join referrals r on r.user_id = t.user_id order by t.id`)
