import type { Order } from '#server/modules/orders/orders.queries.ts'
import { searchOrders as searchOwn } from '#server/modules/orders/orders.service.ts'
import { listOrdersOf } from '#server/modules/payments/payments.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

export async function searchOrders(
  db: Queryable,
  typed: string,
  limit: number,
  after: string | null = null,
): Promise<Order[]> {
  const refundId = typed.trim()
  const paid = await listOrdersOf(db, { attemptId: refundId.toUpperCase(), refundId })
  return searchOwn(
    db,
    typed,
    paid.map(({ id }) => id),
    limit,
    after,
  )
}
