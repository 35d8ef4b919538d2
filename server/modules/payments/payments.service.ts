import { ulid } from 'ulid'
import type { Money } from '#shared/money.ts'
import type { Transaction } from '#server/platform/database.ts'
import { referenceOf } from './fact-reference.rules.ts'
import * as repo from './payments.repo.ts'
import type { PaymentOutcome } from './payments.rules.ts'
import type { Fact } from './providers/port.ts'
import { knownPayments, readMoney, type KnownPayment } from './read-money.ts'
import { openReview } from './reviews.service.ts'
import { closeDisputeReviews } from './review-queue.repo.ts'
import { closeReviewOf } from './review-queue.queries.ts'

export type FactSource = 'notification' | 'query' | 'operator' | 'chain'

/**
 * Adds one verified fact to what is known: the one way in which anything about a payment becomes true, whoever brings
 * it. A fact that is known changes nothing. A second fact under the same name that says something else is put to review.
 * Answers whether it is new.
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

export type SettledMoney = {
  readonly paymentOutcome: PaymentOutcome
  readonly payments: readonly KnownPayment[]
  readonly newRefundIds: readonly string[]
}

/**
 * Adds the facts and brings everything of this module in line with them: attempts, finished refunds, refunds of money
 * paid twice, reviews. The caller holds the order's lock, sends the new refunds, and sees to what the order is worth.
 */
export async function derivePaymentOutcome(
  tx: Transaction,
  order: { id: string; total: Money },
  facts: readonly Fact[],
  source: FactSource,
): Promise<SettledMoney> {
  const news: Fact[] = []
  for (const fact of facts) if (await applyFact(tx, order.id, fact, source)) news.push(fact)
  const { attempts, paymentOutcome } = await readMoney(tx, order)
  for (const { id, status } of paymentOutcome.attempts)
    if (attempts.find((attempt) => attempt.id === id)?.status !== status) await repo.setAttemptStatus(tx, id, status)
  if (paymentOutcome.refundsDone.length > 0) await repo.markRefundsDone(tx, paymentOutcome.refundsDone)
  if (paymentOutcome.refundsFailed.length > 0) await repo.markRefundsFailed(tx, paymentOutcome.refundsFailed)
  await answerRefunds(tx, order.id, paymentOutcome, news)
  await answerDisputes(tx, order.id, paymentOutcome, news)
  for (const review of paymentOutcome.reviews) await openReview(tx, { orderId: order.id, ...review })
  const newRefundIds: string[] = []
  for (const duplicate of paymentOutcome.duplicates) {
    const id = ulid()
    const { currency } = order.total
    await repo.insertRefund(tx, {
      id,
      orderId: order.id,
      ...duplicate,
      currency,
      reason: 'duplicate',
      requestedBy: 'settlement',
      beforeCredit: false,
      isFinal: false,
    })
    newRefundIds.push(id)
  }
  return { paymentOutcome, newRefundIds, payments: knownPayments(paymentOutcome, attempts) }
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
