export type AttemptStatus = 'creating' | 'unknown' | 'open' | 'paid' | 'failed' | 'closed'
export type FactKind =
  | 'paid'
  | 'failed'
  | 'closed'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'dispute_won'
  | 'reverted'
export type RefundStatus = 'requested' | 'sent' | 'done' | 'failed'
export type AttemptView = {
  readonly id: string
  readonly status: AttemptStatus
  readonly amountMinor: number
  readonly currency: string
  /** Any amount counts, and several add up to the total: no one can make a chain refuse a payment. */
  readonly addsUp?: boolean
}
export type FactView = {
  readonly kind: FactKind
  readonly attemptId: string
  readonly providerTxnId: string
  /** Null: `amountMinor` is what was refunded in all so far. */
  readonly refundId: string | null
  /** Of `refunded`: it went another way, after it had failed at the provider. */
  readonly isElsewhere?: boolean
  /** Which dispute it is about; absent where the provider gives them no number. */
  readonly disputeId?: string
  /** Of `disputed`: that dispute is over, and its amount is gone for good. */
  readonly isLost?: boolean
  /** Of `paid`: its payer was blocked, or its account was erased before it came. Only a released payment buys anything. */
  readonly hold?: 'held' | 'released' | 'erased' | null
  /** A person here stated it, and not the provider. */
  readonly byOperator?: boolean
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
  /** Membership time that goes with it once it is done, in seconds; of a part of the money alone. */
  readonly takeSeconds?: number
}

/** A dispute of which no one said how it ended, with the sum in question. */
export type OpenDispute = { readonly id: string; readonly amountMinor: number; readonly currency: string }

export type FailedRefund = { readonly id: string; readonly amountMinor: number; readonly currency: string }
