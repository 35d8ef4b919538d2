import { bookElsewhere } from '#server/modules/ledger/ledger.service.ts'
import { findAttempt, findRefund, type Refund } from '#server/modules/payments/payments.queries.ts'
import { planAgain } from '#server/modules/payments/refunds.service.ts'
import type { OpenReview } from '#server/modules/payments/review-queue.queries.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { enqueueRefunds } from '#server/workflows/payments/apply/enqueue-by-provider.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import type { PricedOrder } from '#server/modules/payments/read-money.ts'

type Asked = { order: PricedOrder; refund: Refund; reason: string; operator: string }

export async function findFailedRefund(db: Queryable, { reason, details }: OpenReview): Promise<Refund | null> {
  const { refundId } = (details ?? {}) as { refundId?: unknown }
  const refund = reason === 'refund_failed' && typeof refundId === 'string' ? await findRefund(db, refundId) : undefined
  return refund?.status === 'failed' ? refund : null
}

export async function retryRefund(tx: Transaction, { order, refund, reason, operator }: Asked): Promise<string | null> {
  const id = await planAgain(tx, order, refund, { reason, requestedBy: operator })
  if (id === null) return null
  await enqueueRefunds(tx, [id])
  await applyPaymentFacts(tx, { orderId: order.id, facts: [], source: 'operator', actor: operator })
  return id
}

export async function recordRefundElsewhere(tx: Transaction, { order, refund, operator }: Asked): Promise<void> {
  const attempt = await findAttempt(tx, refund.attemptId)
  if (!attempt) throw new Error(`no attempt ${refund.attemptId}`)
  const { id: refundId, attemptId, providerTxnId, amountMinor, currency } = refund
  const about = { provider: attempt.provider, attemptId, providerTxnId, refundId }
  const amount = { amountMinor, currency }
  const fact = { ...about, kind: 'refunded', isElsewhere: true, amount, at: tx.now, rawHash: '' } as const
  await applyPaymentFacts(tx, { orderId: order.id, facts: [fact], source: 'operator', actor: operator })
  await bookElsewhere(tx, order.id, { ...about, ...amount })
}
