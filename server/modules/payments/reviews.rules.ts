/** Minutes for which an assignment in the queue lasts. */
const takenMinutes = 30
export const takenUntil = (now: Date): Date => new Date(now.getTime() + takenMinutes * 60_000)

type Taken = { readonly takenBy: string | null; readonly takenUntil: Date | null }
/** True if the item is assigned to an operator other than these. */
export const isTakenFrom = (
  { takenBy, takenUntil: until }: Taken,
  operatorIds: readonly (string | undefined)[],
  now: Date,
): boolean => takenBy !== null && !operatorIds.includes(takenBy) && until !== null && until > now
