import type { OrderReason } from '#shared/order-outcome.ts'
import type { Method } from '#shared/method.ts'
import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { OrderedDifference, OrderStatus } from './orders.rules.ts'

export type Order = {
  id: string
  number: string
  userId: string
  goodsId: string
  productNames: Localized
  months: number
  bonusDays: number
  maxDevices: number
  /** Content of an order that upgrades the running time to more devices. Null for an order of a plan. */
  difference: OrderedDifference | null
  method: Method
  currency: Currency
  totalMinor: number
  priceMinor: number
  discountMinor: number
  promoCode: string | null
  /** Group whose seats the order pays for. `seats` is their number; 1 without a group. */
  groupId: string | null
  seats: number
  status: OrderStatus
  requestHash: string
  createdAt: Date
  payableUntil: Date
  paidAt: Date | null
  grantsMade: number
  standingGrant: string | null
  membershipExpiresAt: Date | null
  /** True if the order is an operator's test purchase (rehearsal). Such orders count in no statistics. */
  isTest: boolean
  /** True while the payment window is open, by the database clock. */
  windowOpen: boolean
}

export const orderColumns = columns`
  id, number, user_id as "userId", goods_id as "goodsId", product_names as "productNames", months,
  bonus_days as "bonusDays", max_devices as "maxDevices", difference, method, currency,
  total_minor as "totalMinor", price_minor as "priceMinor",
  discount_minor as "discountMinor", promo_code as "promoCode", group_id as "groupId", seats, status,
  request_hash as "requestHash", created_at as "createdAt", payable_until as "payableUntil", paid_at as "paidAt",
  grants_made as "grantsMade", standing_grant as "standingGrant", membership_expires_at as "membershipExpiresAt",
  is_test as "isTest",
  now() < payable_until as "windowOpen"`

export const findOrder = (db: Queryable, id: string) =>
  db.maybe(sql<Order>`
    select ${orderColumns} from orders where id = ${id}`)

/** Group of an order. Can be read without a lock, because it never changes. */
export const findGroupOf = (db: Queryable, id: string) =>
  db.one(sql<{ groupId: string | null }>`select group_id as "groupId" from orders where id = ${id}`)

export const setGroupExpiry = (db: Queryable, id: string, userId: string, expiresAt: Date | null) =>
  db.run(sql`update orders set membership_expires_at = ${expiresAt} where id = ${id} and user_id = ${userId}`)

export const listGroupOrders = (db: Queryable, userId: string, groupIds: readonly string[]) =>
  db.query(sql<Order>`
    select ${orderColumns}
    from orders where user_id = ${userId} and group_id = any(${groupIds}) order by created_at desc, id`)

type GroupPayment = Pick<Order, 'id' | 'number' | 'userId' | 'seats' | 'currency' | 'totalMinor' | 'status' | 'paidAt'>
export const listPaymentsOfGroup = (db: Queryable, groupId: string, limit: number) =>
  db.query(sql<GroupPayment>`
    select id, number, user_id as "userId", seats, currency, total_minor as "totalMinor", status, paid_at as "paidAt"
    from orders where group_id = ${groupId} order by created_at, id limit ${limit}`)

export const listOrderIds = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.query(sql<{ id: string }>`select id from orders where user_id = ${userId}`)).map(({ id }) => id)

/**
 * Page of a user's orders before `before` (null: from the newest), newest first. Compares milliseconds, because cursors
 * are no more precise. Orders of the same millisecond stay on one page, so a page may exceed `limit`.
 */
export const listOrders = (db: Queryable, userId: string, before: Date | null, limit: number) =>
  db.query(sql<Order>`
    select ${orderColumns} from orders
    where user_id = ${userId} and date_trunc('milliseconds', created_at) < coalesce(${before}::timestamptz, 'infinity')
    order by date_trunc('milliseconds', created_at) desc fetch first (${limit}::int) rows with ties`)

/**
 * Claims orders past their payment window for an attempt to expire them; those never tried before come first. An order
 * whose expiry failed is retried after 30 seconds, doubling up to five minutes. Skips rows that another process has
 * locked.
 */
export const claimOverdue = (db: Queryable, limit: number) =>
  db.query(sql<{ id: string }>`
    update orders set expiry_tries = least(expiry_tries + 1, 10),
      next_expiry_try_at = now() + make_interval(secs => least(300, 30 * 2 ^ expiry_tries))
    where id in (
      select id from orders
      where status in ('created', 'awaiting_payment') and payable_until <= now()
        and (next_expiry_try_at is null or next_expiry_try_at <= now())
      order by next_expiry_try_at nulls first, payable_until limit ${limit} for update skip locked)
    returning id`)

export type OrderEvent = { from: OrderStatus | null; to: OrderStatus; reason: OrderReason; actor: string; at: Date }

export const listEvents = (db: Queryable, orderId: string) =>
  db.query(sql<OrderEvent>`
    select from_status as "from", to_status as "to", reason, actor, at from order_events where order_id = ${orderId}
    order by at, id`)

/** Latest event of each of these orders, to detect changes. */
export const listLastSteps = (db: Queryable, numbers: readonly string[]) =>
  db.query(sql<{ number: string; step: string }>`
    select o.number, (select e.id::text from order_events e where e.order_id = o.id order by e.at desc, e.id desc limit 1) as step
    from orders o where o.number = any(${numbers}::text[])`)

/** Latest event of any order of each of these users, to detect changes. */
export const listLastStepsOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ userId: string; step: string }>`
    select distinct on (o.user_id) o.user_id as "userId", e.id::text as step
    from orders o join order_events e on e.order_id = o.id
    where o.user_id = any(${userIds}::uuid[]) order by o.user_id, e.at desc, e.id desc`)

export type OrderEnd = { orderId: string; to: OrderStatus; reason: OrderReason; actor: string; at: Date }

/** Events by which orders ended without payment or were paid late, oldest first. */
export const listEnds = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<OrderEnd>`
    select order_id as "orderId", to_status as "to", reason, actor, at from order_events
    where order_id = any(${orderIds}::uuid[]) and (to_status in ('cancelled', 'expired') or reason = 'paid_late')
    order by at, id`)

export const closeWindow = (db: Queryable, id: string) =>
  db.run(sql`update orders set payable_until = least(payable_until, now()) where id = ${id}`)

export const countPayable = (db: Queryable, userId: string) =>
  db.one(sql<{ orders: number }>`
    select count(*)::int as orders from orders
    where user_id = ${userId} and status in ('created', 'awaiting_payment') and now() < payable_until`)

export const listPayable = (db: Queryable, userId: string) =>
  db.query(sql<{ id: string }>`
    select id from orders where user_id = ${userId} and (paid_at is not null or status in ('created', 'awaiting_payment')) order by id`)

export const countStandingOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ userId: string; paid: number; waiting: number }>`
    select user_id as "userId", (count(*) filter (where status = 'paid'))::int as paid,
      (count(*) filter (where status in ('created', 'awaiting_payment') and now() < payable_until))::int as waiting
    from orders where user_id = any(${userIds}::uuid[]) group by user_id`)

/** Money that was received for the paid orders of these users and not refunded, by currency. */
export const sumPaidOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ currency: Currency; amountMinor: number }>`
    select v.currency as currency, sum(v.net_minor)::bigint as "amountMinor"
    from orders o cross join lateral (select currency, net_minor from order_revenue where order_id = o.id) v
    where o.user_id = any(${userIds}::uuid[]) and o.status = 'paid' group by v.currency order by v.currency`)

export const listPaidOrders = (db: Queryable, userId: string) =>
  db.query(
    sql<{ id: string }>`select id from orders where user_id = ${userId} and paid_at is not null order by paid_at, id`,
  )

export const listPaidOrdersOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from orders where user_id = any(${userIds}::uuid[]) and paid_at is not null
    order by user_id, paid_at, id`)

/** Up to 20 other users who paid an order in the same groups as this user, as possible relations. */
export const listGroupmates = (db: Queryable, userId: string) =>
  db.query(sql<{ userId: string }>`
    select distinct other.user_id as "userId" from orders mine join orders other on other.group_id = mine.group_id
    where mine.user_id = ${userId} and mine.paid_at is not null and other.paid_at is not null and other.user_id <> mine.user_id
    order by other.user_id limit 20`)

/** Earliest other order of the user that was paid and not refunded. */
export const findOtherPurchase = (db: Queryable, userId: string, orderId: string) =>
  db.maybe(sql<{ number: string }>`
    select number from orders where user_id = ${userId} and id <> ${orderId} and paid_at is not null and status <> 'refunded'
    order by paid_at, id limit 1`)

/** Order numbers of the device upgrades among these membership grants, as far as the grants are still in effect. */
export const listDifferences = (db: Queryable, grants: readonly string[]) =>
  db.query(sql<{ number: string }>`
    select number from orders where id = any(${grants.flatMap((grant) => grant.split(':', 1))}::uuid[])
      and standing_grant = any(${grants}) and difference is not null
    order by number`)

type PaidOrder = Pick<Order, 'id' | 'number' | 'goodsId' | 'productNames' | 'method' | 'currency'> & {
  amountMinor: number
  paidAt: Date
}
export const findNewestPaid = (db: Queryable, userId: string) =>
  db.maybe(sql<PaidOrder>`
    select id, number, goods_id as "goodsId", product_names as "productNames", method, currency,
      total_minor as "amountMinor", coalesce(paid_at, created_at) as "paidAt"
    from orders where user_id = ${userId} and paid_at is not null order by paid_at desc, id desc limit 1`)

export const findLastBought = (db: Queryable, userId: string) =>
  db.maybe(sql<{ goodsId: string; currency: Currency }>`
    select goods_id as "goodsId", currency from orders where user_id = ${userId} and paid_at is not null
    order by paid_at desc, id desc limit 1`)
