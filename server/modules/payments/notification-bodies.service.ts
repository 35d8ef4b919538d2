import type { Database } from '#server/platform/database.ts'
import * as repo from './notification-bodies.repo.ts'
import { notificationDays } from './notification-bodies.rules.ts'

/** Deletes expired contents of stored provider notifications in batches. */
export async function destroyOldNotifications(database: Database): Promise<void> {
  while ((await repo.destroyOldBodies(database, notificationDays, 500)) === 500);
}
