/** Payment as an operator reports it. `amountMinor`: US cents of USDT. */
export type StatedPayout = {
  readonly chain: string
  readonly hash: string
  readonly address: string
  readonly amountMinor: number
  readonly approvedAt: Date
  /** Log positions of transfers in this transaction that paid other payouts. */
  readonly taken?: readonly number[]
}

/**
 * Result of a chain lookup. `not_checked`: no node is configured for the chain. `absent`: unknown transaction (so far).
 * `early`: too few confirmations, or too few nodes answered. `different`: failed, or another address, token or a lower
 * amount. `stale`: older than the approval. `contradicted`: nodes disagree. `unreachable`: no node answered.
 */
export type PayoutFinding =
  | 'confirmed'
  | 'not_checked'
  | 'absent'
  | 'early'
  | 'different'
  | 'stale'
  | 'contradicted'
  | 'unreachable'
/** `transferIndex`: log position of the transfer that paid; null if not checked. */
export type CheckedPayout = { readonly finding: PayoutFinding; readonly transferIndex: number | null }
export interface PayoutCheck {
  (payout: StatedPayout): Promise<CheckedPayout>
}

/** Check result stored with a payout. `mismatch`: a later lookup contradicted the record. */
export type PayoutOnChain = 'confirmed' | 'not_checked' | 'mismatch'
/** Results with which a payout may be recorded. */
export type OnChain = Extract<PayoutFinding, 'confirmed' | 'not_checked'>
export const isRecordable = (finding: PayoutFinding): finding is OnChain =>
  finding === 'confirmed' || finding === 'not_checked'
