import type { Method } from '#shared/method.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { findSetting } from './catalog.queries.ts'
import { saveSetting } from './catalog.service.ts'

const key = 'pausedMethods'

/** Payment methods paused by an operator. */
export const readPausedMethods = async (db: Queryable): Promise<readonly Method[]> =>
  ((await findSetting(db, key))?.value as Method[] | undefined) ?? []

export const savePausedMethods = (tx: Transaction, paused: readonly Method[]) => saveSetting(tx, key, paused)
