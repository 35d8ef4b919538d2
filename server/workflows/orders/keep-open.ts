import { extendLease } from '#server/modules/groups/groups.queries.ts'
import { changeMethod } from '#server/modules/orders/orders.service.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import type { Method } from '#shared/method.ts'
import type { Transaction } from '#server/platform/database.ts'

/** Extends an order's window and its seats for another attempt. Returns the end. The caller holds the order's lock. */
export async function keepOpen(tx: Transaction, order: Order, method: Method): Promise<Date> {
  const { payableUntil } = await changeMethod(tx, order.id, method)
  if (order.groupId !== null) await extendLease(tx, order.groupId, order.id, payableUntil)
  return payableUntil
}
