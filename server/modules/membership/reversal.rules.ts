import type { TimeEntry } from './time-ledger.rules.ts'

/** Reason why an operator cannot take back a grant by itself; null if it is possible. */
export type ReversalFault = 'reversed' | 'of-money' | 'of-invite' | 'of-trial' | 'of-rules'

/**
 * Only gifts and redeemed codes can be taken back alone. Bought time goes with its money, an invitation bonus with the
 * referral, a trial by expiry; conversions and reversals follow from those.
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
