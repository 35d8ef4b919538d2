import { AppError } from '#shared/errors.ts'
import { money } from '#shared/money.ts'
import { isArriving } from '#server/modules/chains/chains.service.ts'
import { isPromoCodeForMethod } from '#server/modules/promo-codes/promo-codes.service.ts'
import { extendLease } from '#server/modules/groups/groups.queries.ts'
import { changeMethod } from '#server/modules/orders/orders.service.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Method } from '#server/modules/orders/orders.queries.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { prepareAttempt } from '#server/modules/payments/attempts.service.ts'
import { requireSeat } from '#server/workflows/payments/apply/change-group.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { openAttempt, type Buyer } from '#server/workflows/payments/attempts/open-attempt.ts'
import { findOwn } from './read-orders.ts'

export type Repay = { userId: string; orderId: string; method: Method } & Buyer

/** More tries than this to pay one order are no person's. */
const maxAttempts = 10

/**
 * Opens an order that waits once more, by the same or another method. An attempt by that method that is still open is
 * the answer; the others stay open until one is paid, and whatever is paid besides goes back by itself. On a chain the buyer
 * chooses network and token next (`prepareDeposit`), with the window that a chain needs. While money is on a chain and waits for its
 * confirmations, the order is not to be paid a second time.
 * Errors: NotFound, OrderOver, MethodNotOffered, PromoNotForMethod, PaymentArriving, TooManyRequests, ProviderUnavailable.
 */
export async function repayOrder(deps: PaymentDeps, { userId, orderId, method, ...buyer }: Repay): Promise<void> {
  const { database, payments } = deps
  const { currency } = await findOwn(database, userId, orderId)
  const provider = payments.byMethod(method, currency)
  if (!provider) throw new AppError('MethodNotOffered')
  const opened = await database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!isOpen(order.status) || !order.windowOpen) throw new AppError('OrderOver')
    await requireSeat(tx, order)
    if (!provider.caps.onChain && (await isArriving(tx, order.id))) throw new AppError('PaymentArriving')
    const attempts = await listAttempts(tx, [order.id])
    const standing = attempts.find(
      (attempt) => attempt.method === method && ['creating', 'unknown', 'open'].includes(attempt.status),
    )
    if (standing && order.method === method) return null
    if (attempts.length >= maxAttempts) throw new AppError('TooManyRequests')
    // Whether its code is over by now changes nothing: the use is this order's own, and bound as it was taken.
    if (
      order.promoCode !== null &&
      order.method !== method &&
      !(await isPromoCodeForMethod(tx, order.promoCode, method))
    )
      throw new AppError('PromoNotForMethod')
    const { payableUntil } = await changeMethod(tx, order.id, method)
    if (order.groupId !== null) await extendLease(tx, order.groupId, order.id, payableUntil)
    if (standing || provider.caps.onChain) return null
    const total = money(order.totalMinor, order.currency)
    return { order, attemptId: await prepareAttempt(tx, { ...order, method, total }, provider.id, buyer.device) }
  })
  if (!opened) return
  const { order, attemptId } = opened
  await openAttempt(deps, order, { id: attemptId, provider: provider.id, method, expiresAt: order.payableUntil }, buyer)
}
