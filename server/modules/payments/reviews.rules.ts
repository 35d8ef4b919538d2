/** Minutes for which an item of the queue belongs to the operator who took it. */
const takenMinutes = 30
export const takenUntil = (now: Date): Date => new Date(now.getTime() + takenMinutes * 60_000)

type Taken = { readonly takenBy: string | null; readonly takenUntil: Date | null }
/** Whether an operator who is none of these works on it now. */
export const isTakenFrom = (
  { takenBy, takenUntil: until }: Taken,
  operatorIds: readonly (string | undefined)[],
  now: Date,
): boolean => takenBy !== null && !operatorIds.includes(takenBy) && until !== null && until > now
