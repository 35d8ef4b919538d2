import type { orderActions } from '#shared/contract/operator/orders.ts'
import { money } from '#shared/money.ts'
import { findUsers } from '#server/modules/accounts/accounts.service.ts'
import { listEvents } from '#server/modules/orders/orders.queries.ts'
import { searchOrders } from '#server/workflows/membership/search-orders.ts'
import { refuse } from '#server/platform/act.ts'
import { refundOrder } from '#server/workflows/payments/refunds/request-refund.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

const pageSize = 50

export const orderHandlers: HandlersOf<typeof orderActions> = {
  async 'orders.find'(database, { query, after: given }) {
    const [user] = /^\d{9}$/.test(query) ? await findUsers(database, query) : []
    const after = given?.toUpperCase() ?? null
    const matching = await searchOrders(database, user?.id ?? query, pageSize, after)
    const [first, second] = matching
    if (!first && after === null) return refuse('NotFound', 'No order matches.')
    const orders = matching.map((order) => ({
      number: order.number,
      id: order.id,
      product: order.productNames.en,
      total: money(order.totalMinor, order.currency),
      method: order.method,
      status: order.status,
      made: order.createdAt,
      paid: order.paidAt,
    }))
    const events = !first || second || after !== null ? [] : await listEvents(database, first.id)
    return found({
      orders,
      next: matching.length === pageSize ? (matching.at(-1)?.number ?? null) : null,
      events: events.map(({ at, from, to, reason, actor }) => ({ at, from, to, reason, by: actor })),
    })
  },
  'orders.refund': refundOrder,
}
