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
 * Adds one verified fact to what is known: the one way in which anything about a payment becomes true, no matter who brings
 * it. A fact that is known changes nothing. A second fact under the same name that says something else is put to review.
 * Returns whether it is new.
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

/** Adds the facts; returns those that were not known. */
export async function recordFacts(
  tx: Transaction,
  orderId: string,
  facts: readonly Fact[],
  source: FactSource,
): Promise<Fact[]> {
  const news: Fact[] = []
  for (const fact of facts) if (await applyFact(tx, orderId, fact, source)) news.push(fact)
  return news
}

/** What changes of an order's money with one decision. */
export type MoneyChange = {
  readonly from: OrderMoney
  readonly money: OrderMoney
  readonly refunds: readonly NewRefund[]
  readonly isFinal: boolean
  readonly reviews: readonly Asked[]
}

/** Writes it: attempts, finished refunds, new refunds, reviews. `news`: facts that came with it. The caller holds the order. */
export async function saveMoney(
  tx: Transaction,
  { from, money: { orderId, paymentOutcome }, refunds, isFinal, reviews }: MoneyChange,
  news: readonly Fact[],
): Promise<void> {
  const { attempts, refundsDone, refundsFailed } = paymentOutcome
  const moved = attempts.filter(({ id, status }) => from.attempts.find((known) => known.id === id)?.status !== status)
  await Promise.all([
    ...moved.map(({ id, status }) => repo.setAttemptStatus(tx, id, status)),
    refundsDone.length > 0 && repo.markRefundsDone(tx, refundsDone),
    refundsFailed.length > 0 && repo.markRefundsFailed(tx, refundsFailed),
    answerRefunds(tx, orderId, paymentOutcome, news),
    answerDisputes(tx, orderId, paymentOutcome, news),
    ...reviews.map((review) => openReview(tx, review)),
    isFinal && repo.markRefundsFinal(tx, orderId),
    ...refunds.map((refund) => repo.insertRefund(tx, refund)),
  ])
}

/** What was asked about a refund is answered once it is done; why one failed is written down. */
async function answerRefunds(
  tx: Transaction,
  orderId: string,
  { payments }: PaymentOutcome,
  news: readonly Fact[],
): Promise<void> {
  for (const { kind, refundId, attemptId, isElsewhere, failure } of news) {
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
 * What was asked about disputes whose end was told just now, and never again when it is told once more. What is still asked
 * stays, and says what is known now.
 */
async function answerDisputes(
  tx: Transaction,
  orderId: string,
  { payments, reviews }: PaymentOutcome,
  news: readonly Fact[],
): Promise<void> {
  const ends = news.filter(({ kind, isLost }) => kind === 'dispute_won' || isLost)
  for (const { attemptId } of payments) {
    const end = ends.find((fact) => fact.attemptId === attemptId)
    const isAsked = reviews.some((review) => review.attemptId === attemptId && review.reason === 'disputed')
    if (end && !isAsked) await closeDisputeReviews(tx, orderId, attemptId, end.isLost ? 'lost' : 'won')
  }
}
