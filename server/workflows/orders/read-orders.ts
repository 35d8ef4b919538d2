import type { Output } from '#shared/contract/call.ts'
import type { paymentCalls } from '#shared/contract/payment.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findOrder, listOrders, type Order } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { listAttempts, type Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { askAboutOrder } from '#server/workflows/payments/attempts/reconcile-attempt.ts'

type OrderView = Output<(typeof paymentCalls)['/api/payment/payment_purchase']>
type OrderPage = Output<(typeof paymentCalls)['/api/payment/payment_order']>

const pageSize = 20

/** Paid on a chain it goes on at a page of its own, where network and token are chosen. */
function payStepOf(order: Order, attempts: readonly Attempt[]): OrderView['pay'] {
  if (!isOpen(order.status) || !order.windowOpen || order.totalMinor === 0) return { kind: 'none' }
  if (order.method === 'crypto') return { kind: 'page', path: `/crypto-pay/${order.goodsId}?order=${order.id}` }
  const open = attempts.findLast(
    ({ orderId, status, method }) => orderId === order.id && status === 'open' && method === order.method,
  )
  return open?.payStep ?? { kind: 'none' }
}

/** An order as its owner sees it. */
export function viewOf(order: Order, attempts: readonly Attempt[], language: Language): OrderView {
  return {
    orderId: order.id,
    number: order.number,
    date: order.createdAt.getTime(),
    productName: order.productNames[language],
    months: order.months,
    amountMinor: order.totalMinor,
    priceMinor: order.priceMinor,
    discountMinor: order.discountMinor,
    promoCode: order.promoCode,
    currency: order.currency,
    method: order.method,
    status: order.status,
    paidAt: order.paidAt?.getTime() ?? null,
    payableUntil: order.payableUntil.getTime(),
    membershipExpiresAt: order.membershipExpiresAt?.getTime() ?? null,
    groupId: order.groupId,
    seats: order.seats,
    pay: payStepOf(order, attempts),
  }
}

/** One order of this user. Someone else's and a made-up id are the same `NotFound`. */
export async function findOwn(db: Queryable, userId: string, orderId: string): Promise<Order> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(orderId)
  const order = isId ? await findOrder(db, orderId) : undefined
  if (order?.userId !== userId) throw new AppError('NotFound')
  return order
}

export async function readOrder(
  db: Queryable,
  userId: string,
  orderId: string,
  language: Language,
): Promise<OrderView> {
  const order = await findOwn(db, userId, orderId)
  return viewOf(order, await listAttempts(db, [order.id]), language)
}

/** The same, after asking the provider; where it was asked a moment ago, what is known. */
export async function askForOrder(
  deps: PaymentDeps,
  userId: string,
  orderId: string,
  language: Language,
): Promise<OrderView> {
  const order = await findOwn(deps.database, userId, orderId)
  if (order.status !== 'paid') await askAboutOrder(deps, await listAttempts(deps.database, [order.id]))
  return readOrder(deps.database, userId, orderId, language)
}

/** A user's orders, newest first, those made before `before`; `more` says whether older ones are left. */
export async function readOrders(
  db: Queryable,
  userId: string,
  before: Date | null,
  language: Language,
): Promise<OrderPage> {
  const orders = await listOrders(db, userId, before, pageSize)
  const attempts = await listAttempts(
    db,
    orders.map(({ id }) => id),
  )
  const last = orders.length < pageSize ? undefined : orders.at(-1)
  const more = last !== undefined && (await listOrders(db, userId, last.createdAt, 1)).length > 0
  return { list: orders.map((order) => viewOf(order, attempts, language)), more }
}
