/**
 * Daily limit per network of separate reviews for transfers of accepted tokens to addresses without an order. Protects
 * operators against floods of tiny transfers.
 */
export const straysOfDay = 20
/** Limit of separate reviews for transfers to the address of an order that expected a different payment. */
export const straysOfOrder = 5

export type StrayCounts = { readonly invented: number; readonly known: number; readonly ofOrders: number }

export const roomForStrays = (max: number, all: number, newest: number): number =>
  Math.min(newest, Math.max(0, max - (all - newest)))

export function summarizeStrays({
  invented,
  known,
  ofOrders,
}: StrayCounts): { invented: number; others: number } | null {
  const others = Math.max(0, known - straysOfDay) + ofOrders
  return invented + others === 0 ? null : { invented, others }
}

/** Days after which transfers without value are deleted: dropped ones, and those in tokens that are not accepted. */
export const idleTransferDays = 180
