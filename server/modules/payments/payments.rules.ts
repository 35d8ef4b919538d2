import type { Money } from '#shared/money.ts'
import { addParts, unspent, type Credit } from './parts.rules.ts'

export type AttemptStatus = 'creating' | 'unknown' | 'open' | 'paid' | 'failed' | 'closed'
export type FactKind = 'paid' | 'failed' | 'closed' | 'refunded' | 'disputed' | 'dispute_won' | 'reverted'
export type RefundStatus = 'requested' | 'sent' | 'done' | 'failed'
export type ReviewReason =
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'disputed'
  | 'reverted'
  | 'refund_not_ours'
  | 'overpaid'

export type AttemptView = {
  readonly id: string
  readonly status: AttemptStatus
  readonly amountMinor: number
  readonly currency: string
  /** Any amount counts, and several add up to the total: nobody can make a chain refuse a payment. */
  readonly addsUp?: boolean
}
export type FactView = {
  readonly kind: FactKind
  readonly attemptId: string
  readonly providerTxnId: string
  /** Null: `amountMinor` is what was refunded in all so far. */
  readonly refundId: string | null
  /** Which dispute it is about; absent where the provider gives them no number. */
  readonly disputeId?: string
  readonly amountMinor: number
  readonly currency: string
  readonly at: Date
}
export type RefundView = {
  readonly id: string
  readonly attemptId: string
  readonly providerTxnId: string
  readonly amountMinor: number
  readonly status: RefundStatus
  /** Promised while the payments did not come to the total: from then on that money buys nothing. */
  readonly beforeCredit?: boolean
  /** With it all that had come was promised back: once all such are done, that money buys nothing, whatever comes later. */
  readonly isFinal?: boolean
}

/** One payment at a provider, folded from its facts. */
export type Payment = {
  readonly attemptId: string
  readonly providerTxnId: string
  readonly amountMinor: number
  readonly currency: string
  readonly at: Date
  readonly mismatch: 'amount_mismatch' | 'currency_mismatch' | null
  /** Of an attempt whose payments add up. */
  readonly isPart: boolean
  readonly refundedMinor: number
  /** Asked for and not yet stated as refunded. */
  readonly pendingMinor: number
  /** Of a part: what was promised back before the parts came to the total, or went back with all of them. */
  readonly withdrawnMinor: number
  /** How much of that bought the plan until it went back. */
  readonly spentMinor: number
  /** The provider refused a refund for good: from then on a person decides. */
  readonly refundFailed: boolean
  readonly disputed: boolean
  /** Those that nobody won so far. */
  readonly openDisputes: readonly string[]
  readonly reverted: boolean
}

export type Settlement = {
  /** `short`: money that counts came, and less than the total. Whether to wait for the rest depends on the time. */
  readonly outcome: 'unpaid' | 'short' | 'review' | 'paid' | 'refunding' | 'partially_refunded' | 'refunded'
  /** Whether the order stands for membership time now. */
  readonly entitled: boolean
  readonly paidAt: Date | null
  readonly attempts: readonly { readonly id: string; readonly status: AttemptStatus }[]
  /** Attempts that nobody should pay any more. */
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
    readonly details: Readonly<Record<string, unknown>>
  }[]
  /** Every payment that is known, the earliest first. */
  readonly payments: readonly Payment[]
  /** Whether the payments that add up come to the total, also where another one bought the plan. */
  readonly partsPay: boolean
  /** Every fact stated these refunds as done. */
  readonly refundsDone: readonly string[]
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

const paymentKey = (fact: { attemptId: string; providerTxnId: string }) => `${fact.attemptId}\n${fact.providerTxnId}`
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const sumOf = (some: readonly { readonly amountMinor: number }[]) => sum(some.map(({ amountMinor }) => amountMinor))

/**
 * What was given back of one payment. A provider states refunds one by one, or as a running total, or both: the truth
 * is the larger of the two, because neither counts money twice and either may be late.
 */
function refundedMinor(facts: readonly FactView[]): number {
  const single = new Map(
    facts.filter((fact) => fact.refundId !== null).map((fact) => [fact.refundId, fact.amountMinor]),
  )
  const totals = facts.filter((fact) => fact.refundId === null).map((fact) => fact.amountMinor)
  return Math.max(sum([...single.values()]), ...totals, 0)
}

const disputesIn = (facts: readonly FactView[], kind: 'disputed' | 'dispute_won'): ReadonlySet<string> =>
  new Set(facts.filter((fact) => fact.kind === kind).map(({ disputeId = '' }) => disputeId))

export function foldPayments(
  attempts: readonly AttemptView[],
  facts: readonly FactView[],
  refunds: readonly RefundView[],
): Payment[] {
  const attemptById = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const byPayment = Map.groupBy(facts, paymentKey)
  const done = new Set(facts.filter(({ kind }) => kind === 'refunded').map(({ refundId }) => refundId))
  const allWentBack = refunds.every(({ id, isFinal, status }) => !isFinal || status === 'failed' || done.has(id))
  return [...byPayment.values()]
    .flatMap((own): Payment[] => {
      const paid = own.find((fact) => fact.kind === 'paid')
      const attempt = paid && attemptById.get(paid.attemptId)
      if (!paid || !attempt) return []
      const refunded = own.filter((fact) => fact.kind === 'refunded')
      const openDisputes = [...disputesIn(own, 'disputed').difference(disputesIn(own, 'dispute_won'))].toSorted()
      const stated = new Set(refunded.map((fact) => fact.refundId))
      const ownRefunds = refunds.filter((refund) => paymentKey(refund) === paymentKey(paid))
      const standing = ownRefunds.filter(({ status }) => status !== 'failed')
      const pending = standing.filter(({ id, status }) => status !== 'done' && !stated.has(id))
      return [
        {
          attemptId: paid.attemptId,
          providerTxnId: paid.providerTxnId,
          amountMinor: paid.amountMinor,
          currency: paid.currency,
          at: paid.at,
          mismatch:
            paid.currency !== attempt.currency
              ? 'currency_mismatch'
              : !attempt.addsUp && paid.amountMinor !== attempt.amountMinor
                ? 'amount_mismatch'
                : null,
          isPart: attempt.addsUp === true,
          refundedMinor: Math.min(paid.amountMinor, refundedMinor(refunded)),
          pendingMinor: sumOf(pending),
          withdrawnMinor: sumOf(
            standing.filter(({ beforeCredit, isFinal }) => beforeCredit || (isFinal && allWentBack)),
          ),
          spentMinor: sumOf(standing.filter(({ beforeCredit, isFinal }) => !beforeCredit && isFinal && allWentBack)),
          refundFailed: ownRefunds.some(({ status }) => status === 'failed'),
          disputed: openDisputes.length > 0,
          openDisputes,
          reverted: own.some((fact) => fact.kind === 'reverted'),
        },
      ]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (paymentKey(a) < paymentKey(b) ? -1 : 1))
}

/** What may still be given back of a payment: never more than came in, less what went back or is on its way. */
export const refundableMinor = (payment: Payment): number =>
  payment.reverted ? 0 : Math.max(0, payment.amountMinor - payment.refundedMinor - payment.pendingMinor)

/**
 * Decides everything that follows from what is known about an order's money. Pure, and a function of the set of facts:
 * their order and their number change nothing.
 *
 * The earliest matching payment buys the plan; every other one goes back. A payment that turns up later can only move
 * this choice to an earlier one, so money that was sent back never becomes the money that bought the plan. Parts buy it
 * only where no such payment is, for the same reason: they go back as soon as there is one.
 */
export function decideSettlement(
  total: Money,
  attempts: readonly AttemptView[],
  facts: readonly FactView[],
  refunds: readonly RefundView[],
): Settlement {
  const payments = foldPayments(attempts, facts, refunds)
  const matched = payments.filter((payment) => payment.mismatch === null)
  const parts = matched.filter(({ isPart }) => isPart)
  const [exact, ...more] = matched.filter(({ isPart }) => !isPart)
  const added = addParts(total.amountMinor, parts)
  // The time that was bought once is known also after the money for it went back.
  const addedOnce = added ?? addParts(total.amountMinor, parts.map(unspent))
  const credited: Credit | undefined = exact ? { ...exact, contested: isContested(exact) } : added
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
  return {
    outcome: free ? 'paid' : credited ? outcomeOf(credited, total) : outcomeWithoutCredit(payments),
    entitled: free || (credited !== undefined && !credited.contested && credited.refundedMinor < credited.amountMinor),
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
      ...payments.flatMap((payment) => reviewsOf(payment, attempts, refunds)),
      ...(added && !exact && added.amountMinor > total.amountMinor ? [overpaid(parts, added.amountMinor, total)] : []),
    ],
    payments,
    partsPay: added !== undefined,
    refundsDone: facts.flatMap((fact) => (fact.kind === 'refunded' && fact.refundId !== null ? [fact.refundId] : [])),
  }
}

/** Money that came and may be gone again, without a refund of ours: the time goes back and a person decides. */
const isContested = (payment: Payment): boolean => payment.disputed || payment.reverted

/** Nothing goes back of it by itself: a second refund could be one too many. */
export const waitsForPerson = (payment: Payment): boolean => isContested(payment) || payment.refundFailed

/** What goes back of parts beyond the total leaves the plan paid. */
function outcomeOf(
  { amountMinor, refundedMinor: back, pendingMinor, contested }: Credit,
  total: Money,
): Settlement['outcome'] {
  if (back >= amountMinor) return 'refunded'
  if (contested) return 'review'
  if (pendingMinor > 0) return 'refunding'
  return back > amountMinor - total.amountMinor ? 'partially_refunded' : 'paid'
}

/** No payment fits. Whatever did arrive is somebody's money: a person looks at it until all of it went back. */
function outcomeWithoutCredit(payments: readonly Payment[]): Settlement['outcome'] {
  if (payments.length === 0) return 'unpaid'
  const isBack = (payment: Payment) => payment.refundedMinor >= payment.amountMinor
  if (payments.every(isBack)) return 'refunded'
  if (!payments.every(({ isPart, mismatch }) => isPart && mismatch === null) || payments.some(isContested))
    return 'review'
  return payments.every(({ amountMinor, refundedMinor: back, pendingMinor }) => back + pendingMinor >= amountMinor)
    ? 'refunding'
    : 'short'
}

const overpaid = (parts: readonly Payment[], receivedMinor: number, total: Money): Settlement['reviews'][number] => ({
  attemptId: parts.at(-1)?.attemptId ?? '',
  reason: 'overpaid',
  details: { receivedMinor, expectedMinor: total.amountMinor, currency: total.currency },
})

function reviewsOf(
  payment: Payment,
  attempts: readonly AttemptView[],
  refunds: readonly RefundView[],
): Settlement['reviews'] {
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
    ...(payment.mismatch ? [review(payment.mismatch, { ...about, ...expected })] : []),
    ...(payment.disputed ? [review('disputed', { ...about, disputes: payment.openDisputes })] : []),
    ...(payment.reverted ? [review('reverted', about)] : []),
    ...(payment.refundedMinor > asked
      ? [review('refund_not_ours', { ...about, refundedMinor: payment.refundedMinor, askedMinor: asked })]
      : []),
  ]
}
