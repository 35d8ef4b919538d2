import { findRefund } from '#server/modules/payments/payments.queries.ts'
import { listOpenReviewsOf } from '#server/modules/payments/review-queue.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { retryRefund } from '#server/workflows/payments/refunds/answer-failed-refund.ts'
import { resolveReview } from './resolve-review.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Repeats a failed refund, with or without an open review. Holds the order's lock, so that concurrent calls refund
 * once.
 */
export const retryFailedRefund: Act<'refunds.retry'> = async (tx, { refund: named, reason }, operator) => {
  const known = await findRefund(tx, named.trim().toUpperCase())
  if (!known) return refuse('NotFound', sentence('refund.unknown', { refund: named }))
  const order = await lockOrder(tx, known.orderId)
  const refund = await findRefund(tx, known.id)
  if (refund?.status !== 'failed') return refuse('NotPossible', sentence('refund.notFailed', { refund: known.id }))
  const item = (await listOpenReviewsOf(tx, [order.id])).find(
    ({ reason: about, subject }) => about === 'refund_failed' && subject === refund.id,
  )
  const asked = {
    order,
    refund,
    reason,
    operator: operator.name,
  }
  const again = item
    ? ((await resolveReview(tx, { id: item.id, decision: 'retry', reason, operator }))?.refundIds[0] ?? null)
    : await retryRefund(tx, asked)
  if (again === null) return refuse('NotPossible', 'refund.alreadyRetried')
  const { amountMinor, currency } = refund
  const output = { number: order.number, refund: refund.id, amount: { amountMinor, currency }, refundIds: [again] }
  return done(output, `order ${order.number}`, { reason, refund: refund.id, again, amountMinor, currency })
}
