/**
 * Sort orders of the list of people and, below, the states of membership that it filters by. This file contains no
 * schemas, so that the console can import it without a schema library.
 */
export const peopleSorts = ['newest', 'ending'] as const
export const membershipStates = ['active', 'ended', 'never'] as const
