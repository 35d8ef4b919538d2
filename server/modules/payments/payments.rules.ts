import type { Money } from '#shared/money.ts'
import type { AttemptStatus, AttemptView, FactView, RefundView } from './payment-views.rules.ts'
import {
  foldPayments,
  isContested,
  paidTwiceMinor,
  paymentKey,
  refundableMinor,
  sum,
  needsManualReview,
  type Payment,
} from './fold-payments.rules.ts'
import { refundsByFacts } from './fold-refunds.rules.ts'
import { addParts, keptMinor, unspent, type Credit } from './parts.rules.ts'
import { findWrongRefunds, inMoneyOfPayment, type WrongRefund } from './wrong-refunds.rules.ts'

type ReviewReason =
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'payer_blocked'
  | 'account_erased'
  | 'disputed'
  | 'conflicting_facts'
  | 'reverted'
  | 'refund_not_ours'
  | 'refund_failed'
  | 'overpaid'
  | 'paid_back_twice'

export type PaymentOutcome = {
  /**
   * State of an order's money. `short`: the matching payments are less than the total; the caller decides how long to
   * wait for the rest.
   */
  readonly outcome: 'unpaid' | 'short' | 'review' | 'paid' | 'refunding' | 'partially_refunded' | 'refunded'
  readonly entitled: boolean
  readonly keptMinor: number
  readonly paidAt: Date | null
  readonly attempts: readonly { readonly id: string; readonly status: AttemptStatus }[]
  readonly attemptsToClose: readonly string[]
  /** Latest time at which an attempt ended, if all attempts ended without money. */
  readonly closedAt: Date | null
  /**
   * Payments for an order that was already paid, with the amount that is refunded automatically: all that was not
   * returned yet. Payments that need an operator are left out.
   */
  readonly duplicates: readonly {
    readonly attemptId: string
    readonly providerTxnId: string
    readonly amountMinor: number
  }[]
  readonly reviews: readonly {
    readonly attemptId: string
    readonly reason: ReviewReason
    /** Id of the payment, dispute or refund that is reviewed. Needed where one attempt may have several reviews. */
    readonly subject?: string
    readonly details: Readonly<Record<string, unknown>>
  }[]
  readonly payments: readonly Payment[]
  /** True if partial payments reach the total, even if a single payment bought the plan. */
  readonly partsPay: boolean
  /**
   * Refunds whose stored status must change, because the provider's latest statement says that they are done or have
   * failed.
   */
  readonly refundsDone: readonly string[]
  readonly refundsFailed: readonly string[]
}

/**
 * Status of an attempt, computed from all facts. A payment outweighs statements that there is none. The attempt of a
 * partial payment is `paid` only once the total is reached.
 */
export function deriveAttempt(attempt: AttemptView, facts: readonly FactView[], partsPay = false): AttemptStatus {
  const kinds = new Set(facts.filter((fact) => fact.attemptId === attempt.id).map((fact) => fact.kind))
  if (kinds.has('paid') && (!attempt.addsUp || partsPay)) return 'paid'
  if (kinds.has('closed')) return 'closed'
  if (kinds.has('failed')) return 'failed'
  return attempt.status
}

/**
 * Decides everything from the facts about an order's money; their order and repetition do not matter. The earliest
 * matching payment buys the plan and all others are refunded; partial payments buy only if there is no single matching
 * payment. A late fact can only move the purchase to an earlier payment, so a payment refunded as a duplicate never
 * becomes the one that bought. `isTakenBack`: an operator revoked an order of total 0, which has no refund.
 */
export function derivePaymentOutcome(
  total: Money,
  attempts: readonly AttemptView[],
  stated: readonly FactView[],
  refunds: readonly RefundView[],
  isTakenBack = false,
): PaymentOutcome {
  const facts = inMoneyOfPayment(stated)
  const payments = foldPayments(attempts, facts, refunds)
  const matched = payments.filter((payment) => payment.mismatch === null)
  const parts = matched.filter(({ isPart }) => isPart)
  const [exact, ...more] = matched.filter(({ isPart }) => !isPart)
  const added = addParts(total.amountMinor, parts)
  // Keeps the time at which the partial payments reached the total, even after the money was refunded.
  const addedOnce = added ?? addParts(total.amountMinor, parts.map(unspent))
  const credited: Credit | undefined = exact ? { ...exact, contested: isContested(exact) } : added
  const byFacts = refundsByFacts(refunds, facts)
  const changed = (status: RefundView['status']) =>
    byFacts.filter((refund, index) => refund.status === status && refund !== refunds[index]).map(({ id }) => id)
  const derived = attempts.map((attempt) => ({
    id: attempt.id,
    status: deriveAttempt(attempt, facts, addedOnce !== undefined),
  }))
  const free = total.amountMinor === 0
  const closings = facts
    .filter((fact) => fact.kind === 'closed' || fact.kind === 'failed')
    .map((fact) => fact.at.getTime())
  const allEnded = derived.length > 0 && derived.every(({ status }) => status === 'closed' || status === 'failed')
  const bought = free || credited !== undefined
  const kept = keptMinor(total.amountMinor, credited)
  return {
    outcome: free
      ? isTakenBack
        ? 'refunded'
        : 'paid'
      : credited
        ? outcomeOf(credited, kept, total)
        : outcomeWithoutCredit(payments),
    entitled: free ? !isTakenBack : credited !== undefined && !credited.contested && kept > 0,
    keptMinor: kept,
    paidAt: (credited ?? addedOnce)?.at ?? null,
    attempts: derived,
    attemptsToClose: bought
      ? derived.filter(({ status }) => ['creating', 'unknown', 'open'].includes(status)).map(({ id }) => id)
      : [],
    closedAt: allEnded && closings.length > 0 ? new Date(Math.max(...closings)) : null,
    duplicates: (exact || free ? [...more, ...parts] : [])
      .filter((payment) => !needsManualReview(payment) && refundableMinor(payment) > 0)
      .map((payment) => ({
        attemptId: payment.attemptId,
        providerTxnId: payment.providerTxnId,
        amountMinor: refundableMinor(payment),
      })),
    reviews: [
      ...payments.flatMap((payment) => reviewsOf(payment, attempts, byFacts)),
      ...findWrongRefunds(stated, refunds).map(reviewWrongRefund),
      ...(added && !exact && added.amountMinor > total.amountMinor ? [overpaid(parts, added.amountMinor, total)] : []),
    ],
    payments,
    partsPay: added !== undefined,
    refundsDone: changed('done'),
    refundsFailed: changed('failed'),
  }
}

/** Status of a bought order. The order stays paid after a refund of the excess. A lost dispute counts as a refund. */
function outcomeOf({ pendingMinor, contested }: Credit, kept: number, total: Money): PaymentOutcome['outcome'] {
  if (kept === 0) return 'refunded'
  if (contested) return 'review'
  if (pendingMinor > 0) return 'refunding'
  return kept < total.amountMinor ? 'partially_refunded' : 'paid'
}

/**
 * Status of an order that no payment bought. Partial payments make it `short`, or `refunding` once all of them are
 * being returned; any other money stays under review until it is refunded.
 */
function outcomeWithoutCredit(payments: readonly Payment[]): PaymentOutcome['outcome'] {
  if (payments.length === 0) return 'unpaid'
  const isBack = (payment: Payment) => payment.refundedMinor + payment.lostMinor >= payment.amountMinor
  if (payments.every(isBack)) return 'refunded'
  if (!payments.every(({ isPart, mismatch }) => isPart && mismatch === null) || payments.some(isContested))
    return 'review'
  return payments.every(({ amountMinor, refundedMinor: back, pendingMinor }) => back + pendingMinor >= amountMinor)
    ? 'refunding'
    : 'short'
}

const overpaid = (
  parts: readonly Payment[],
  receivedMinor: number,
  total: Money,
): PaymentOutcome['reviews'][number] => ({
  attemptId: parts.at(-1)?.attemptId ?? '',
  reason: 'overpaid',
  details: { receivedMinor, expectedMinor: total.amountMinor, currency: total.currency },
})

const reviewWrongRefund = ({ fact, askedMinor }: WrongRefund): PaymentOutcome['reviews'][number] => {
  const { attemptId, providerTxnId, refundId, amountMinor, currency } = fact
  return {
    attemptId,
    reason: 'conflicting_facts',
    subject: `refund ${refundId ?? 'in all'} ${amountMinor} ${currency}`,
    details: { kind: 'refunded', providerTxnId, refundId, amountMinor, currency, askedMinor },
  }
}

/**
 * True if a dispute is open or took only a part of the payment. An operator must then decide about the rest of the
 * money.
 */
const needsVerdict = ({ disputed, openDisputes, amountMinor, refundedMinor, lostMinor }: Payment): boolean =>
  disputed && (openDisputes.length > 0 || refundedMinor + lostMinor < amountMinor)

function reviewsOf(
  payment: Payment,
  attempts: readonly AttemptView[],
  refunds: readonly RefundView[],
): PaymentOutcome['reviews'] {
  const attempt = attempts.find(({ id }) => id === payment.attemptId)
  const asked = sum(
    refunds
      .filter((refund) => paymentKey(refund) === paymentKey(payment) && refund.status !== 'failed')
      .map(({ amountMinor }) => amountMinor),
  )
  const about = {
    providerTxnId: payment.providerTxnId,
    statedMinor: payment.amountMinor,
    statedCurrency: payment.currency,
  }
  const expected = { expectedMinor: attempt?.amountMinor, expectedCurrency: attempt?.currency }
  const review = (reason: ReviewReason, details: Record<string, unknown>) => ({
    attemptId: payment.attemptId,
    reason,
    details,
  })
  return [
    ...(payment.mismatch
      ? [
          {
            ...review(payment.mismatch, { ...about, ...expected }),
            ...((payment.mismatch === 'payer_blocked' || payment.mismatch === 'account_erased') && {
              subject: payment.providerTxnId,
            }),
          },
        ]
      : []),
    ...(needsVerdict(payment)
      ? [
          review('disputed', {
            ...about,
            disputes: payment.openDisputes,
            ...(payment.lostMinor > 0 && { lostMinor: payment.lostMinor }),
          }),
        ]
      : []),
    ...payment.contradictedDisputes.map((dispute) => ({
      ...review('conflicting_facts', { ...about, disputes: [dispute] }),
      subject: `dispute ${dispute}`,
    })),
    ...(paidTwiceMinor(payment) > 0
      ? [
          {
            ...review('paid_back_twice', {
              ...about,
              refundedMinor: payment.refundedMinor,
              lostMinor: payment.chargedBackMinor,
              twiceMinor: paidTwiceMinor(payment),
            }),
            // The subject of the review contains the amount, so that a changed amount opens a new review.
            subject: `${payment.providerTxnId} ${paidTwiceMinor(payment)}`,
          },
        ]
      : []),
    ...(payment.reverted ? [review('reverted', about)] : []),
    ...payment.failedRefunds.map(({ id, amountMinor, currency }) => ({
      ...review('refund_failed', { refundId: id, providerTxnId: payment.providerTxnId, amountMinor, currency }),
      subject: id,
    })),
    ...(payment.refundedMinor - payment.elsewhereMinor > asked
      ? [review('refund_not_ours', { ...about, refundedMinor: payment.refundedMinor, askedMinor: asked })]
      : []),
  ]
}
