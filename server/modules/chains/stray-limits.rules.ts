/** So many transfers of tokens that are taken, at addresses without an order, come before a person by themselves on a network in a day. */
export const straysOfDay = 20
/** So many at the address of an order that was asked for something else. */
export const straysOfOrder = 5

export type StrayCounts = { readonly invented: number; readonly known: number; readonly ofOrders: number }

/** Of the newest of so many, how many still come before a person by themselves. */
export const roomForStrays = (max: number, all: number, newest: number): number =>
  Math.min(newest, Math.max(0, max - (all - newest)))

/** What the one item of a network and day says; null where all of it came before a person by itself. */
export function summarizeStrays({
  invented,
  known,
  ofOrders,
}: StrayCounts): { invented: number; others: number } | null {
  const others = Math.max(0, known - straysOfDay) + ofOrders
  return invented + others === 0 ? null : { invented, others }
}
