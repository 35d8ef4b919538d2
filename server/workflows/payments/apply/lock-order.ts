import { lockGroup } from '#server/modules/groups/groups.service.ts'
import { lockOrderInGroup, lockPlainOrder } from '#server/modules/orders/orders.service.ts'
import { findGroupOf, type Order } from '#server/modules/orders/orders.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Locks an order, and before it the group that it belongs to. The order of locks is the same everywhere: the group, then
 * its orders, then memberships by user id; so nobody waits for somebody who waits for them. One knot is left: the
 * membership of an inviter comes after that of the friend, whatever their ids, and a group may want both the other way
 * round. Then the database undoes one of the two, and it runs again.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<Order> {
  const plain = await lockPlainOrder(tx, orderId)
  if (plain) return plain
  const { groupId } = await findGroupOf(tx, orderId)
  if (groupId !== null) await lockGroup(tx, groupId)
  return lockOrderInGroup(tx, orderId)
}

/** Locks several of them: all their groups first, each kind by its id. */
export async function lockOrders(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  const groups = new Set<string>()
  for (const id of orderIds) {
    const { groupId } = await findGroupOf(tx, id)
    if (groupId !== null) groups.add(groupId)
  }
  for (const groupId of [...groups].toSorted()) await lockGroup(tx, groupId)
  for (const id of orderIds.toSorted()) await lockOrderInGroup(tx, id)
}
