import { AppError } from '#shared/errors.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { Database } from '#server/platform/database.ts'

/** Throws `NotFound` if support messages are disabled. */
export async function requireInbox(database: Database): Promise<void> {
  if (!(await readSettings(database)).supportInbox) throw new AppError('NotFound')
}
