/** Minutes after which a review assigned to an operator is free again. */
const takenMinutes = 30
export const takenUntil = (now: Date): Date => new Date(now.getTime() + takenMinutes * 60_000)

type Taken = { readonly takenBy: string | null; readonly takenUntil: Date | null }
export const isTakenFrom = (
  { takenBy, takenUntil: until }: Taken,
  operatorIds: readonly (string | undefined)[],
  now: Date,
): boolean => takenBy !== null && !operatorIds.includes(takenBy) && until !== null && until > now
