/**
 * Effect of a refund on the time that its order bought. `stays`: the operator said that all of it stays. `part`: some days go.
 * `goes`: all of the money goes back, and takes the time with it. `ask`: a part of the money goes back, and nothing was said about
 * the time. `clash`: what was said about the time cannot hold. An order keeps the rest of its time until the last of its money is
 * back (`entitled` in `payments.rules.ts`).
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

/** Days of unused time as people count them: a day that has begun is one. */
export const unusedDays = (seconds: number): number => Math.max(0, Math.ceil(seconds / daySeconds))

/** Seconds that so many days take; of a day that has begun what is left of it. Null: there are not so many. */
export const secondsToTake = (days: number, unusedSeconds: number): number | null =>
  days > unusedDays(unusedSeconds) ? null : Math.min(days * daySeconds, unusedSeconds)
