import { foldRefunds, refundsByFacts } from './fold-refunds.rules.ts'
import type { AttemptView, FactView, RefundView, OpenDispute, FailedRefund } from './payment-views.rules.ts'

/** One payment at a provider, folded from its facts. */
export type Payment = {
  readonly attemptId: string
  readonly providerTxnId: string
  readonly amountMinor: number
  readonly currency: string
  readonly at: Date
  readonly mismatch: 'amount_mismatch' | 'currency_mismatch' | 'payer_blocked' | 'account_erased' | null
  /** It waited, or waits, because its payer was blocked or its account erased. */
  readonly wasHeld?: boolean
  /** Of an attempt whose payments add up. */
  readonly isPart: boolean
  readonly refundedMinor: number
  /** Asked for and not yet stated as refunded. */
  readonly pendingMinor: number
  /** Of a part: what was promised back before the parts came to the total, or went back with all of them. */
  readonly withdrawnMinor: number
  /** How much of that bought the plan until it went back. */
  readonly spentMinor: number
  /** A refund failed, or was refused for good: from then on a person decides. */
  readonly refundFailed: boolean
  /** Refunds that the provider says failed, and that no one gave back in another way. */
  readonly failedRefunds: readonly FailedRefund[]
  /** What went back in another way, after its refund had failed. */
  readonly elsewhereMinor: number
  /** By a dispute that is open, or that was lost. */
  readonly disputed: boolean
  /** Those that neither side won so far. */
  readonly openDisputes: readonly OpenDispute[]
  /** Those of which it was stated that we won and that we lost: the loss counts, and a person looks at it. */
  readonly contradictedDisputes: readonly string[]
  /** What disputes took for good, of what had not been given back: never more than the payment with its refunds. */
  readonly lostMinor: number
  /** What disputes took for good in all, as the books have it; more than `lostMinor` where it had been given back before. */
  readonly chargedBackMinor: number
  readonly reverted: boolean
}

export const paymentKey = (fact: { attemptId: string; providerTxnId: string }) =>
  `${fact.attemptId}\n${fact.providerTxnId}`
export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const sumOf = (some: readonly { readonly amountMinor: number }[]) => sum(some.map(({ amountMinor }) => amountMinor))

/**
 * How one dispute ended. What the provider says outweighs what an operator said, either way and in its amount; of the
 * provider's own words a loss outweighs a win, and a loss in another currency ends nothing.
 */
function endOf(about: readonly FactView[], currency: string) {
  const ends = about.filter((fact) => fact.kind === 'dispute_won' || (fact.isLost && fact.currency === currency))
  const own = ends.filter(({ byOperator }) => !byOperator)
  const counted = own.length > 0 ? own : ends
  const losses = counted.filter(({ kind }) => kind === 'disputed')
  return {
    isOver: counted.length > 0,
    isLost: losses.length > 0,
    isContradicted: losses.length > 0 && losses.length < counted.length,
    lostMinor: Math.max(0, ...losses.map(({ amountMinor }) => amountMinor)),
  }
}

/** How the disputes of a payment stand. */
function foldDisputes(own: readonly FactView[], { currency }: FactView) {
  const disputes = [...Map.groupBy(own, ({ disputeId = '' }) => disputeId)]
    .map(([id, facts]) => {
      const stated = facts.filter(({ kind }) => kind === 'disputed')
      const opening = stated.find(({ isLost }) => !isLost) ?? stated[0]
      return { id, opening, ...endOf(facts, currency) }
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const open = disputes.flatMap(({ id, opening, isOver }): OpenDispute[] =>
    opening && !isOver ? [{ id, amountMinor: opening.amountMinor, currency: opening.currency }] : [],
  )
  return {
    disputed: open.length > 0 || disputes.some(({ isLost }) => isLost),
    openDisputes: open,
    contradictedDisputes: disputes.filter(({ isContradicted }) => isContradicted).map(({ id }) => id),
    lostMinor: sum(disputes.map(({ lostMinor }) => lostMinor)),
  }
}

export function foldPayments(
  attempts: readonly AttemptView[],
  facts: readonly FactView[],
  known: readonly RefundView[],
): Payment[] {
  const refunds = refundsByFacts(known, facts)
  const attemptById = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const byPayment = Map.groupBy(facts, paymentKey)
  const allWentBack = refunds.every(({ isFinal, status }) => !isFinal || status === 'failed' || status === 'done')
  return [...byPayment.values()]
    .flatMap((own): Payment[] => {
      const paid = own.find((fact) => fact.kind === 'paid')
      const attempt = paid && attemptById.get(paid.attemptId)
      if (!paid || !attempt) return []
      const { backMinor: statedMinor, hasFailed, failedRefunds, elsewhereMinor } = foldRefunds(own)
      const backMinor = Math.min(paid.amountMinor, statedMinor)
      const disputes = foldDisputes(own, paid)
      const ownRefunds = refunds.filter((refund) => paymentKey(refund) === paymentKey(paid))
      const standing = ownRefunds.filter(({ status }) => status !== 'failed')
      const pending = standing.filter(({ status }) => status !== 'done')
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
                : paid.hold === 'held'
                  ? 'payer_blocked'
                  : paid.hold === 'erased'
                    ? 'account_erased'
                    : null,
          ...(paid.hold && { wasHeld: true }),
          isPart: attempt.addsUp === true,
          refundedMinor: backMinor,
          pendingMinor: sumOf(pending),
          withdrawnMinor: sumOf(
            standing.filter(({ beforeCredit, isFinal }) => beforeCredit || (isFinal && allWentBack)),
          ),
          spentMinor: sumOf(standing.filter(({ beforeCredit, isFinal }) => !beforeCredit && isFinal && allWentBack)),
          refundFailed: hasFailed || ownRefunds.some(({ status }) => status === 'failed'),
          failedRefunds,
          elsewhereMinor,
          ...disputes,
          lostMinor: Math.min(paid.amountMinor - backMinor, disputes.lostMinor),
          chargedBackMinor: disputes.lostMinor,
          reverted: own.some((fact) => fact.kind === 'reverted'),
        },
      ]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (paymentKey(a) < paymentKey(b) ? -1 : 1))
}

/** What was paid out twice: a chargeback took it, and a refund had given it back. */
export const paidTwiceMinor = ({ chargedBackMinor, lostMinor }: Payment): number => chargedBackMinor - lostMinor

/** What may still be given back of a payment: never more than came in, less what went back, is on its way or was lost. */
export const refundableMinor = (payment: Payment): number =>
  payment.reverted
    ? 0
    : Math.max(0, payment.amountMinor - payment.refundedMinor - payment.pendingMinor - payment.lostMinor)

/** The bank may have taken the money already: a refund could pay it a second time. */
export const isDisputed = ({ openDisputes }: Payment): boolean => openDisputes.length > 0

/** Money that came and may be gone again, without a refund of ours: the time goes back and a person decides. */
export const isContested = (payment: Payment): boolean => payment.disputed || payment.reverted

/** Nothing goes back of it by itself: a second refund could be one too many. */
export const waitsForPerson = (payment: Payment): boolean => isContested(payment) || payment.refundFailed
