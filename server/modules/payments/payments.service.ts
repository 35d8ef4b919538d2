import type { Transaction } from '#server/platform/database.ts'
import { referenceOf } from './fact-reference.rules.ts'
import type { NewRefund, OrderMoney } from './order-money.rules.ts'
import * as repo from './payments.repo.ts'
import type { PaymentOutcome } from './payments.rules.ts'
import type { Fact } from './providers/port.ts'
import { openReview, type Asked } from './reviews.service.ts'
import { closeDisputeReviews } from './review-queue.repo.ts'
import { closeReviewOf } from './review-queue.queries.ts'

export type FactSource = 'notification' | 'query' | 'operator' | 'chain'

/**
 * Adds a verified fact to an order. No other code inserts payment facts. Idempotent: returns true only if the fact is
 * new. A fact that contradicts the stored one under the same key opens a review.
 */
export async function applyFact(tx: Transaction, orderId: string, fact: Fact, source: FactSource): Promise<boolean> {
  const { amountMinor, currency } = fact.amount
  const reference = referenceOf({ ...fact, amountMinor, byOperator: source === 'operator' })
  const { provider, kind, attemptId, providerTxnId, at, rawHash } = fact
  const row = { provider, kind, attemptId, providerTxnId, reference, amountMinor, currency, at, source }
  if ((await repo.insertFact(tx, { ...row, rawHash })) === 1) return true
  const known = await repo.findFact(tx, row)
  if (known && (known.amountMinor !== amountMinor || known.currency !== currency || known.attemptId !== attemptId))
    await openReview(tx, {
      orderId,
      attemptId,
      reason: 'conflicting_facts',
      subject: `${kind} ${providerTxnId} ${reference} ${amountMinor} ${currency}`,
      details: { kind, providerTxnId, reference, amountMinor, currency },
    })
  return false
}

export async function recordFacts(
  tx: Transaction,
  orderId: string,
  facts: readonly Fact[],
  source: FactSource,
): Promise<Fact[]> {
  const newFacts: Fact[] = []
  for (const fact of facts) if (await applyFact(tx, orderId, fact, source)) newFacts.push(fact)
  return newFacts
}

type MoneyChange = {
  readonly from: OrderMoney
  readonly money: OrderMoney
  readonly refunds: readonly NewRefund[]
  readonly isFinal: boolean
  readonly reviews: readonly Asked[]
}

/**
 * Saves changed attempt states, refunds that are done or failed, new refunds and new reviews, and closes the reviews
 * that the new facts answer. The caller must hold the order's lock.
 */
export async function saveMoney(
  tx: Transaction,
  { from, money: { orderId, paymentOutcome }, refunds, isFinal, reviews }: MoneyChange,
  newFacts: readonly Fact[],
): Promise<void> {
  const { attempts, refundsDone, refundsFailed } = paymentOutcome
  const moved = attempts.filter(({ id, status }) => from.attempts.find((known) => known.id === id)?.status !== status)
  await Promise.all([
    ...moved.map(({ id, status }) => repo.setAttemptStatus(tx, id, status)),
    refundsDone.length > 0 && repo.markRefundsDone(tx, refundsDone),
    refundsFailed.length > 0 && repo.markRefundsFailed(tx, refundsFailed),
    answerRefunds(tx, orderId, paymentOutcome, newFacts),
    answerDisputes(tx, orderId, paymentOutcome, newFacts),
    ...reviews.map((review) => openReview(tx, review)),
    isFinal && repo.markRefundsFinal(tx, orderId),
    ...refunds.map((refund) => repo.insertRefund(tx, refund)),
  ])
}

async function answerRefunds(
  tx: Transaction,
  orderId: string,
  { payments }: PaymentOutcome,
  newFacts: readonly Fact[],
): Promise<void> {
  for (const { kind, refundId, attemptId, isElsewhere, failure } of newFacts) {
    if (refundId === null) continue
    const isOpen = payments.some(({ failedRefunds }) => failedRefunds.some(({ id }) => id === refundId))
    if (kind === 'refund_failed' && isOpen && failure) await repo.nameFailure(tx, refundId, failure)
    const end = isElsewhere ? 'it was given back in another way' : 'it was stated as done'
    if (kind === 'refunded' && !isOpen)
      for (const reason of ['refund_failed', 'refund_slow'])
        await closeReviewOf(tx, { orderId, attemptId, reason, subject: refundId }, end, 'settlement')
    if (kind === 'refund_failed' && isOpen)
      await closeReviewOf(
        tx,
        { orderId, attemptId, reason: 'refund_slow', subject: refundId },
        'it failed',
        'settlement',
      )
  }
}

/**
 * Closes the dispute reviews of an attempt if a new fact ended a dispute and no dispute of the attempt needs an
 * operator any more. A repeated fact closes nothing.
 */
async function answerDisputes(
  tx: Transaction,
  orderId: string,
  { payments, reviews }: PaymentOutcome,
  newFacts: readonly Fact[],
): Promise<void> {
  const ends = newFacts.filter(({ kind, isLost }) => kind === 'dispute_won' || isLost)
  for (const { attemptId } of payments) {
    const end = ends.find((fact) => fact.attemptId === attemptId)
    const isAsked = reviews.some((review) => review.attemptId === attemptId && review.reason === 'disputed')
    if (end && !isAsked) await closeDisputeReviews(tx, orderId, attemptId, end.isLost ? 'lost' : 'won')
  }
}
