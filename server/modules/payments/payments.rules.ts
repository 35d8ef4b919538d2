import type { Money } from '#shared/money.ts'
import type { AttemptStatus, AttemptView, FactView, RefundView } from './payment-views.rules.ts'
import {
  foldPayments,
  isContested,
  paidTwiceMinor,
  paymentKey,
  refundableMinor,
  sum,
  waitsForPerson,
  type Payment,
} from './fold-payments.rules.ts'
import { refundsByFacts } from './fold-refunds.rules.ts'
import { addParts, keptMinor, unspent, type Credit } from './parts.rules.ts'
import { findWrongRefunds, inMoneyOfPayment, type WrongRefund } from './wrong-refunds.rules.ts'

export type ReviewReason =
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
  /** `short`: money that counts came, and less than the total. Whether to wait for the rest depends on the time. */
  readonly outcome: 'unpaid' | 'short' | 'review' | 'paid' | 'refunding' | 'partially_refunded' | 'refunded'
  /** Whether the order stands for membership time now. */
  readonly entitled: boolean
  /** Kept money of the order, in minor units of its currency; see `parts.rules.ts`. */
  readonly keptMinor: number
  readonly paidAt: Date | null
  readonly attempts: readonly { readonly id: string; readonly status: AttemptStatus }[]
  /** Attempts that no one should pay any more. */
  readonly attemptsToClose: readonly string[]
  /** When the last attempt ended without money, if all of them did. */
  readonly closedAt: Date | null
  /** Money that paid for something already paid: all of it goes back. */
  readonly duplicates: readonly {
    readonly attemptId: string
    readonly providerTxnId: string
    readonly amountMinor: number
  }[]
  readonly reviews: readonly {
    readonly attemptId: string
    readonly reason: ReviewReason
    /** Which payment, dispute or refund it is about, where one attempt may be asked about several times at once. */
    readonly subject?: string
    readonly details: Readonly<Record<string, unknown>>
  }[]
  /** Every payment that is known, the earliest first. */
  readonly payments: readonly Payment[]
  /** Whether the payments that add up come to the total, also where another one bought the plan. */
  readonly partsPay: boolean
  /** By the provider's last word these refunds are done, and these came to nothing. */
  readonly refundsDone: readonly string[]
  readonly refundsFailed: readonly string[]
}

/**
 * The status of one attempt from everything known about it. Money outweighs every statement that there is none; a part
 * is not all of it, so that its attempt is `paid` only once the parts are.
 */
export function deriveAttempt(attempt: AttemptView, facts: readonly FactView[], partsPay = false): AttemptStatus {
  const kinds = new Set(facts.filter((fact) => fact.attemptId === attempt.id).map((fact) => fact.kind))
  if (kinds.has('paid') && (!attempt.addsUp || partsPay)) return 'paid'
  if (kinds.has('closed')) return 'closed'
  if (kinds.has('failed')) return 'failed'
  return attempt.status
}

/**
 * Decides everything that follows from what is known about an order's money. Pure, and a function of the set of facts:
 * their order and their number change nothing.
 *
 * The earliest matching payment buys the plan; every other one goes back. A payment that turns up later can only move
 * this choice to an earlier one, so money that was sent back never becomes the money that bought the plan. Parts buy it
 * only where no such payment is, for the same reason: they go back as soon as there is one.
 */
export function derivePaymentOutcome(
  total: Money,
  attempts: readonly AttemptView[],
  stated: readonly FactView[],
  refunds: readonly RefundView[],
): PaymentOutcome {
  const facts = inMoneyOfPayment(stated)
  const payments = foldPayments(attempts, facts, refunds)
  const matched = payments.filter((payment) => payment.mismatch === null)
  const parts = matched.filter(({ isPart }) => isPart)
  const [exact, ...more] = matched.filter(({ isPart }) => !isPart)
  const added = addParts(total.amountMinor, parts)
  // The time that was bought once is known also after the money for it went back.
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
    outcome: free ? 'paid' : credited ? outcomeOf(credited, kept, total) : outcomeWithoutCredit(payments),
    entitled: free || (credited !== undefined && !credited.contested && kept > 0),
    keptMinor: kept,
    paidAt: (credited ?? addedOnce)?.at ?? null,
    attempts: derived,
    attemptsToClose: bought
      ? derived.filter(({ status }) => ['creating', 'unknown', 'open'].includes(status)).map(({ id }) => id)
      : [],
    closedAt: allEnded && closings.length > 0 ? new Date(Math.max(...closings)) : null,
    duplicates: (exact || free ? [...more, ...parts] : [])
      .filter((payment) => !waitsForPerson(payment) && refundableMinor(payment) > 0)
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

/** Status of an order that money bought. A refund of the excess leaves it paid; a lost dispute counts as a refund. */
function outcomeOf({ pendingMinor, contested }: Credit, kept: number, total: Money): PaymentOutcome['outcome'] {
  if (kept === 0) return 'refunded'
  if (contested) return 'review'
  if (pendingMinor > 0) return 'refunding'
  return kept < total.amountMinor ? 'partially_refunded' : 'paid'
}

/** No payment fits. Whatever did arrive is someone's money: a person looks at it until all of it went back. */
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

/** A dispute is open, or one took a part: what becomes of the rest, no rule decides. */
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
            // Another sum is another question.
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
