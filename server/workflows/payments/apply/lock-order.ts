import { lockGroup, type Group } from '#server/modules/groups/groups.service.ts'
import { lockOrderInGroup, lockPlainOrder } from '#server/modules/orders/orders.service.ts'
import { findGroupOf, type Order } from '#server/modules/orders/orders.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Locks an order's group, then the order. To prevent deadlocks all code locks in this order: group, orders, referrals
 * by user id, affiliates, their counters, memberships by user id.
 */
export async function lockOrderAndGroup(
  tx: Transaction,
  orderId: string,
): Promise<{ order: Order; group: Group | null }> {
  const plain = await lockPlainOrder(tx, orderId)
  if (plain) return { order: plain, group: null }
  const { groupId } = await findGroupOf(tx, orderId)
  const group = groupId === null ? null : await lockGroup(tx, groupId)
  return { order: await lockOrderInGroup(tx, orderId), group }
}

export const lockOrder = async (tx: Transaction, orderId: string): Promise<Order> =>
  (await lockOrderAndGroup(tx, orderId)).order

/** Locks several orders: first all their groups by id, then the orders by id. */
export async function lockOrders(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  const groups = new Set<string>()
  for (const id of orderIds) {
    const { groupId } = await findGroupOf(tx, id)
    if (groupId !== null) groups.add(groupId)
  }
  for (const groupId of [...groups].toSorted()) await lockGroup(tx, groupId)
  for (const id of orderIds.toSorted()) await lockOrderInGroup(tx, id)
}
