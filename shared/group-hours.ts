/** Hours until an unfilled group expires; also the time to claim a prepaid seat. */
export const groupHours = 24
