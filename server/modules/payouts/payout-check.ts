/** What was paid, as an operator says it. The amount is in US cents of USDT. */
export type StatedPayout = {
  readonly chain: string
  readonly hash: string
  readonly address: string
  readonly amountMinor: number
  readonly approvedAt: Date
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
/** Looks a payout up on its chain. */
export interface PayoutCheck {
  (payout: StatedPayout): Promise<PayoutFinding>
}

/** What stands beside a payout. `mismatch`: it was looked up later than it was recorded, and the chain says otherwise. */
export type PayoutOnChain = 'confirmed' | 'not_checked' | 'mismatch'
/** What is recorded with a payout; everything else keeps it from being recorded. */
export type OnChain = Extract<PayoutFinding, 'confirmed' | 'not_checked'>
export const isRecordable = (finding: PayoutFinding): finding is OnChain =>
  finding === 'confirmed' || finding === 'not_checked'
