/** What was paid, as an operator says it. The amount is in US cents of USDT. */
export type Payout = {
  readonly chain: string
  readonly hash: string
  readonly address: string
  readonly amountMinor: number
}

/**
 * Looks a payout up on its chain. `not_checked`: no node is configured for that chain, so nobody looked, and the record
 * says so. `pending`: the transaction is not there, or not deep enough yet. `mismatch`: it pays another address or amount.
 */
export interface PayoutCheck {
  (payout: Payout): Promise<'confirmed' | 'pending' | 'mismatch' | 'not_checked'>
}

export const noPayoutCheck: PayoutCheck = async () => 'not_checked'
