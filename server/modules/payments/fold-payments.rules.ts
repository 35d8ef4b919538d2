import { foldRefunds, refundsByFacts } from './fold-refunds.rules.ts'
import type { AttemptView, FactView, RefundView, OpenDispute, FailedRefund } from './payment-views.rules.ts'

export type Payment = {
  readonly attemptId: string
  readonly providerTxnId: string
  readonly amountMinor: number
  readonly currency: string
  readonly at: Date
  readonly mismatch: 'amount_mismatch' | 'currency_mismatch' | 'payer_blocked' | 'account_erased' | null
  /** True if the payment is or was held because its payer is blocked or its account was erased. */
  readonly wasHeld?: boolean
  /** True if the payment may be one of several that add up to the order's total (cryptocurrency). */
  readonly isPart: boolean
  readonly refundedMinor: number
  /** Amount of the refunds that were requested but are not yet reported as done. */
  readonly pendingMinor: number
  /**
   * Part of `amountMinor` that was refunded and never counts towards the order's total again: refunds requested before
   * the partial payments reached the total, or all final refunds once they are done.
   */
  readonly withdrawnMinor: number
  /** Part of `withdrawnMinor` that had helped to buy the plan before it was refunded. */
  readonly spentMinor: number
  /** True if a refund failed or was rejected permanently. An operator then decides about the rest of the payment. */
  readonly refundFailed: boolean
  /** Refunds that the provider reported as failed and that were not paid another way since. */
  readonly failedRefunds: readonly FailedRefund[]
  /** Amount that an operator paid another way, for example by bank transfer, after the refund had failed. */
  readonly elsewhereMinor: number
  /** True if a dispute about the payment is open or lost. */
  readonly disputed: boolean
  /** Disputes that are neither won nor lost yet. */
  readonly openDisputes: readonly OpenDispute[]
  /** Disputes reported as both won and lost. They count as lost until an operator decides. */
  readonly contradictedDisputes: readonly string[]
  /**
   * Amount lost in disputes that had not been refunded before. Together with the refunds it never exceeds the payment.
   */
  readonly lostMinor: number
  /** Total amount lost in disputes, for the ledger. Larger than `lostMinor` if part of it had already been refunded. */
  readonly chargedBackMinor: number
  readonly reverted: boolean
}

export const paymentKey = (fact: { attemptId: string; providerTxnId: string }) =>
  `${fact.attemptId}\n${fact.providerTxnId}`
export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const sumOf = (some: readonly { readonly amountMinor: number }[]) => sum(some.map(({ amountMinor }) => amountMinor))

/**
 * Result of a dispute. The provider's statements outweigh those of an operator, also about the amount. If the provider
 * reported the dispute as won and as lost, it is lost. Ignores a loss in another currency than the payment.
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

/** Amount returned twice: first by a refund, then by a chargeback. */
export const paidTwiceMinor = ({ chargedBackMinor, lostMinor }: Payment): number => chargedBackMinor - lostMinor

/**
 * Amount that can still be refunded: the payment less refunds (done or pending) and losses in disputes. Zero if the
 * payment was reverted by a chain reorganisation.
 */
export const refundableMinor = (payment: Payment): number =>
  payment.reverted
    ? 0
    : Math.max(0, payment.amountMinor - payment.refundedMinor - payment.pendingMinor - payment.lostMinor)

/** True while a dispute is open. The bank may already have returned the money, so a refund could return it twice. */
export const isDisputed = ({ openDisputes }: Payment): boolean => openDisputes.length > 0

/**
 * True if the money may have been taken back without a refund of ours (chargeback or chain reorganisation). The
 * membership time is then revoked until an operator decides.
 */
export const isContested = (payment: Payment): boolean => payment.disputed || payment.reverted

/**
 * True if an operator must decide about the money: the bank or a chain reorganisation may already have taken it back,
 * or a refund failed.
 */
export const needsManualReview = (payment: Payment): boolean => isContested(payment) || payment.refundFailed
