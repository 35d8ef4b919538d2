/**
 * Effect of a refund on the membership time that its order bought. `stays`: a partial refund keeps all time. `part`: a
 * partial refund takes the named days. `goes`: a full refund takes all time. `clash`: days are named for a full refund.
 * The order keeps its remaining time until all its money is refunded (`entitled` in `payments.rules.ts`).
 */
type RefundTime = 'stays' | 'part' | 'goes' | 'clash'

export function decideTime(
  { amountMinor, availableMinor }: { readonly amountMinor: number | 'all'; readonly availableMinor: number },
  takeDays: number,
): RefundTime {
  if (amountMinor === 'all' || amountMinor === availableMinor) return takeDays > 0 ? 'clash' : 'goes'
  return takeDays > 0 ? 'part' : 'stays'
}

const daySeconds = 86_400

/** Number of unused days. A day that has begun counts as a whole day. */
export const unusedDays = (seconds: number): number => Math.max(0, Math.ceil(seconds / daySeconds))

/**
 * Seconds in this many unused days. A day that has begun counts only with its remaining time. Null if fewer days are
 * left.
 */
export const secondsToTake = (days: number, unusedSeconds: number): number | null =>
  days > unusedDays(unusedSeconds) ? null : Math.min(days * daySeconds, unusedSeconds)
