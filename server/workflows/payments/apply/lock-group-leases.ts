import { isArriving } from '#server/modules/chains/chains.service.ts'
import { lockGroup, type Group } from '#server/modules/groups/groups.service.ts'
import { isLapsed } from '#server/modules/groups/seats.rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'

/**
 * Extends the reservations of seats with a pending transfer, so that nobody else gets the seat while the transfer waits
 * for confirmations. Only a dropped transfer or the group's end frees such a seat.
 */
export async function extendArrivingLeases(db: Queryable, group: Group): Promise<Group> {
  const kept = new Set<string>()
  for (const orderId of new Set(group.seats.filter(isLapsed).map((seat) => seat.orderId)))
    if (await isArriving(db, orderId)) kept.add(orderId)
  if (kept.size === 0) return group
  const seats = group.seats.map((seat) => (kept.has(seat.orderId) ? { ...seat, lapsed: false } : seat))
  return { ...group, seats }
}

export const lockGroupWithLeases = async (tx: Transaction, groupId: string): Promise<Group> =>
  extendArrivingLeases(tx, await lockGroup(tx, groupId))
