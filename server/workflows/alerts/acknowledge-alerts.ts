import { acknowledgeAlerts } from '#server/modules/alerts/alerts.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { kindsFor } from './who-is-notified.ts'
import { sentence } from '#text/sentence.ts'

export const acknowledge: Act<'alerts.acknowledge'> = async (tx, { alert, kind, note = null }, operator) => {
  if ((alert === undefined) === (kind === undefined))
    return refuse(
      'InvalidInput',
      sentence('field.giveEither', { first: { field: 'alert' }, second: { field: 'kind' } }),
    )
  const which = { id: alert ?? null, kind: kind ?? null }
  const taken = await acknowledgeAlerts(tx, which, { by: operator.id, note })
  const readable = kindsFor(operator.role)
  if (taken.length === 0 || taken.some((each) => !readable.includes(each.kind)))
    return refuse('NotFound', 'alert.noneOpen')
  const [first] = taken
  const what = kind ?? first?.kind ?? ''
  const subject = kind === undefined ? (first?.subject ?? null) : null
  const named = subject === null ? what : `${what} ${subject}`
  return done({ what, subject, count: taken.length }, `alert ${named}`, {
    ids: taken.slice(0, 100).map(({ id }) => id),
    note,
  })
}
