import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './device-sessions.repo.ts'

export const isSessionOpen = async (tx: Transaction, sessionId: string): Promise<boolean> =>
  (await repo.findOpenSession(tx, sessionId)) !== undefined

/** Anyone who holds a session that began so lately has just shown who they are. */
const freshMinutes = 10
export const isSessionFresh = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await repo.findFreshSession(db, sessionId, freshMinutes)) !== undefined

/** Every token of the device is refused from the commit on. */
export async function endSessionsOfDevice(tx: Transaction, userId: string, deviceId: string): Promise<void> {
  await repo.endSessionsOfDevice(tx, userId, deviceId)
}

export async function forgetSessions(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteSessionsOfUser(tx, userId)
}
