import type { alertActions, notificationActions } from '#shared/contract/operator/alerts.ts'
import { countOpen, listAlerts, listSentNotices } from '#server/modules/alerts/alerts.queries.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { acknowledge } from '#server/workflows/alerts/acknowledge-alerts.ts'
import { setNotifications, showNotifications, testNotifications } from '#server/workflows/alerts/set-notifications.ts'
import { kindsFor } from '#server/workflows/alerts/who-is-notified.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page, momentText } from '../page.ts'

const pageSize = 50
const mostCounted = 1_000

export const alertHandlers: HandlersOf<typeof alertActions> = {
  async 'alerts.list'(database, { state = 'open', after = null }, { role }) {
    const rows = await listAlerts(database, { state, kinds: kindsFor(role), after }, pageSize)
    const [told, operators] = await Promise.all([
      listSentNotices(
        database,
        rows.map(({ id }) => id),
      ),
      listOperators(database),
    ])
    const names = new Map(operators.map(({ id, name }) => [id, name]))
    const byAlert = Map.groupBy(told, ({ alertId }) => alertId)
    return page(
      rows,
      pageSize,
      ({ id }) => id,
      ({ amount, total, openedAt, seenAt, resolvedAt, acknowledgedAt, acknowledgedById, ...row }) => ({
        ...row,
        measured: amount,
        outOf: total,
        opened: openedAt,
        lastSeen: seenAt,
        resolved: resolvedAt,
        acknowledged: acknowledgedAt,
        acknowledgedBy: acknowledgedById === null ? null : (names.get(acknowledgedById) ?? ''),
        toldTo: (byAlert.get(row.id) ?? []).map(
          ({ operatorId, channel, at }) => `${names.get(operatorId) ?? ''} (${channel}, ${momentText(at)})`,
        ),
      }),
    )
  },
  'alerts.count': async (database, _input, { role }) =>
    found({ openAlerts: (await countOpen(database, kindsFor(role), mostCounted)).count }),
  'alerts.acknowledge': acknowledge,
}

export const notificationHandlers: HandlersOf<typeof notificationActions> = {
  'notifications.show': showNotifications,
  'notifications.set': setNotifications,
  'notifications.test': testNotifications,
}
