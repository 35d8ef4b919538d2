import type { Queryable } from '#server/platform/database.ts'
import { findSetting } from './catalog.queries.ts'

/** Time of the last backup, which `deploy/backup.sh` stores when it has finished. Null: it never has. */
export async function findLastBackup(db: Queryable): Promise<Date | null> {
  const row = await findSetting(db, 'lastBackup')
  return row ? new Date(String(row.value)) : null
}
