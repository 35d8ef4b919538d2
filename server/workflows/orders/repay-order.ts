import { AppError } from '#shared/errors.ts'
import { money } from '#shared/money.ts'
import { isArriving } from '#server/modules/chains/chains.service.ts'
import { isPromoCodeForMethod } from '#server/modules/promo-codes/promo-codes.service.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Method } from '#shared/method.ts'
import { isLinkAlive } from '#server/modules/payments/pay-links.rules.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { prepareAttempt } from '#server/modules/payments/attempts.service.ts'
import { requireSeat } from '#server/workflows/payments/apply/change-group.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { requireProvider } from '#server/workflows/payments/attempts/find-offers.ts'
import { openAttempt, type Buyer } from '#server/workflows/payments/attempts/open-attempt.ts'
import { closeAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { extendLease } from '#server/modules/groups/groups.queries.ts'
import { changeMethod } from '#server/modules/orders/orders.service.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { findOwn } from './read-orders.ts'

type Repay = { userId: string; orderId: string; method: Method } & Buyer

const maxAttempts = 10

/**
 * Opens another payment attempt for a waiting order, or reuses one of the same method whose payment link is valid long
 * enough. Closes the order's other attempts at their providers after saving the new one; if that reveals a payment,
 * nothing opens. Issued wallet addresses stay open. `PaymentArriving` means that a transfer is unconfirmed.
 */
export async function repayOrder(deps: PaymentDeps, { userId, orderId, method, ...buyer }: Repay): Promise<void> {
  const { database, payments } = deps
  const { currency } = await findOwn(database, userId, orderId)
  const provider = await requireProvider(database, payments, method, currency)
  const saved = await database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!isOpen(order.status) || !order.windowOpen) throw new AppError('OrderOver')
    await requireSeat(tx, order)
    if (!provider.caps.onChain && (await isArriving(tx, order.id))) throw new AppError('PaymentArriving')
    const attempts = await listAttempts(tx, [order.id])
    // The order's reserved use of the promo code stays valid even if the promo code has ended since.
    if (
      order.promoCode !== null &&
      order.method !== method &&
      !(await isPromoCodeForMethod(tx, order.promoCode, method))
    )
      throw new AppError('PromoNotForMethod')
    const payableUntil = await keepOpen(tx, order, method)
    const live = attempts.filter(({ status }) => ['creating', 'unknown', 'open'].includes(status))
    // Reuses no attempt at another provider, so that a new one starts where the payment method now leads.
    const standing = live.find(
      (attempt) =>
        attempt.method === method &&
        attempt.provider === provider.id &&
        attempt.expiresAt >= payableUntil &&
        isLinkAlive(attempt, attempt.ageSeconds),
    )
    const others = live.filter((attempt) => attempt !== standing && attempt.provider !== 'crypto')
    if (standing || provider.caps.onChain) return { others, order, attemptId: null }
    if (attempts.length >= maxAttempts) throw new AppError('TooManyRequests')
    const total = money(order.totalMinor, order.currency)
    const renewed = { ...order, method, total, payableUntil }
    return { others, order: renewed, attemptId: prepareAttempt(tx, renewed, provider.id, buyer.device) }
  })
  for (const { id } of saved.others) await closeAttempt(deps, id)
  const { order, attemptId } = saved
  if (attemptId === null || !isOpen((await findOwn(database, userId, orderId)).status)) return
  await openAttempt(deps, order, { id: attemptId, provider: provider.id, method, expiresAt: order.payableUntil }, buyer)
}

/**
 * Gives an order's payment window and the reservations of its group seats enough time for another attempt. Returns the
 * window's end. The caller must hold the order's lock.
 */
export async function keepOpen(tx: Transaction, order: Order, method: Method): Promise<Date> {
  const { payableUntil } = await changeMethod(tx, order.id, method)
  if (order.groupId !== null) await extendLease(tx, order.groupId, order.id, payableUntil)
  return payableUntil
}
