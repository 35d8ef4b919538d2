/** Ledger account; names are stored. Each provider has its own clearing account. */
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
  /** Idempotency key of the event: the provider's payment id, with the running total for refunds. */
  readonly sourceId: string
  readonly debit: Account
  readonly credit: Account
  readonly currency: string
  readonly amountMinor: number
}

/**
 * A payment. `isMatched`: matches the request of its attempt. `isPart`: one of several that add up, matched when
 * complete. `wasHeld`: the payer was blocked at that time; counts once released.
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
  /** Total lost in disputes, including previously refunded money. */
  readonly chargedBackMinor?: number
  /** The chain dropped it: it counts as never received. */
  readonly reverted?: boolean
}
/**
 * Booked state of a payment. `refundsMinor`: refunds less failed ones, which occurred `refundSteps` times.
 * `isReleased`: a part that became revenue with the others. `lostMinor`: dispute losses less corrections, in
 * `lossSteps` steps.
 */
export type Booked = {
  readonly refundsMinor: number
  readonly refundSteps: number
  readonly lostMinor: number
  readonly lossSteps: number
  readonly isReleased: boolean
}

/**
 * Returns the missing postings of a payment. Depends only on the current facts, so repeated settlement in any order
 * books the same. Matched money is revenue, other money waits in suspense; a refund leaves either. Parts wait in
 * suspense until all have come, and are then revenue for good. A reverted payment leaves its account. Open disputes
 * book nothing; lost ones book everything they took, whatever was refunded, and less if the provider corrects it.
 */
export function postingsFor(payment: BookedPayment, booked: Booked): Posting[] {
  const { refundsMinor, refundSteps, isReleased } = booked
  const { provider, providerTxnId, currency, amountMinor, isMatched, refundedMinor } = payment
  const { reverted = false } = payment
  // Both arrive before it is clear that they buy anything.
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
  // After a failed refund the same total may occur again.
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
    // A refunded payment has nothing in suspense: further losses are ours.
    ...lossOf(payment, booked, isRevenue || refundedMinor >= amountMinor ? 'chargebacks' : 'suspense'),
  ].filter((posting) => posting.amountMinor > 0)
}

/** Posting that brings dispute losses in line; reversed if too much was booked. */
function lossOf(payment: BookedPayment, { lostMinor: known, lossSteps }: Booked, account: Account): Posting[] {
  const { provider, providerTxnId, currency, chargedBackMinor: lostMinor = 0 } = payment
  const [id, clearing]: [string, Account] = [`${provider}:${providerTxnId}`, `clearing:${provider}`]
  const amountMinor = Math.abs(lostMinor - known)
  // The same total may occur twice: an operator's "lost" was won, and another dispute takes as much.
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

/** Counter-posting of a refund paid from elsewhere: the provider's account still has the money. */
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

/** Books a commission as owed, and a reversal the other way. `id`: the row's. US cents, never 0. */
export function commissionPosting({ id, amountMinor }: { id: string; amountMinor: number }): Posting {
  const [debit, credit]: [Account, Account] =
    amountMinor > 0 ? ['commissions', 'commissions-payable'] : ['commissions-payable', 'commissions']
  return { source: 'commission', sourceId: id, debit, credit, currency: 'USD', amountMinor: Math.abs(amountMinor) }
}

/** Clears the debt of a paid payout. */
export const payoutPosting = ({ id, amountMinor }: { id: string; amountMinor: number }): Posting => ({
  source: 'commission',
  sourceId: `settlement:${id}`,
  debit: 'commissions-payable',
  credit: 'payouts',
  currency: 'USD',
  amountMinor,
})
