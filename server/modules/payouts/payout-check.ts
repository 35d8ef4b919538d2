export type StatedPayout = {
  readonly chain: string
  readonly hash: string
  readonly address: string
  readonly amountMinor: number
  readonly approvedAt: Date
  readonly taken?: readonly number[]
}

/**
 * Result of looking up a payout on its blockchain. `not_checked`: no node is configured for the chain. `absent`: no
 * node knows the transaction so far. `early`: too few confirmations or answers. `different`: the transaction failed, or
 * has another address or token or a lower amount. `stale`: it is older than the approval. `contradicted`: nodes
 * disagree. `unreachable`: no node answered.
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
/**
 * Result of checking a payout on the blockchain. `transferIndex`: log position of the transfer that paid; null if it
 * was not checked.
 */
export type CheckedPayout = { readonly finding: PayoutFinding; readonly transferIndex: number | null }
export interface PayoutCheck {
  (payout: StatedPayout): Promise<CheckedPayout>
}

/**
 * Result of a blockchain lookup that is stored with a payout. `mismatch`: a later lookup contradicted what was
 * recorded.
 */
export type PayoutOnChain = 'confirmed' | 'not_checked' | 'mismatch'
export type OnChain = Extract<PayoutFinding, 'confirmed' | 'not_checked'>
export const isRecordable = (finding: PayoutFinding): finding is OnChain =>
  finding === 'confirmed' || finding === 'not_checked'
