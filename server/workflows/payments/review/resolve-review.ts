import { money, type Currency, type Money } from '#shared/money.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  findOpenReview,
  resolveReview as closeReview,
  type OpenReview,
} from '#server/modules/payments/review-queue.queries.ts'
import { listPayments, type KnownPayment } from '#server/modules/payments/read-money.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import type { Refund } from '#server/modules/payments/payments.queries.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import {
  findFailedRefund,
  retryRefund,
  settleElsewhere,
} from '#server/workflows/payments/refunds/answer-failed-refund.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { promiseRefund, RefundRefused } from '#server/workflows/payments/refunds/request-refund.ts'
import { settlePayment } from '#server/workflows/payments/apply/settle-payment.ts'

/**
 * `keep`: nothing follows. `refund`: the order's money goes back, all that is left or a part. `lost`, `won`: how a dispute ended.
 * `retry`: a refund that failed is asked for again. `settled`: it was given back in another way.
 */
export const reviewDecisions = ['keep', 'refund', 'lost', 'won', 'retry', 'settled'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]
/** What was decided cannot be about this item; the message is for the operator. */
export class ReviewRefused extends Error {}
export type ReviewOutcome = { orderId: string | null; reason: string; refundIds: readonly string[]; lostMinor: number }

export type ReviewWish = {
  readonly id: string
  readonly decision: ReviewDecision
  readonly reason: string
  readonly operator: Operator
  /** Of the decision `refund`: how much of the order's money goes back, and that the time stays with a part of it. */
  readonly amountMinor?: number | 'all'
  readonly keepsTime?: boolean
  /** What one operator gives back of an order in all, by its currency; absent: as much as there is. */
  readonly mostMinorOf?: (order: { currency: Currency }) => number
}

/**
 * A person decides about an item of the review queue. Decision, effect and audit row commit together. Null if there is
 * no such open item. Throws ReviewRefused; for `refund` RefundRefused and TimeUndecided.
 */
export const resolveReview = (
  database: Database,
  { id, decision, reason, operator, amountMinor = 'all', keepsTime = false, mostMinorOf }: ReviewWish,
): Promise<ReviewOutcome | null> =>
  database.transaction(async (tx) => {
    const open = await findOpenReview(tx, id)
    if (!open) return null
    // Money of nobody's order: all that can be said here is that somebody saw to it.
    if (open.orderId === null) return closeUnowned(tx, open, { decision, reason, operator })
    // The order's lock before everything, as everywhere.
    const order = await lockOrder(tx, open.orderId)
    const disputes = decision === 'lost' || decision === 'won' ? await requireDisputes(tx, open, order) : []
    const failed = decision === 'retry' || decision === 'settled' ? await requireFailedRefund(tx, open) : null
    const item = await closeReview(tx, id, `${decision}: ${reason}`, operator.name)
    if (!item) return null
    const owned = { id: order.id, total: money(order.totalMinor, order.currency) }
    const refundIds: string[] = []
    let lostMinor = 0
    if (decision === 'refund') {
      const mostMinor = mostMinorOf?.(order)
      const wish = { amountMinor, reason, requestedBy: operator, keepsTime, mostMinor }
      const plan = await promiseRefund(tx, order, wish)
      if (amountMinor !== 'all' && plan.ids.length === 0) throw new RefundRefused(plan.availableMinor)
      refundIds.push(...plan.ids)
    }
    if (failed) {
      const asked = { order: owned, refund: failed, reason, operator: operator.name }
      const again = decision === 'retry' ? await retryRefund(tx, asked) : await settleElsewhere(tx, asked)
      if (again === null) throw new ReviewRefused('That money is not here any more: decide keep.')
      if (again) refundIds.push(again)
    }
    if (decision === 'lost' || decision === 'won') {
      const before = await sumLost(tx, owned)
      const facts = disputes.map((dispute) => endOf(dispute, decision, tx.now))
      await settlePayment(tx, { orderId: order.id, facts, source: 'operator', actor: operator.name })
      lostMinor = (await sumLost(tx, owned)) - before
    }
    await recordAction(tx, {
      operator,
      action: 'resolve-review',
      subject: `order ${order.number}`,
      details: {
        review: id,
        about: item.reason,
        decision,
        reason,
        ...(decision === 'refund' && { amountMinor, keepsTime }),
        refundIds,
        lostMinor,
        disputes: disputes.map(nameOf),
      },
    })
    return { orderId: order.id, reason: item.reason, refundIds, lostMinor }
  })

/** The refund that can be decided about at an item. Throws ReviewRefused if there is none. */
export async function requireFailedRefund(db: Queryable, open: OpenReview): Promise<Refund> {
  const failed = await findFailedRefund(db, open)
  if (!failed) throw new ReviewRefused('This item is about no refund that failed.')
  return failed
}

const sumLost = async (tx: Transaction, order: { id: string; total: Money }): Promise<number> =>
  (await listPayments(tx, order)).reduce((sum, payment) => sum + payment.lostMinor, 0)

export type DisputeInQuestion = {
  readonly payment: KnownPayment
  readonly disputeId: string
  /** What a loss of it takes, in minor units of the payment's currency. One stated in another currency takes all of it. */
  readonly amountMinor: number
}

/** The disputes that can be decided at an item: those whose end nobody stated so far. Throws ReviewRefused if there is none. */
export async function requireDisputes(
  db: Queryable,
  { attemptId, reason }: { attemptId: string | null; reason: string },
  { id, totalMinor, currency }: { id: string; totalMinor: number; currency: Currency },
): Promise<readonly DisputeInQuestion[]> {
  if (reason !== 'disputed') throw new ReviewRefused('This item is about no dispute: nothing was won or lost.')
  const payments = await listPayments(db, { id, total: money(totalMinor, currency) })
  const found = payments
    .filter((payment) => payment.attemptId === attemptId)
    .flatMap((payment) =>
      payment.openDisputes.map((dispute) => ({
        payment,
        disputeId: dispute.id,
        amountMinor: dispute.currency === payment.currency ? dispute.amountMinor : payment.amountMinor,
      })),
    )
  if (found.length === 0)
    throw new ReviewRefused('No dispute is open here any more: decide keep, or refund for what is left.')
  return found
}

const nameOf = ({ disputeId, amountMinor }: DisputeInQuestion) => ({ id: disputeId, amountMinor })

/**
 * How an open dispute ended, stated as a fact like any other, until the provider says it itself. Won: the money counts again,
 * and the time that it bought is granted anew. Lost: what was disputed, and had not gone back, is gone for good.
 */
const endOf = ({ payment, disputeId, amountMinor }: DisputeInQuestion, end: 'won' | 'lost', at: Date): Fact => ({
  provider: payment.provider,
  kind: end === 'won' ? 'dispute_won' : 'disputed',
  attemptId: payment.attemptId,
  providerTxnId: payment.providerTxnId,
  refundId: null,
  ...(disputeId !== '' && { disputeId }),
  ...(end === 'lost' && { isLost: true }),
  amount: { amountMinor, currency: payment.currency },
  at,
  rawHash: '',
})

async function closeUnowned(
  tx: Transaction,
  { id, reason: about }: { id: string; reason: string },
  { decision, reason, operator }: { decision: ReviewDecision; reason: string; operator: Operator },
): Promise<ReviewOutcome | null> {
  if (decision !== 'keep') throw new ReviewRefused('This item names no order: only keep can be decided.')
  if (!(await closeReview(tx, id, `${decision}: ${reason}`, operator.name))) return null
  const details = { review: id, about, decision, reason }
  await recordAction(tx, { operator, action: 'resolve-review', subject: `review ${id}`, details })
  return { orderId: null, reason: about, refundIds: [], lostMinor: 0 }
}
