import type { TimeEntry } from './time-ledger.rules.ts'

/** Why an operator does not take a piece of time back by itself; null where nothing stands against it. */
export type ReversalFault = 'reversed' | 'of-money' | 'of-invite' | 'of-trial' | 'of-rules'

/**
 * What was given as a present or for a code is taken back by itself. What stands for money goes with the money, what an
 * invitation earned with the referral, a trial with its end; what a conversion made or a reversal took follows from these.
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
