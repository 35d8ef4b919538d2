import type { auditActions } from '#shared/contract/operator/audit.ts'
import { auditNames } from '#shared/contract/operator/old-names.ts'
import type { ActionInput } from '#shared/contract/operator.ts'
import { findEntry, listEntries, type AuditFilter } from '#server/modules/audit/audit.queries.ts'
import { refuse } from '#server/platform/act.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

const pageSize = 50

/** Every name under which rows of an action may stand. A plan that was restored had the name of one that was retired. */
const recordedNames = (action: string): string[] => [
  action,
  ...Object.entries(auditNames).flatMap(([old, today]) => (today === action ? [old] : [])),
  ...(action === 'plans.restore' ? ['goods sale'] : []),
]

type Typed = Omit<ActionInput<'audit.list'>, 'after'>
const filterOf = ({ operator, action, subject, from, until }: Typed): AuditFilter => ({
  operator: operator ?? null,
  action: action ?? null,
  recorded: action === undefined ? [] : recordedNames(action),
  subject: subject ?? null,
  from: from === undefined ? null : new Date(from),
  until: until === undefined ? null : new Date(until),
})

export const auditHandlers: HandlersOf<typeof auditActions> = {
  'audit.list': async (database, { after = null, ...typed }) =>
    page(
      await listEntries(database, filterOf(typed), after, pageSize),
      pageSize,
      ({ id }) => id,
      (row) => row,
    ),
  async 'audit.show'(database, { id }) {
    const entry = await findEntry(database, id)
    return entry ? found(entry) : refuse('NotFound', `There is no row ${id}.`)
  },
}
