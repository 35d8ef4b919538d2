import type { orderActions } from '#shared/contract/operator/orders.ts'
import { money } from '#shared/money.ts'
import { findUsers } from '#server/modules/accounts/accounts.service.ts'
import { listEvents } from '#server/modules/orders/orders.queries.ts'
import { searchOrders } from '#server/workflows/membership/search-orders.ts'
import { refuse } from '#server/platform/act.ts'
import { listNewest } from '#server/modules/orders/orders-page.queries.ts'
import { retryFailedRefund } from '#server/workflows/payments/review/retry-refund.ts'
import { listRefundBatch, refundBatch } from '#server/workflows/payments/refunds/refund-batch.ts'
import { refundOrder } from '#server/workflows/payments/refunds/request-refund.ts'
import { askFor } from '../ask-for.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

const pageSize = 50
/** Default range of a list without dates, because a rare filter would otherwise scan all orders. */
const listedDays = 90

export const orderHandlers: HandlersOf<typeof orderActions> = {
  async 'orders.find'(database, { query, after: given }) {
    const [user] = /^\d{9}$/.test(query) ? await findUsers(database, query) : []
    const after = given?.toUpperCase() ?? null
    const matching = await searchOrders(database, user?.id ?? query, pageSize, after)
    const [first, second] = matching
    if (!first && after === null) return refuse('NotFound', 'order.noneMatches')
    const orders = matching.map((order) => ({
      number: order.number,
      id: order.id,
      product: order.productNames,
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
  async 'orders.list'(database, { status = null, method = null, plan = null, from, until, after = null }) {
    const day = (text: string | undefined) => (text === undefined ? null : new Date(text))
    const earliest = day(from) ?? new Date((day(until) ?? new Date()).getTime() - listedDays * 86_400_000)
    return page(
      await listNewest(database, { from: earliest, until: day(until), status, method, plan }, after, pageSize),
      pageSize,
      ({ id }) => id,
      ({ uid, productNames, totalMinor, currency, createdAt, paidAt, ...rest }) => ({
        ...rest,
        user: uid,
        product: productNames,
        total: money(totalMinor, currency),
        made: createdAt,
        paid: paidAt,
      }),
    )
  },
  'orders.refund': refundOrder,
  'refunds.ask': askFor('orders.refund', refundOrder),
  'refunds.batch': refundBatch,
  'refunds.batch-lines': listRefundBatch,
  'refunds.retry': retryFailedRefund,
}
