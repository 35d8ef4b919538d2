import type { OrderReason } from '#shared/order-outcome.ts'
import { AppError } from '#shared/errors.ts'
import { isArriving } from '#server/modules/chains/chains.service.ts'
import { releasePromoCode } from '#server/modules/promo-codes/promo-codes.service.ts'
import { changeStatus } from '#server/modules/orders/orders.service.ts'
import { applySeatMoney } from '#server/modules/groups/group-steps.rules.ts'
import { closeWindow, type Order } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { readPaymentOutcome } from '#server/modules/payments/read-money.ts'
import { applyToGroup, changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import { seatOrder } from '#server/workflows/payments/apply/decide-seats.rules.ts'
import { lockGroupWithLeases } from '#server/workflows/payments/apply/lock-group-leases.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { findOwn } from './read-orders.ts'
import { closeAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

/**
 * Cancels an order. Closes its payment attempts at the provider first, which detects a payment made moments ago: the
 * order is then paid instead. A partially paid order goes to review. `OrderOver` means that the order is neither open
 * nor cancelled, `PaymentArriving` that a transfer is unconfirmed, and `ProviderUnavailable` that the state of the
 * payment is unknown.
 */
export async function cancelOrder(
  deps: PaymentDeps,
  userId: string,
  orderId: string,
  { reason, actor }: { reason: OrderReason; actor: string } = { reason: 'cancelled_by_buyer', actor: 'buyer' },
): Promise<void> {
  const { database } = deps
  const order = await findOwn(database, userId, orderId)
  if (order.status === 'cancelled') return
  if (!isOpen(order.status)) throw new AppError('OrderOver')
  if (await isArriving(database, order.id)) throw new AppError('PaymentArriving')
  for (const { id } of await listAttempts(database, [order.id]))
    if ((await closeAttempt(deps, id)) === 'silent') throw new AppError('ProviderUnavailable')
  await database.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id)
    const paymentOutcome = await readPaymentOutcome(tx, locked)
    if (isOpen(locked.status) && paymentOutcome.outcome === 'short') {
      await closeWindow(tx, locked.id)
      await applyPaymentFacts(tx, { orderId: locked.id, facts: [], source: 'query', actor })
      await giveUpSeats(tx, locked, actor)
    }
    if (!isOpen(locked.status) || paymentOutcome.outcome !== 'unpaid') return
    const cancelled = await changeStatus(tx, locked, { to: 'cancelled', reason, actor })
    if (locked.promoCode !== null) await releasePromoCode(tx, locked.id)
    await applyToGroup(tx, cancelled, paymentOutcome, actor)
  })
}

/** Releases the seats of an order that is partly paid and goes to review. A creator's group closes. */
async function giveUpSeats(tx: Transaction, order: Order, actor: string): Promise<void> {
  if (order.groupId === null) return
  const group = await lockGroupWithLeases(tx, order.groupId)
  await changeGroup(tx, group, applySeatMoney(group, seatOrder(order), 'ended'), actor)
}
