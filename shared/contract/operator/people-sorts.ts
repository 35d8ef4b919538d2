/** Without schemas, so that the console loads the lists alone. */
export const peopleSorts = ['newest', 'ending'] as const
export const membershipStates = ['active', 'ended', 'never'] as const
