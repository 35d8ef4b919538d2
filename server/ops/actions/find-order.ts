import { formatMoney, money } from '#shared/money.ts'
import { findUsers } from '#server/modules/accounts/accounts.service.ts'
import { searchOrders } from '#server/modules/orders/orders.service.ts'
import { listEvents } from '#server/modules/orders/orders.queries.ts'
import { formatDate, OpsError, requireText, type Action } from '../action.ts'
import { afterOption, printMore, readAfter } from '../read-cursor.ts'

const pageSize = 50

export const findOrder: Action = {
  name: 'find-order',
  role: 'viewer',
  summary:
    'Finds orders by order number, order id, payment attempt, refund, group or user id, the newest first; shows the history of a single one.',
  usage: '--query TEXT [--after NUMBER]',
  options: { query: { type: 'string' }, ...afterOption },
  async run(context) {
    const query = requireText(context, 'query')
    const after = readAfter(context)?.toUpperCase() ?? null
    const [user] = /^\d{9}$/.test(query.trim()) ? await findUsers(context.database, query) : []
    const orders = await searchOrders(context.database, user?.id ?? query, pageSize, after)
    if (orders.length === 0 && after !== null) return context.print('There are no more.')
    if (orders.length === 0) throw new OpsError('No order matches.')
    context.table(
      orders.map((order) => ({
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
    printMore(context, orders.length, pageSize, orders.at(-1)?.number)
    if (orders.length > 1 || after !== null) return
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
