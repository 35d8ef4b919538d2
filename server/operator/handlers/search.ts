import type { searchActions } from '#shared/contract/operator/search.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import { findAnything } from '#server/workflows/desk/find-anything.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

export const searchHandlers: HandlersOf<typeof searchActions> = {
  async 'search.find'(database, { query }, { role }) {
    const hits = await database.transaction((tx) => findAnything(tx, query, hasRole(role, 'support')))
    return found({ hits })
  },
}
