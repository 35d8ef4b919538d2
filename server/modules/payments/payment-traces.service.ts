import type { Queryable, Database } from '#server/platform/database.ts'
import * as repo from './payment-traces.repo.ts'
import { watchDays } from './query-schedule.rules.ts'

/**
 * Days after which notification bodies are deleted, counted from the receipt and from the order's last fact. Facts and
 * digests of an order stay; a notification without an attempt is deleted whole.
 */
export const notificationDays = 180

/** Payment links are kept as long as the attempt is queried, because the customer may open them again. */
export const forgetOldPaySteps = (db: Queryable, limit: number): Promise<number> =>
  repo.deleteOldPaySteps(db, watchDays, limit)

export const forgetUnlinkedEvents = async (db: Queryable, limit: number): Promise<number> =>
  (await repo.deleteUnlinkedEvents(db, notificationDays, limit)).forgotten ?? 0

export async function destroyOldNotifications(database: Database): Promise<void> {
  while ((await repo.destroyOldBodies(database, notificationDays, 500)) === 500);
}
