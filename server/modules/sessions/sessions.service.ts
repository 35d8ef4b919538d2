import type { BrowserName } from '#server/platform/device-ids.ts'
import { createHash, createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'
import { isRegisterToken, tokenPattern, type Platform } from '#shared/api-values.ts'
import { AppError } from '#shared/errors.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { SessionOrigin } from '#server/platform/session-origin.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'
import * as repo from './sessions.repo.ts'
import { isTokenAlive, maxSessions, shouldRotate, shouldTouch } from './sessions.rules.ts'
import { deleteOldAheadNonces, deleteOldNonces } from './sessions.queries.ts'

export type Session = {
  readonly sessionId: string
  readonly userId: string
  /**
   * True for the session of a registration whose client has not exchanged its registration token for a full token yet.
   */
  readonly registering: boolean
  /** New session token to send in the `pragma` header, or null. */
  readonly newToken: string | null
  /** True if the account makes an operator's test purchases (rehearsal), so that its orders are test orders. */
  readonly isTest: boolean
}

/** Digest of a session token. The database stores only the digest, so that a dump cannot be used to sign in. */
const digest = (token: string) => createHash('sha256').update(token).digest()

const makeToken = (kind: 'full' | 'register') =>
  `${kind === 'full' ? 'wf' : 'wr'}_${randomBytes(32).toString('base64url')}`

/**
 * Derives the next session token from the old token and the stored salt. It can therefore be sent again if the response
 * was lost, although the server does not store it.
 */
const makeSuccessor = (token: string, salt: Buffer): string =>
  `wf_${createHmac('sha256', salt).update(token).digest('base64url')}`

type NewSession = {
  /** Session id; a new one by default. */
  id?: string
  userId: string
  platform: Platform
  deviceId: string
  agent?: BrowserName | undefined
  kind: 'full' | 'register'
  origin: SessionOrigin
}

/**
 * Opens a session in the caller's transaction and returns its token, which is not stored. Beyond `maxSessions`, ends
 * the session that was not used for longest. Throws `SignInExpired` if the parent session has ended.
 */
export async function startSession(
  tx: Queryable & Partial<Pick<Transaction, 'last'>>,
  { id = randomUUIDv7(), userId, platform, deviceId, agent, kind, origin }: NewSession,
): Promise<string> {
  const { browser, system } = agent ?? { browser: null, system: null }
  const token = makeToken(kind)
  // The SQL statements are sent in one round trip and executed in this order.
  const sent = [
    repo.queueForSession(tx, userId),
    repo.endOldSessions(tx, userId, maxSessions - 1),
    repo.insertSession(tx, { id, userId, platform, deviceId, browser, system, origin }, { hash: digest(token), kind }),
  ] as const
  // Only the insertion of a child session can fail, because its parent may have ended. Other insertions need no check.
  if (tx.last && origin.from !== 'session') tx.last(...sent)
  else if ((await Promise.all(sent))[2] === 0) throw new AppError('SignInExpired')
  return token
}

/**
 * Returns the session of a token, or null. A token that has been replaced stays valid for 60 seconds. During that time
 * every request gets the same new token until it is used, because a response may be lost or overtaken. `mayUpgrade`:
 * this call exchanges a registration token for a full one.
 */
export async function resumeSession(db: Database, token: string, { mayUpgrade = false } = {}): Promise<Session | null> {
  if (!tokenPattern.test(token)) return null
  const row = await repo.findByTokenHash(db, digest(token))
  return row ? admit(db, token, row, mayUpgrade) : null
}

type SignedCall = { readonly nonce: string; readonly signedAt: Date; readonly token?: string | undefined }

/**
 * Checks a signed call against replay: `isFresh` is true once for each nonce. Returns the session of its token from the
 * same round trip; a replayed call gets no session.
 */
export async function openSignedCall(
  db: Database,
  { nonce, signedAt, token }: SignedCall,
  { mayUpgrade = false } = {},
): Promise<{ isFresh: boolean; session: Session | null }> {
  const known = token !== undefined && tokenPattern.test(token) ? token : null
  const { isFresh, ...row } = await repo.openCall(db, nonce, signedAt, known === null ? null : digest(known))
  if (!isFresh || known === null || !isFound(row)) return { isFresh, session: null }
  return { isFresh, session: await admit(db, known, row, mayUpgrade) }
}

const isFound = (row: { readonly sessionId: string | null }): row is repo.SessionRow => row.sessionId !== null

async function admit(db: Database, token: string, row: repo.SessionRow, mayUpgrade: boolean): Promise<Session | null> {
  if (!isTokenAlive(row, row.now)) return null
  const registering = row.kind === 'register'
  if (!row.firstUsedAt) await repo.markTokenUsed(db, digest(token))
  if (shouldTouch(row, row.now)) await repo.touchSession(db, row.sessionId)
  const newToken = registering && !mayUpgrade ? null : await successorOf(db, token, row)
  return { sessionId: row.sessionId, userId: row.userId, registering, newToken, isTest: row.isTest }
}

async function successorOf(db: Database, token: string, row: repo.SessionRow): Promise<string | null> {
  if (shouldRotate(row, row.now)) return rotateToken(db, token, row.sessionId)
  if (!row.successorSalt) return null
  const successor = makeSuccessor(token, row.successorSalt)
  const state = await repo.findByTokenHash(db, digest(successor))
  return state && !state.firstUsedAt ? successor : null
}

async function rotateToken(db: Database, token: string, sessionId: string): Promise<string | null> {
  const salt = randomBytes(32)
  return db.transaction(async (tx) => {
    // Concurrent requests that lose the race keep the old token. Their next request gets the winner's token.
    if ((await repo.supersedeToken(tx, digest(token), salt)) === 0) return null
    const successor = makeSuccessor(token, salt)
    await repo.insertToken(tx, digest(successor), sessionId, 'full')
    return successor
  })
}

/**
 * Replaces a session token that appeared in a URL. All copies then stop working within a minute, and the user gets the
 * next token. Null for registration tokens, and for tokens that are unknown, over or already replaced.
 */
export async function retireToken(db: Database, token: string): Promise<{ userId: string; sessionId: string } | null> {
  if (!tokenPattern.test(token) || isRegisterToken(token)) return null
  const row = await repo.findByTokenHash(db, digest(token))
  if (!row || row.supersededAt !== null || !isTokenAlive(row, row.now)) return null
  if ((await rotateToken(db, token, row.sessionId)) === null) return null
  return { userId: row.userId, sessionId: row.sessionId }
}

/**
 * Ends a session of the user and its children. Returns false if there is none or it belongs to another user. Lock and
 * update are two SQL statements, because the update must see what was committed while the lock waited.
 */
export async function endSessionIn(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  const [, ended] = await Promise.all([repo.queueForSession(tx, userId), repo.endSessionOf(tx, userId, sessionId)])
  return ended > 0
}

export const endSession = (database: Database, userId: string, sessionId: string): Promise<boolean> =>
  database.transaction((tx) => endSessionIn(tx, userId, sessionId), { early: true })

/**
 * Ends all sessions of the user, or all except one, when the transaction commits. Child sessions end with their
 * parents, even if the child is the session to keep.
 */
export async function endSessionsOf(
  db: Queryable,
  userId: string,
  exceptSessionId: string | null = null,
): Promise<void> {
  await repo.endSessionsOf(db, userId, exceptSessionId)
}

export async function forgetExpired(db: Queryable): Promise<void> {
  const sweep = startSweep()
  await sweep((limit) => deleteOldNonces(db, limit))
  await sweep((limit) => deleteOldAheadNonces(db, limit))
  await sweep((limit) => repo.deleteSupersededTokens(db, limit))
  await sweep((limit) => repo.deleteEndedSessions(db, limit))
}
