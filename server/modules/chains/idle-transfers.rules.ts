/** So long a transfer that counts for nothing is remembered: one that left its chain, or in a token that is not taken. */
export const idleTransferDays = 180
