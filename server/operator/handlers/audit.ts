import { hasRole } from '#shared/contract/operator/roles.ts'
import type { auditActions } from '#shared/contract/operator/audit.ts'
import { findEntry, listEntries, auditFilter } from '#server/modules/audit/audit.queries.ts'
import { refuse } from '#server/platform/act.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'
import { sentence } from '#text/sentence.ts'

const pageSize = 50

export const auditHandlers: HandlersOf<typeof auditActions> = {
  'audit.list': async (database, { after = null, ...typed }) =>
    page(
      await listEntries(database, auditFilter(typed), after, pageSize),
      pageSize,
      ({ id }) => id,
      (row) => row,
    ),
  async 'audit.show'(database, { id }, { role }) {
    const entry = await findEntry(database, id)
    if (!entry) return refuse('NotFound', sentence('audit.unknown', { row: id }))
    // Details of audit rows may contain personal data, which viewers must not see.
    return found(hasRole(role, 'support') ? entry : { ...entry, details: null })
  },
}
