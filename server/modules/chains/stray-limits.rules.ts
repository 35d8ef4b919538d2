/** Daily limit of single review items on a network for accepted tokens at addresses without an order. */
export const straysOfDay = 20
/** Limit of single review items at the address of an order that expected another payment. */
export const straysOfOrder = 5

export type StrayCounts = { readonly invented: number; readonly known: number; readonly ofOrders: number }

/** Number of the `newest` strays that still fit below `max`. */
export const roomForStrays = (max: number, all: number, newest: number): number =>
  Math.min(newest, Math.max(0, max - (all - newest)))

/** Counts for the summary item of a network and day; null if all strays have their own item. */
export function summarizeStrays({
  invented,
  known,
  ofOrders,
}: StrayCounts): { invented: number; others: number } | null {
  const others = Math.max(0, known - straysOfDay) + ofOrders
  return invented + others === 0 ? null : { invented, others }
}

/** Days after which transfers without value are deleted: dropped ones, and those in unaccepted tokens. */
export const idleTransferDays = 180
