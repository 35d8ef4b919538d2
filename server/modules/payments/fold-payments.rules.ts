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
  /** The payment is or was held because its payer is blocked or its account erased. */
  readonly wasHeld?: boolean
  /** True for a part of an order paid in several payments that add up. */
  readonly isPart: boolean
  readonly refundedMinor: number
  /** Refunds promised but not yet reported as done. */
  readonly pendingMinor: number
  /**
   * Part of `amountMinor` that never counts towards the total: refunds promised before the parts reached it, or final
   * refunds once all are done.
   */
  readonly withdrawnMinor: number
  /** Part of `withdrawnMinor` that had bought the plan until it was refunded. */
  readonly spentMinor: number
  /** True if a refund failed or was rejected for good: an operator decides about the rest. */
  readonly refundFailed: boolean
  /** Refunds reported as failed by the provider and not paid another way. */
  readonly failedRefunds: readonly FailedRefund[]
  /** Amount paid another way after its refund failed. */
  readonly elsewhereMinor: number
  /** True if a dispute is open or lost. */
  readonly disputed: boolean
  /** Disputes without a result. */
  readonly openDisputes: readonly OpenDispute[]
  /** Disputes stated as both won and lost. They count as lost until an operator decides. */
  readonly contradictedDisputes: readonly string[]
  /** Final loss by disputes of money that had not been refunded: with the refunds never more than the payment. */
  readonly lostMinor: number
  /** Final loss by disputes in all, for the ledger. More than `lostMinor` if some of it had been refunded before. */
  readonly chargedBackMinor: number
  readonly reverted: boolean
}

export const paymentKey = (fact: { attemptId: string; providerTxnId: string }) =>
  `${fact.attemptId}\n${fact.providerTxnId}`
export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const sumOf = (some: readonly { readonly amountMinor: number }[]) => sum(some.map(({ amountMinor }) => amountMinor))

/**
 * Result of a dispute. The provider's statements outweigh an operator's, also in the amount. Among the provider's, a
 * loss outweighs a win; a loss in another currency is ignored.
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

/** State of a payment's disputes. */
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

/** Amount paid out twice: by a refund, and then by a chargeback. */
export const paidTwiceMinor = ({ chargedBackMinor, lostMinor }: Payment): number => chargedBackMinor - lostMinor

/** Amount that can still be refunded: received, less refunds (done or pending) and dispute losses. */
export const refundableMinor = (payment: Payment): number =>
  payment.reverted
    ? 0
    : Math.max(0, payment.amountMinor - payment.refundedMinor - payment.pendingMinor - payment.lostMinor)

/** True while a dispute is open: the bank may have taken the money, so a refund could pay it twice. */
export const isDisputed = ({ openDisputes }: Payment): boolean => openDisputes.length > 0

/** True if the money may be gone without a refund of ours: membership time is taken back and an operator decides. */
export const isContested = (payment: Payment): boolean => payment.disputed || payment.reverted

/** True if an operator must decide: an automatic refund could pay twice. */
export const waitsForPerson = (payment: Payment): boolean => isContested(payment) || payment.refundFailed
