import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './device-sessions.repo.ts'
import { queueForSession } from './sessions.repo.ts'

export const isSessionOpen = async (tx: Transaction, sessionId: string): Promise<boolean> =>
  (await repo.findOpenSession(tx, sessionId)) !== undefined

/** Minutes for which a user's proof of identity, such as a password, counts for sensitive actions. */
const freshMinutes = 10
/**
 * True if the owner proved their identity in this session or its parent within the last minutes. The session's age is
 * no proof, because a thief can open a new session with a stolen token.
 */
export const isFreshlyProved = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await repo.findProvedSession(db, sessionId, freshMinutes)) !== undefined

/** Records that the user has proved their identity in a session. The session then no longer ends with its parent. */
export async function proveSession(db: Queryable, sessionId: string): Promise<void> {
  await repo.proveSession(db, sessionId)
}

export async function endSessionsOfDevice(tx: Transaction, userId: string, deviceId: string): Promise<void> {
  await Promise.all([queueForSession(tx, userId), repo.endSessionsOfDevice(tx, userId, deviceId)])
}

export async function forgetSessions(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteSessionsOfUser(tx, userId)
}
