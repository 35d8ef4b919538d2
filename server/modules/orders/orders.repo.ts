import type { OrderReason } from '#shared/order-outcome.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Localized } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { OrderStatus, RecentOrders } from './orders.rules.ts'
import { orderColumns, type Order } from './orders.queries.ts'
import type { Method } from '#shared/method.ts'

export type NewOrder = Pick<
  Order,
  | 'id'
  | 'number'
  | 'userId'
  | 'goodsId'
  | 'productNames'
  | 'months'
  | 'bonusDays'
  | 'maxDevices'
  | 'difference'
  | 'method'
  | 'currency'
  | 'totalMinor'
  | 'priceMinor'
  | 'discountMinor'
  | 'promoCode'
  | 'groupId'
  | 'seats'
  | 'requestHash'
> & { idempotencyKey: string; windowMinutes: number }

/**
 * Inserts an order and takes the buyer's lock in the same round trip. Returns 0 if the user already used the
 * idempotency key, the order number is taken, or another transaction holds the buyer's lock. An earlier order with the
 * same key is always committed by then.
 */
export const insertOrder = (db: Queryable, o: NewOrder) =>
  db.run(sql`
    insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, difference, method, currency,
      total_minor, price_minor, discount_minor, promo_code, group_id, seats, status, idempotency_key, request_hash,
      payable_until, is_test)
    select ${o.id}::uuid, ${o.number}::text, ${o.userId}::uuid, ${o.goodsId}::text, ${JSON.stringify(o.productNames)}::jsonb, ${o.months}::int, ${o.bonusDays}::int,
      ${o.maxDevices}::int, ${o.difference && JSON.stringify(o.difference)}::jsonb, ${o.method}::text, ${o.currency}::text,
      ${o.totalMinor}::bigint, ${o.priceMinor}::bigint, ${o.discountMinor}::bigint, ${o.promoCode}::text, ${o.groupId}::text,
      ${o.seats}::int, 'created', ${o.idempotencyKey}::text, ${o.requestHash}::text,
      now() + make_interval(mins => ${o.windowMinutes}::int), exists (select from test_accounts t where t.user_id = ${o.userId}::uuid)
    where pg_try_advisory_xact_lock(hashtextextended('orders of ' || ${o.userId}::uuid, 0))
    on conflict do nothing`)

/**
 * Advisory lock: orders of one buyer are created one after the other, so that the order limits hold. Does not wait for
 * the lock.
 */
export const tryLockBuyer = (db: Queryable, userId: string) =>
  db.one(sql<{ locked: boolean | null }>`
    select pg_try_advisory_xact_lock(hashtextextended('orders of ' || ${userId}::uuid, 0)) as locked`)

export const countRecent = (db: Queryable, userId: string) =>
  db.one(sql<RecentOrders>`
    select count(*)::int as made, min(created_at) as "madeSince",
      (count(*) filter (where status in ('created', 'awaiting_payment') and now() < payable_until))::int as waiting,
      min(payable_until) filter (where status in ('created', 'awaiting_payment') and now() < payable_until) as "payableUntil"
    from orders where user_id = ${userId} and created_at > now() - interval '1 hour'`)

export const findOrderByKey = (db: Queryable, userId: string, idempotencyKey: string) =>
  db.maybe(sql<Order>`
    select ${orderColumns} from orders where user_id = ${userId} and idempotency_key = ${idempotencyKey}`)

/**
 * Locks an order. Every decision about its money needs this lock. Returns undefined for an order of a group, unless
 * `groupLocked` confirms that the caller holds the group's lock.
 */
export const lockOrder = (db: Queryable, id: string, groupLocked: boolean) =>
  db.maybe(sql<Order>`
    select ${orderColumns} from orders where id = ${id} and (group_id is null or ${groupLocked}) for update`)

/**
 * Search text of an operator in every form that it may have. `upper`: for order and group numbers. `uuid`: for ids of
 * orders and users; null if the text is no UUID. `ids`: orders found by ids of other things.
 */
type OrderQuery = { upper: string; uuid: string | null; ids: readonly string[] }

/**
 * Finds orders by number, id, group or user id, or among `ids`; newest first. Each condition uses an index of its own.
 * `after`: last order number of the previous page.
 */
export const searchOrders = (db: Queryable, q: OrderQuery, limit: number, after: string | null) =>
  db.query(sql<Order>`
    select ${orderColumns} from orders
    where (${after}::text is null or (created_at, id) < (select x.created_at, x.id from orders x where x.number = ${after}::text)) and id in (
      select o.id from orders o where o.number = ${q.upper}
      union all select o.id from orders o where o.id = ${q.uuid}::uuid
      union all select unnest(${q.ids}::uuid[])
      union all select o.id from orders o where o.group_id = ${q.upper}
      union all (
        select o.id from orders o where o.user_id = ${q.uuid}::uuid and (o.created_at, o.id) < (
          coalesce((select x.created_at from orders x where x.number = ${after}::text), 'infinity'),
          coalesce((select x.id from orders x where x.number = ${after}::text), ${'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid))
        order by o.created_at desc, o.id desc limit ${limit}::int))
    order by created_at desc, id desc limit ${limit}::int`)

export const setStatus = (db: Queryable, id: string, status: OrderStatus, paidAt: Date | null) =>
  db.run(sql`update orders set status = ${status}, paid_at = coalesce(paid_at, ${paidAt}) where id = ${id}`)

export type Standing = {
  readonly standingGrant: string | null
  readonly grantsMade: number
  readonly membershipExpiresAt: Date | null
}

export const setStanding = (db: Queryable, id: string, s: Standing) =>
  db.run(sql`
    update orders set standing_grant = ${s.standingGrant}, grants_made = ${s.grantsMade},
      membership_expires_at = ${s.membershipExpiresAt}
    where id = ${id}`)

/** Sets status and grant in one update, because each update of an order writes an entry to all of its indexes. */
export const setStatusAndStanding = (
  db: Queryable,
  id: string,
  { status, paidAt, ...s }: Standing & { readonly status: OrderStatus; readonly paidAt: Date | null },
) =>
  db.run(sql`
    update orders set status = ${status}, paid_at = coalesce(paid_at, ${paidAt}), standing_grant = ${s.standingGrant},
      grants_made = ${s.grantsMade}, membership_expires_at = ${s.membershipExpiresAt}
    where id = ${id}`)

type NewEvent = { orderId: string; from: OrderStatus | null; to: OrderStatus; reason: OrderReason; actor: string }

export const insertEvent = (db: Queryable, e: NewEvent) =>
  db.run(sql`
    insert into order_events (id, order_id, from_status, to_status, reason, actor, at)
    values (${randomUUIDv7()}, ${e.orderId}, ${e.from}, ${e.to}, ${e.reason}, ${e.actor}, clock_timestamp())`)

export type OrderLabel = { id: string; number: string; productNames: Localized }

export const listLabels = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<OrderLabel>`
    select id, number, product_names as "productNames" from orders where id = any(${ids}::uuid[])`)

/** Finds an order of the user that was paid and not fully refunded. Orders with a total of 0 count. */
export const findStandingOrder = (db: Queryable, userId: string) =>
  db.maybe(sql<{ id: string }>`
    select id from orders where user_id = ${userId} and paid_at is not null and status <> 'refunded' limit 1`)

/**
 * Sets the payment method of an unpaid order. The payment window becomes that of the method, counted from the order's
 * creation, but never shorter than before. Extends it once if less than `lateMinutes` minutes remain.
 */
export const setMethod = (db: Queryable, id: string, method: Method, windowMinutes: number, lateMinutes: number) =>
  db.one(sql<{ payableUntil: Date }>`
    update orders o set method = ${method}, payable_until = w.until,
      extended_at = case when w.until > w.plain then now() else o.extended_at end
    from (
      select p.id, p.plain,
        case when p.extended_at is null then greatest(p.plain, now() + make_interval(mins => ${lateMinutes}::int))
          else p.plain end as until
      from (
        select id, extended_at, greatest(payable_until, created_at + make_interval(mins => ${windowMinutes}::int)) as plain
        from orders where id = ${id}) p) w
    where o.id = w.id returning o.payable_until as "payableUntil"`)

/** Page cursor. The time is text, because a JavaScript Date is less precise than the database. */
export type Place = { at: string; id: string }

export const listUnpaid = (db: Queryable, days: number, after: Place | null, limit: number) =>
  db.query(sql<Place>`
    select payable_until::text as at, id from orders
    where status in ('cancelled', 'expired') and paid_at is null and payable_until < now() - make_interval(days => ${days}::int)
      and (payable_until, id) > (coalesce(${after?.at ?? null}::text, '-infinity')::timestamptz,
        coalesce(${after?.id ?? null}::uuid, '00000000-0000-0000-0000-000000000000'))
    order by orders.payable_until, orders.id limit ${limit}`)

/** Deletes unpaid orders with their attempts and history, except orders that other records refer to. */
export const forgetUnpaid = (db: Queryable, ids: readonly string[], days: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unpaid_orders(${ids}::uuid[], ${days}::int) as forgotten`)
