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
  /** True if any amount counts and several add up to the total, because a chain cannot reject a payment. */
  readonly addsUp?: boolean
}
export type FactView = {
  readonly kind: FactKind
  readonly attemptId: string
  readonly providerTxnId: string
  /** Null: `amountMinor` is the total refunded so far. */
  readonly refundId: string | null
  /** `refunded` only: paid another way after the refund failed at the provider. */
  readonly isElsewhere?: boolean
  /** Id of the dispute; absent if the provider gives none. */
  readonly disputeId?: string
  /** `disputed` only: final, and the amount is lost. */
  readonly isLost?: boolean
  /**
   * `paid` only: held because the payer is blocked, or the account was erased before. Only a released payment buys
   * anything.
   */
  readonly hold?: 'held' | 'released' | 'erased' | null
  /** True if stated by an operator instead of the provider. */
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
  /** Promised before the parts reached the total: that money no longer counts towards it. */
  readonly beforeCredit?: boolean
  /**
   * Completed the promise to refund everything received. Once all final refunds are done, that money never counts
   * again.
   */
  readonly isFinal?: boolean
  /** Seconds of membership time that a partial refund takes once it is done. */
  readonly takeSeconds?: number
}

/** Dispute without a result, with the disputed amount. */
export type OpenDispute = { readonly id: string; readonly amountMinor: number; readonly currency: string }

export type FailedRefund = { readonly id: string; readonly amountMinor: number; readonly currency: string }
