import type { Queryable } from '#server/platform/database.ts'
import { formerPayerDays } from './former-payers.rules.ts'
import { sql } from '#server/platform/sql.ts'

/** Those who pay from the accounts that these users paid from take turns from here to the end of the transaction. */
export const queuePayers = (db: Queryable, userIds: readonly string[]) =>
  db.run(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended(encode(payer, 'hex'), 0) as key from payment_payers where user_id = any(${userIds}::uuid[]) order by 1) keys`)

/**
 * The earliest purchase that stands, of another account that was paid from an account of this user.
 * One of an account that is erased has no number. Ignores wallets: strangers who pay from one exchange share a wallet.
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

/** From which accounts someone paid, the newest first. */
export const listPayersOf = (db: Queryable, userId: string) =>
  db.query(sql<{ payer: Buffer; seenAt: Date }>`
    select payer, seen_at as "seenAt" from payment_payers where user_id = ${userId} and keyed
    order by seen_at desc, payer limit 100`)

/** From which accounts these users paid, each once: those of several first, then the newest. `total`: of all, beyond the limit too. */
export const listPayersAmong = (db: Queryable, userIds: readonly string[], limit: number) =>
  db.query(sql<{ payer: Buffer; userIds: string[]; seenAt: Date; total: number }>`
    select payer, array_agg(user_id::text order by user_id) as "userIds", max(seen_at) as "seenAt", (count(*) over ())::int as total
    from payment_payers where user_id = any(${userIds}::uuid[]) and keyed
    group by payer order by count(*) desc, max(seen_at) desc, payer limit ${limit}`)

/** The one in this range of digests. */
export const findPayer = (db: Queryable, from: Buffer, to: Buffer) =>
  db.maybe(sql<{ payer: Buffer }>`
    select payer from payment_payers where payer between ${from} and ${to} and keyed order by payer limit 1`)

/**
 * Distinct payers behind an inviter's friends whose first purchase stands, as tiers count them: of a friend who pays from several
 * accounts one counts, and a friend whose provider names no payer does not. Looks at no more than `most` friends with a payer, the
 * newest first.
 */
export const countDistinctPayers = (db: Queryable, inviterId: string, most: number) =>
  db.one(sql<{ payers: number }>`
    select count(distinct payer)::int as payers from (
      select p.payer from referrals r
      cross join lateral (select payer from payment_payers where user_id = r.user_id order by payer limit 1) p
      where r.inviter_id = ${inviterId} and r.first_order_id is not null
      order by r.user_id desc limit ${most}) friends`)

/** Who paid from there, the first one first. */
export const listUsersOfPayer = (db: Queryable, payer: Buffer) =>
  db.query(sql<{ userId: string }>`
    select user_id as "userId" from payment_payers where payer = ${payer} order by seen_at, user_id limit 1000`)

export const countUsersOfPayers = (db: Queryable, payers: readonly Buffer[]) =>
  db.query(sql<{ payer: Buffer; users: number }>`
    select payer, count(*)::int as users from payment_payers where payer = any(${payers}::bytea[]) group by payer`)

export const forgetPayers = (db: Queryable, userId: string) =>
  db.run(sql`delete from payment_payers where user_id = ${userId}`)

/**
 * The order, or all orders of its group, where someone brought the buyer: what completes a group gives time to every one
 * of them.
 */
export const listReferredOrders = (db: Queryable, orderId: string) =>
  db.query(sql<{ id: string }>`
    with together as (
      select id, user_id from order_labels where id = ${orderId}
      union
      select b.id, b.user_id from order_labels a join order_labels b on b.group_id = a.group_id where a.id = ${orderId}
    )
    select t.id as "id" from together t join referrals r on r.user_id = t.user_id order by t.id`)
