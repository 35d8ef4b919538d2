import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './device-sessions.repo.ts'
import { queueForSession } from './sessions.repo.ts'

export const isSessionOpen = async (tx: Transaction, sessionId: string): Promise<boolean> =>
  (await repo.findOpenSession(tx, sessionId)) !== undefined

/** A proof of identity counts for this long. */
const freshMinutes = 10
/**
 * Whether somebody proved a moment ago, in this session or in the one that it was opened from, that they own the account. The
 * age of a session says nothing: whoever holds a stolen token can open a new one.
 */
export const isFreshlyProved = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await repo.findProvedSession(db, sessionId, freshMinutes)) !== undefined

/** Notes that the owner just proved who they are in this session. It no longer ends with the session that it was opened from. */
export async function proveSession(db: Queryable, sessionId: string): Promise<void> {
  await repo.proveSession(db, sessionId)
}

/** Every token of the device, and of the sessions that were opened from it, is refused from the commit on. */
export async function endSessionsOfDevice(tx: Transaction, userId: string, deviceId: string): Promise<void> {
  await Promise.all([queueForSession(tx, userId), repo.endSessionsOfDevice(tx, userId, deviceId)])
}

export async function forgetSessions(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteSessionsOfUser(tx, userId)
}
