/** Where money is. Names are stored; a provider's clearing account is one for each provider. */
export type Account =
  | `clearing:${string}`
  | 'revenue'
  | 'suspense'
  | 'refunds'
  | 'chargebacks'
  | 'commissions'
  | 'commissions-payable'
  | 'payouts'
  | 'adjustments'

export type Posting = {
  readonly source: 'payment' | 'refund' | 'dispute' | 'commission' | 'adjustment'
  /** What happened, once: the provider's number of the payment, with the running total for refunds. */
  readonly sourceId: string
  readonly debit: Account
  readonly credit: Account
  readonly currency: string
  readonly amountMinor: number
}

/**
 * One payment as settlement knows it. `isMatched`: it is what the attempt asked for. `isPart`: it is one of several that add
 * up, and matched once they do. `wasHeld`: its payer was blocked when it came, and it counts once it is let go.
 */
export type BookedPayment = {
  readonly provider: string
  readonly providerTxnId: string
  readonly currency: string
  readonly amountMinor: number
  readonly isMatched: boolean
  readonly isPart?: boolean
  readonly wasHeld?: boolean
  readonly refundedMinor: number
  /** What disputes took for good, also of what had been given back before. */
  readonly chargedBackMinor?: number
  /** The chain took it back: it is as if it had never come. */
  readonly reverted?: boolean
}
/**
 * What the books say of a payment so far. `refundsMinor`: given back, less what came back because its refund failed, which
 * happened `refundSteps` times. `isReleased`: it was a part, and became revenue with the others. `lostMinor`: lost in
 * disputes, less what was corrected, in so many `lossSteps`.
 */
export type Booked = {
  readonly refundsMinor: number
  readonly refundSteps: number
  readonly lostMinor: number
  readonly lossSteps: number
  readonly isReleased: boolean
}

/**
 * What must stand in the books for a payment, given what stands there already. A function of what is known, so that
 * settling twice, or in another order, books the same.
 *
 * Money that fits is revenue; money that does not is no one's yet and waits in suspense. What goes back is a refund, or
 * leaves suspense. A part waits in suspense too, and what is left of it is released once all of them came: from then on it is revenue, whatever
 * becomes of the others. What the chain took back leaves the account where it stands. An open dispute books nothing; one that
 * was lost books all that it took, whatever was refunded, and less of it once the provider says that it took less.
 */
export function postingsFor(payment: BookedPayment, booked: Booked): Posting[] {
  const { refundsMinor, refundSteps, isReleased } = booked
  const { provider, providerTxnId, currency, amountMinor, isMatched, refundedMinor } = payment
  const { reverted = false } = payment
  // Both come before it is known that they buy anything.
  const isPart = payment.isPart === true || payment.wasHeld === true
  const clearing: Account = `clearing:${provider}`
  const id = `${provider}:${providerTxnId}`
  const base = { currency }
  const paid: Posting = {
    ...base,
    source: 'payment',
    sourceId: id,
    debit: clearing,
    credit: isMatched && !isPart ? 'revenue' : 'suspense',
    amountMinor,
  }
  const release: Posting = {
    ...base,
    source: 'adjustment',
    sourceId: `${id}:parts`,
    debit: 'suspense',
    credit: 'revenue',
    amountMinor: amountMinor - refundsMinor,
  }
  const back = refundedMinor - refundsMinor
  const isRevenue = isPart ? isReleased || (isMatched && !reverted) : isMatched
  const lender: Account = isRevenue ? 'refunds' : 'suspense'
  // After one that failed, the same sum may go back again.
  const step = refundSteps === 0 ? `${refundedMinor}` : `${refundedMinor}.${refundSteps}`
  const refund: Posting =
    back > 0
      ? { ...base, source: 'refund', sourceId: `${id}:${step}`, debit: lender, credit: clearing, amountMinor: back }
      : {
          ...base,
          source: 'adjustment',
          sourceId: `${id}:refund:${refundedMinor}.${refundSteps}`,
          debit: clearing,
          credit: lender,
          amountMinor: -back,
        }
  const takenBack: Posting = {
    ...base,
    source: 'adjustment',
    sourceId: `${id}:reverted`,
    debit: isRevenue ? 'revenue' : 'suspense',
    credit: clearing,
    amountMinor: amountMinor - refundedMinor,
  }
  return [
    paid,
    ...(isPart && isRevenue && !isReleased ? [release] : []),
    refund,
    ...(reverted ? [takenBack] : []),
    // Nothing of a payment that went back waits in suspense: what is taken besides is our loss.
    ...lossOf(payment, booked, isRevenue || refundedMinor >= amountMinor ? 'chargebacks' : 'suspense'),
  ].filter((posting) => posting.amountMinor > 0)
}

/** What is missing in the books of what disputes took; the other way round where too much stands there. */
function lossOf(payment: BookedPayment, { lostMinor: known, lossSteps }: Booked, account: Account): Posting[] {
  const { provider, providerTxnId, currency, chargedBackMinor: lostMinor = 0 } = payment
  const [id, clearing]: [string, Account] = [`${provider}:${providerTxnId}`, `clearing:${provider}`]
  const amountMinor = Math.abs(lostMinor - known)
  // The same sum may come twice: what an operator called lost was won, and another dispute takes as much again.
  const step = `${lostMinor}.${lossSteps}`
  return lostMinor >= known
    ? [{ source: 'dispute', sourceId: `${id}:${step}`, debit: account, credit: clearing, currency, amountMinor }]
    : [
        {
          source: 'adjustment',
          sourceId: `${id}:lost:${step}`,
          debit: clearing,
          credit: account,
          currency,
          amountMinor,
        },
      ]
}

/** Beside the refund itself: the money left from elsewhere, and the provider's account has it still. */
export const elsewherePosting = ({
  provider,
  providerTxnId,
  refundId,
  ...amount
}: {
  provider: string
  providerTxnId: string
  refundId: string
  currency: string
  amountMinor: number
}): Posting => ({
  source: 'adjustment',
  sourceId: `${provider}:${providerTxnId}:elsewhere:${refundId}`,
  debit: `clearing:${provider}`,
  credit: 'adjustments',
  currency: amount.currency,
  amountMinor: amount.amountMinor,
})

/**
 * A commission is owed from the moment that it is earned, and what takes it back is owed the other way round. `id`: the
 * row's. In US cents; never 0.
 */
export function commissionPosting({ id, amountMinor }: { id: string; amountMinor: number }): Posting {
  const [debit, credit]: [Account, Account] =
    amountMinor > 0 ? ['commissions', 'commissions-payable'] : ['commissions-payable', 'commissions']
  return { source: 'commission', sourceId: id, debit, credit, currency: 'USD', amountMinor: Math.abs(amountMinor) }
}

/** A settlement that was paid clears what was owed. */
export const payoutPosting = ({ id, amountMinor }: { id: string; amountMinor: number }): Posting => ({
  source: 'commission',
  sourceId: `settlement:${id}`,
  debit: 'commissions-payable',
  credit: 'payouts',
  currency: 'USD',
  amountMinor,
})
