/** Maximum of unpaid seats that a user may hold in a group within so many minutes. */
export const unpaidSeats = { max: 2, minutes: 60 } as const
/** Maximum of departures from paid groups within so many hours: each causes a refund. */
export const paidLeaves = { max: 2, hours: 24 } as const
/** Minutes before the creator may release a held seat. */
export const freeableAfterMinutes = 10

/** True if the creator may release a held, unpaid seat. `heldSince`: time of its order. */
export const isFreeable = (heldSince: Date, now: Date): boolean =>
  now.getTime() - heldSince.getTime() >= freeableAfterMinutes * 60_000
