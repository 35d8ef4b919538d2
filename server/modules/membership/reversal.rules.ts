import type { TimeEntry } from './time-ledger.rules.ts'

/** Reason why an operator cannot take back a grant of membership time by itself; null if it is possible. */
export type ReversalFault = 'reversed' | 'of-money' | 'of-invite' | 'of-trial' | 'of-rules'

/**
 * Gifts, redeemed codes, bonuses and imported time can be taken back by themselves. Bought time is taken back when its
 * money is refunded, and an invitation bonus when its referral is reversed. A trial ends by itself, and conversions and
 * reversals follow from other rows.
 */
export function findReversalFault(
  entry: Pick<TimeEntry, 'source' | 'reverses'>,
  isReversed: boolean,
): ReversalFault | null {
  const { source, reverses } = entry
  if (reverses !== null || source === 'refund' || source === 'conversion') return 'of-rules'
  if (source === 'order' || source === 'group') return 'of-money'
  if (source === 'invite') return 'of-invite'
  if (source === 'trial') return 'of-trial'
  return isReversed ? 'reversed' : null
}
