import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './device-sessions.repo.ts'
import { queueForSession } from './sessions.repo.ts'

export const isSessionOpen = async (tx: Transaction, sessionId: string): Promise<boolean> =>
  (await repo.findOpenSession(tx, sessionId)) !== undefined

/** Minutes for which a proof of identity counts. */
const freshMinutes = 10
/**
 * True if the owner proved their identity a moment ago in this session or its parent. The session's age is no proof: a
 * stolen token can open a new one.
 */
export const isFreshlyProved = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await repo.findProvedSession(db, sessionId, freshMinutes)) !== undefined

/** Records a proof of identity. The session no longer ends with its parent. */
export async function proveSession(db: Queryable, sessionId: string): Promise<void> {
  await repo.proveSession(db, sessionId)
}

/** Ends all sessions of the device and those opened from them, from the commit on. */
export async function endSessionsOfDevice(tx: Transaction, userId: string, deviceId: string): Promise<void> {
  await Promise.all([queueForSession(tx, userId), repo.endSessionsOfDevice(tx, userId, deviceId)])
}

export async function forgetSessions(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteSessionsOfUser(tx, userId)
}
