import { listArriving } from '#server/modules/chains/chains.service.ts'
import { lockGroup, type Group } from '#server/modules/groups/groups.service.ts'
import { isLapsed } from '#server/modules/groups/seats.rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'

/**
 * Extends the reservations of seats with a pending transfer, so that nobody else gets the seat while the transfer waits
 * for confirmations. Only a dropped transfer or the group's end frees such a seat.
 */
export async function extendArrivingLeasesOf(db: Queryable, groups: readonly Group[]): Promise<Group[]> {
  const lapsed = groups.flatMap(({ seats }) => seats.filter(isLapsed).map(({ orderId }) => orderId))
  if (lapsed.length === 0) return [...groups]
  const kept = await listArriving(db, [...new Set(lapsed)])
  return groups.map((group) => ({
    ...group,
    seats: group.seats.map((seat) => (kept.has(seat.orderId) ? { ...seat, lapsed: false } : seat)),
  }))
}

export async function extendArrivingLeases(db: Queryable, read: Group): Promise<Group> {
  const [group = read] = await extendArrivingLeasesOf(db, [read])
  return group
}

export const lockGroupWithLeases = async (tx: Transaction, groupId: string): Promise<Group> =>
  extendArrivingLeases(tx, await lockGroup(tx, groupId))
