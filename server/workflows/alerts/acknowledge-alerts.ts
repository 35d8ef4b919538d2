import { acknowledgeAlerts } from '#server/modules/alerts/alerts.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { kindsFor } from './who-reads.ts'

/** Acknowledges an alert: ends reminders, and digests no longer list it as open. */
export const acknowledge: Act<'alerts.acknowledge'> = async (tx, { alert, kind, note = null }, operator) => {
  if ((alert === undefined) === (kind === undefined)) return refuse('InvalidInput', 'Give either {alert} or {kind}.')
  const which = { id: alert ?? null, kind: kind ?? null }
  const taken = await acknowledgeAlerts(tx, which, { by: operator.id, note })
  const readable = kindsFor(operator.role)
  if (taken.length === 0 || taken.some((each) => !readable.includes(each.kind)))
    return refuse('NotFound', 'There is no such alert that no one has acknowledged.')
  const [first] = taken
  const what = kind ?? `${first?.kind ?? ''} ${first?.subject ?? ''}`
  return done({ what, count: taken.length }, `alert ${what}`, { ids: taken.slice(0, 100).map(({ id }) => id), note })
}
