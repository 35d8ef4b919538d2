import type { Queryable, Database } from '#server/platform/database.ts'
import * as repo from './payment-traces.repo.ts'
import { watchDays } from './query-schedule.rules.ts'

/** Days after an order's last fact until notification contents are deleted; facts and a digest stay. */
export const notificationDays = 180

/** Kept while the attempt is queried, as it may have to be opened again. */
export const forgetOldPaySteps = (db: Queryable, limit: number): Promise<number> =>
  repo.deleteOldPaySteps(db, watchDays, limit)

export const forgetUnlinkedEvents = async (db: Queryable, limit: number): Promise<number> =>
  (await repo.deleteUnlinkedEvents(db, notificationDays, limit)).forgotten ?? 0

/** Deletes expired contents of stored provider notifications in batches. */
export async function destroyOldNotifications(database: Database): Promise<void> {
  while ((await repo.destroyOldBodies(database, notificationDays, 500)) === 500);
}
