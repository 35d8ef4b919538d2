/** What was paid, as an operator says it. The amount is in US cents of USDT. */
export type StatedPayout = {
  readonly chain: string
  readonly hash: string
  readonly address: string
  readonly amountMinor: number
  readonly approvedAt: Date
  /** Transfers of that transaction that paid other settlements, by their place. */
  readonly taken?: readonly number[]
}

/**
 * What a look at the chain came to. `not_checked`: no node is configured for that chain, so no one looked, and the record
 * says so. `absent`: no such transaction (yet). `early`: not deep enough, or too few nodes answered. `different`: it failed,
 * or pays another address, token or less. `stale`: it was made before the approval. `contradicted`: nodes disagree.
 * `unreachable`: no node answered.
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
/** `transferIndex`: which transfer of the transaction paid; null where no one looked. */
export type CheckedPayout = { readonly finding: PayoutFinding; readonly transferIndex: number | null }
/** Looks a payout up on its chain. */
export interface PayoutCheck {
  (payout: StatedPayout): Promise<CheckedPayout>
}

/** What stands beside a payout. `mismatch`: it was looked up later than it was recorded, and the chain says otherwise. */
export type PayoutOnChain = 'confirmed' | 'not_checked' | 'mismatch'
/** What is recorded with a payout; everything else keeps it from being recorded. */
export type OnChain = Extract<PayoutFinding, 'confirmed' | 'not_checked'>
export const isRecordable = (finding: PayoutFinding): finding is OnChain =>
  finding === 'confirmed' || finding === 'not_checked'
