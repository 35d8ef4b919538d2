/** So many seats of one group may one person hold without paying, within so many minutes. */
export const unpaidSeats = { max: 2, minutes: 60 } as const
/** So often may one person leave a group that they had paid for, within so many hours: each time money goes back. */
export const paidLeaves = { max: 2, hours: 24 } as const
/** So long a seat is its holder's alone, before the creator may free it. */
export const freeableAfterMinutes = 10

/** Whether the creator may free a seat that someone holds and does not pay for. `heldSince`: when its order was made. */
export const isFreeable = (heldSince: Date, now: Date): boolean =>
  now.getTime() - heldSince.getTime() >= freeableAfterMinutes * 60_000
