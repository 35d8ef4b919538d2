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

export type Repay = { userId: string; orderId: string; method: Method } & Buyer

/** Maximum of attempts to pay an order. */
const maxAttempts = 10

/**
 * Opens a waiting order for another attempt, by any method. Reuses an attempt with the whole remaining time whose link
 * still opens. Closes others at their provider after saving the new one, which detects a payment made a moment ago: then
 * nothing opens. If a provider does not answer, a second payment is refunded automatically. For a chain, network and
 * token are chosen next (`prepareDeposit`) with a longer window; issued addresses stay open. Not while a transfer is
 * unconfirmed. Errors: NotFound, OrderOver, MethodNotOffered, PromoNotForMethod, PaymentArriving, TooManyRequests,
 * ProviderUnavailable.
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
    // The reserved use stays valid even if the code has ended.
    if (
      order.promoCode !== null &&
      order.method !== method &&
      !(await isPromoCodeForMethod(tx, order.promoCode, method))
    )
      throw new AppError('PromoNotForMethod')
    const payableUntil = await keepOpen(tx, order, method)
    const live = attempts.filter(({ status }) => ['creating', 'unknown', 'open'].includes(status))
    // If the method's route changed, a new attempt starts at the new provider.
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

/** Extends an order's window and its seats for another attempt. Returns the end. The caller holds the order's lock. */
export async function keepOpen(tx: Transaction, order: Order, method: Method): Promise<Date> {
  const { payableUntil } = await changeMethod(tx, order.id, method)
  if (order.groupId !== null) await extendLease(tx, order.groupId, order.id, payableUntil)
  return payableUntil
}
