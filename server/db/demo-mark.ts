import { existsAny } from '#server/modules/accounts/accounts.queries.ts'
import { findSetting } from '#server/modules/catalog/catalog.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Setting with the ids of the demo accounts. Their names prove nothing, because anyone may register the same ones. */
export const demoMark = 'demoAccounts'

export async function hasDemoAccounts(db: Queryable): Promise<boolean> {
  const ids = (await findSetting(db, demoMark))?.value
  return Array.isArray(ids) && existsAny(db, ids.map(String))
}
