import { isOpenStatus } from '#shared/order-outcome.ts'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { serverNow } from '#web/client/server-clock.ts'
import type { Order } from './order.ts'
import type { PlannedOrder } from './place-order.ts'
import { closePurchase } from './purchase-key.ts'

/** Shortest time that must be left to pay; an order that ends sooner is not worth going on with. */
const leastMs = 60_000

/**
 * True if the order can be paid long enough, and by this method. An order that has received money can only be paid by
 * the same method.
 */
export const isPayableBy = (order: Order, method: Order['method'], now: number): boolean =>
  isOpenStatus(order.status) &&
  order.payableUntil - now > leastMs &&
  (order.method === method || order.outcome === 'open' || order.outcome === 'back' || order.outcome === 'declined')

/** True if the order is what the buyer is about to order again, and can still be paid. */
export const isSamePurchase = (order: Order, wanted: PlannedOrder, now: number): boolean =>
  isPayableBy(order, wanted.method, now) &&
  order.groupId === null &&
  order.goodsId === wanted.goodsId &&
  order.currency === wanted.currency &&
  order.amountMinor === wanted.expectedTotalMinor &&
  order.promoCode === (wanted.promoCode ?? null) &&
  (order.difference !== null) === (wanted.onlyDifference ?? false)

/** True if the order buys the same plan for the same price or less, for example with a promo code of this method. */
export const isSamePlan: typeof isSamePurchase = (order, wanted, now) =>
  order.amountMinor <= wanted.expectedTotalMinor &&
  (order.promoCode === null || order.method === wanted.method) &&
  isSamePurchase({ ...order, amountMinor: wanted.expectedTotalMinor, promoCode: wanted.promoCode ?? null }, wanted, now)

/**
 * Goes on with the buyer's open order of the same purchase, so that a buyer who closed the payment and pays again does
 * not pay twice. Returns null if there is none: a new order is needed. The server keeps or replaces the open payment.
 */
export async function continueOrder(
  uid: number,
  wanted: PlannedOrder,
  isSame: typeof isSamePurchase = isSamePurchase,
): Promise<Order | null> {
  const { list } = await api('/api/payment/payment_order', {}, { handlesErrors: true })
  const known = list.find((order) => isSame(order, wanted, serverNow()))
  return known ? reopenPayment(uid, wanted, known) : null
}

/** Opens the payment of an order again. Returns null if the order has ended, so that a new order is needed. */
export async function reopenPayment(uid: number, wanted: PlannedOrder, { orderId }: Order): Promise<Order | null> {
  try {
    const order = await api('/api/payment/payment_repay', { orderId, method: wanted.method }, { handlesErrors: true })
    // The order may be the one whose answer was lost, so its idempotency key must not be used for the next purchase.
    closePurchase(uid, wanted)
    return order
  } catch (error) {
    if (error instanceof ApiError && error.status === 'OrderOver') return null
    throw error
  }
}
