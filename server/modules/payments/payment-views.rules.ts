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
  /**
   * True if the attempt accepts any amount and several payments add up to the total. True for cryptocurrency, because a
   * chain cannot reject a wrong amount.
   */
  readonly addsUp?: boolean
}
export type FactView = {
  readonly kind: FactKind
  readonly attemptId: string
  readonly providerTxnId: string
  /** Id of the refund. Null if `amountMinor` is the running total of all refunds so far. */
  readonly refundId: string | null
  /** Only for `refunded`: true if the failed refund was replaced by one made another way. */
  readonly isElsewhere?: boolean
  /** Provider's id of the dispute; absent if it gives none. */
  readonly disputeId?: string
  /** Only for `disputed`: true if the dispute is lost for good and the amount is gone. */
  readonly isLost?: boolean
  /**
   * Only for `paid`: reason why the payment is held: its payer is blocked (`held`) or its account was erased
   * (`erased`). A held payment buys nothing until it is `released`.
   */
  readonly hold?: 'held' | 'released' | 'erased' | null
  /** True if the fact was stated by an operator and not by the provider. */
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
  /**
   * True if the refund was requested before the partial payments reached the total. Its money no longer counts towards
   * the total.
   */
  readonly beforeCredit?: boolean
  /**
   * True for the refunds that together return everything received. Once all of them are done, their money never counts
   * again.
   */
  readonly isFinal?: boolean
  readonly takeSeconds?: number
}

export type OpenDispute = { readonly id: string; readonly amountMinor: number; readonly currency: string }

export type FailedRefund = { readonly id: string; readonly amountMinor: number; readonly currency: string }
