import { existsAny } from '#server/modules/accounts/accounts.queries.ts'
import { findSetting } from '#server/modules/catalog/catalog.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Under this key the settings name the accounts that the demo made. A name alone proves nothing: anyone may take it. */
export const demoMark = 'demoAccounts'

/** Whether accounts whose passwords everyone can read exist here. */
export async function hasDemoAccounts(db: Queryable): Promise<boolean> {
  const ids = (await findSetting(db, demoMark))?.value
  return Array.isArray(ids) && existsAny(db, ids.map(String))
}
