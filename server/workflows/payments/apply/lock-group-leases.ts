import { isArriving } from '#server/modules/chains/chains.service.ts'
import { lockGroup, type Group } from '#server/modules/groups/groups.service.ts'
import { isLapsed } from '#server/modules/groups/groups.rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'

/**
 * The group with the leases that are really over: while money for a seat is on a chain and waits for its confirmations,
 * no one else gets that seat, however long its payment window has been closed. Only a transfer that is dropped, or a
 * group whose own time is over, ends that.
 */
export async function extendArrivingLeases(db: Queryable, group: Group): Promise<Group> {
  const kept = new Set<string>()
  for (const orderId of new Set(group.seats.filter(isLapsed).map((seat) => seat.orderId)))
    if (await isArriving(db, orderId)) kept.add(orderId)
  if (kept.size === 0) return group
  const seats = group.seats.map((seat) => (kept.has(seat.orderId) ? { ...seat, lapsed: false } : seat))
  return { ...group, seats }
}

/** Locks a group, and tells its leases by the money on its way. Throws NotFound. */
export const lockGroupWithLeases = async (tx: Transaction, groupId: string): Promise<Group> =>
  extendArrivingLeases(tx, await lockGroup(tx, groupId))
