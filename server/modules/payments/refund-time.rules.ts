/**
 * Effect of a refund on the membership time that its order bought. `stays`: the operator keeps all time. `part`: some
 * days are taken. `goes`: all money is refunded and all time taken. `ask`: a partial refund without a decision about
 * the time. `clash`: contradictory input. The order keeps its remaining time until all its money is refunded
 * (`entitled` in `payments.rules.ts`).
 */
export type RefundTime = 'stays' | 'part' | 'goes' | 'ask' | 'clash'

export function decideTime(
  { amountMinor, availableMinor }: { readonly amountMinor: number | 'all'; readonly availableMinor: number },
  { keepTime, takeDays }: { readonly keepTime: boolean; readonly takeDays: number },
): RefundTime {
  if (amountMinor === 'all' || amountMinor === availableMinor) return keepTime || takeDays > 0 ? 'clash' : 'goes'
  if (takeDays > 0) return keepTime ? 'clash' : 'part'
  return keepTime ? 'stays' : 'ask'
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
