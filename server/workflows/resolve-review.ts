import { money, type Money } from '#shared/money.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  listOpenReviews,
  listPayments,
  planRefund,
  resolveReview as closeReview,
  type Fact,
} from '#server/modules/payments/payments.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { lockOrder } from './lock-order.ts'
import { settlePayment } from './settle-payment.ts'

/** `keep`: nothing follows. `refund`: all that is left of the order's money goes back. `lost`, `won`: how a dispute ended. */
export const reviewDecisions = ['keep', 'refund', 'lost', 'won'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]
export type ReviewOutcome = { orderId: string | null; reason: string; refundIds: readonly string[]; lostMinor: number }

/**
 * A person decides about an item of the review queue. Decision, effect and audit row commit together. Null if there is
 * no such open item.
 */
export const resolveReview = (
  database: Database,
  { id, decision, reason, operator }: { id: string; decision: ReviewDecision; reason: string; operator: string },
): Promise<ReviewOutcome | null> =>
  database.transaction(async (tx) => {
    const open = (await listOpenReviews(tx)).find((item) => item.id === id)
    if (!open) return null
    // Money of nobody's order: all that can be said here is that somebody saw to it.
    if (open.orderId === null) return closeUnowned(tx, open, { decision, reason, operator })
    // The order's lock before everything, as everywhere.
    const order = await lockOrder(tx, open.orderId)
    const item = await closeReview(tx, id, `${decision}: ${reason}`, operator)
    if (!item) return null
    const owned = { id: order.id, total: money(order.totalMinor, order.currency) }
    const refundIds: string[] = []
    let lostMinor = 0
    if (decision === 'refund') {
      const plan = await planRefund(tx, owned, { amountMinor: 'all', reason, requestedBy: operator })
      for (const refundId of plan.ids) await enqueueJob(tx, 'send-refund', { refundId }, { uniqueKey: refundId })
      refundIds.push(...plan.ids)
      await settlePayment(tx, { orderId: order.id, facts: [], source: 'operator', actor: operator })
    }
    if (decision === 'lost' || decision === 'won') {
      const before = await sumLost(tx, owned)
      await endDisputes(tx, owned, { attemptId: item.attemptId, end: decision, operator })
      lostMinor = (await sumLost(tx, owned)) - before
    }
    await recordAction(tx, {
      operator,
      action: 'resolve-review',
      subject: `order ${order.number}`,
      details: { review: id, about: item.reason, decision, reason, refundIds, lostMinor },
    })
    return { orderId: order.id, reason: item.reason, refundIds, lostMinor }
  })

const sumLost = async (tx: Transaction, order: { id: string; total: Money }): Promise<number> =>
  (await listPayments(tx, order)).reduce((sum, payment) => sum + payment.lostMinor, 0)

/**
 * How the open disputes of a payment ended, stated as a fact like any other. Won: the money counts again, and the time that
 * it bought is granted anew. Lost: what had not gone back is gone for good.
 */
async function endDisputes(
  tx: Transaction,
  order: { id: string; total: Money },
  { attemptId, end, operator }: { attemptId: string | null; end: 'won' | 'lost'; operator: string },
): Promise<void> {
  const facts = (await listPayments(tx, order))
    .filter((payment) => payment.attemptId === attemptId)
    .flatMap(({ provider, providerTxnId, amountMinor, currency, openDisputes, ...payment }) =>
      openDisputes.map((disputeId): Fact => ({
        provider,
        kind: end === 'won' ? 'dispute_won' : 'disputed',
        attemptId: payment.attemptId,
        providerTxnId,
        refundId: null,
        ...(disputeId !== '' && { disputeId }),
        ...(end === 'lost' && { isLost: true }),
        amount: { amountMinor, currency },
        at: tx.now,
        rawHash: '',
      })),
    )
  await settlePayment(tx, { orderId: order.id, facts, source: 'operator', actor: operator })
}

async function closeUnowned(
  tx: Transaction,
  { id, reason: about }: { id: string; reason: string },
  { decision, reason, operator }: { decision: ReviewDecision; reason: string; operator: string },
): Promise<ReviewOutcome | null> {
  if (decision !== 'keep') throw new Error('this item names no order: only "keep" can be decided about it')
  if (!(await closeReview(tx, id, `${decision}: ${reason}`, operator))) return null
  const details = { review: id, about, decision, reason }
  await recordAction(tx, { operator, action: 'resolve-review', subject: `review ${id}`, details })
  return { orderId: null, reason: about, refundIds: [], lostMinor: 0 }
}
