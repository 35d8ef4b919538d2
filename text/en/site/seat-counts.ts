/** Counts the seats of a group by state; leaves out states without a seat. */
export const seatCounts = (counts: { readonly paid: number; readonly held: number; readonly free: number }): string =>
  [
    counts.paid > 0 && `${counts.paid} paid`,
    counts.held > 0 && `${counts.held} being paid`,
    counts.free > 0 && `${counts.free} open`,
  ]
    .filter(Boolean)
    .join(', ')
