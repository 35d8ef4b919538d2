import { isArriving } from '#server/modules/chains/chains.service.ts'
import { releasePromoCode } from '#server/modules/promo-codes/promo-codes.service.ts'
import { changeStatus } from '#server/modules/orders/orders.service.ts'
import { claimOverdue } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { readPaymentOutcome } from '#server/modules/payments/read-money.ts'
import { enqueueOrders } from '#server/workflows/payments/apply/enqueue-by-provider.ts'
import { applyToGroup } from '#server/workflows/payments/apply/change-group.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { closeAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

/**
 * Expires an order after its payment window. Closes its payment attempts at the provider first, which detects
 * unreported payments. Keeps the order open while the provider does not answer or a transfer is unconfirmed; a
 * partially paid order goes to review. Payments that arrive later still count.
 */
export async function expireOrder(deps: PaymentDeps, orderId: string): Promise<'expired' | 'kept'> {
  const { database } = deps
  if (await isArriving(database, orderId)) return 'kept'
  for (const { id } of await listAttempts(database, [orderId]))
    if ((await closeAttempt(deps, id)) === 'silent') return 'kept'
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!isOpen(order.status) || order.windowOpen) return 'kept'
    // Checks again under the order's lock, because a webhook may have arrived meanwhile.
    const paymentOutcome = await readPaymentOutcome(tx, order)
    if (paymentOutcome.outcome === 'short') await applyPaymentFacts(tx, { orderId, facts: [], source: 'query' })
    if (paymentOutcome.outcome !== 'unpaid') return 'kept'
    const expired = await changeStatus(tx, order, { to: 'expired', reason: 'window_closed', actor: 'server' })
    if (order.promoCode !== null) await releasePromoCode(tx, order.id)
    await applyToGroup(tx, expired, paymentOutcome, 'server')
    return 'expired'
  })
}

const batch = 200
const runMs = 15_000

/**
 * Enqueues a job for each overdue order in the queue of its provider, so that a provider that does not answer delays no
 * other.
 */
export async function expireOverdue({ database }: Pick<PaymentDeps, 'database'>): Promise<void> {
  const until = performance.now() + runMs
  for (let taken = batch; taken === batch && performance.now() < until;)
    taken = await database.transaction(async (tx) => {
      const overdue = await claimOverdue(tx, batch)
      await enqueueOrders(
        tx,
        'expire-order',
        overdue.map(({ id }) => id),
      )
      return overdue.length
    })
}
