import { formatMoney, money } from '#shared/money.ts'
import { findUsers } from '#server/modules/accounts/accounts.service.ts'
import { searchOrders } from '#server/modules/orders/orders.service.ts'
import { listEvents } from '#server/modules/orders/orders.queries.ts'
import { formatDate, OpsError, requireText, type Action } from '../action.ts'

const most = 50

export const findOrder: Action = {
  name: 'find-order',
  role: 'viewer',
  summary:
    'Finds orders by order number, order id, payment attempt, refund, group or user id, the newest first; shows the history of a single one.',
  usage: '--query TEXT',
  options: { query: { type: 'string' } },
  async run(context) {
    const query = requireText(context, 'query')
    const [user] = /^\d{9}$/.test(query.trim()) ? await findUsers(context.database, query) : []
    const orders = await searchOrders(context.database, user?.id ?? query, most + 1)
    if (orders.length === 0) throw new OpsError('No order matches.')
    context.table(
      orders.slice(0, most).map((order) => ({
        number: order.number,
        id: order.id,
        product: order.productNames.en,
        total: formatMoney(money(order.totalMinor, order.currency), 'en'),
        method: order.method,
        status: order.status,
        made: formatDate(order.createdAt),
        paid: formatDate(order.paidAt),
      })),
    )
    if (orders.length > most) context.print(`There are more: these are the newest ${most}.`)
    if (orders.length > 1) return
    const events = await listEvents(context.database, orders[0]?.id ?? '')
    context.table(
      events.map((event) => ({
        at: formatDate(event.at),
        from: event.from ?? '',
        to: event.to,
        reason: event.reason,
        by: event.actor,
      })),
    )
  },
}
