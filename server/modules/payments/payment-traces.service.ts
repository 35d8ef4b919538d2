import type { Queryable } from '#server/platform/database.ts'
import { notificationDays } from './notification-bodies.rules.ts'
import * as repo from './payment-traces.repo.ts'
import { watchDays } from './query-schedule.rules.ts'

/** Kept while the attempt is queried, as it may have to be opened again. */
export const forgetOldPaySteps = (db: Queryable, limit: number): Promise<number> =>
  repo.deleteOldPaySteps(db, watchDays, limit)

export const forgetUnlinkedEvents = async (db: Queryable, limit: number): Promise<number> =>
  (await repo.deleteUnlinkedEvents(db, notificationDays, limit)).forgotten ?? 0
