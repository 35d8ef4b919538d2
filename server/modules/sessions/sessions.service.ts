import type { BrowserName } from '#server/platform/browser-name.ts'
import { createHash, createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'
import { isRegisterToken, tokenPattern, type Platform } from '#shared/codes.ts'
import { AppError } from '#shared/errors.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { SessionOrigin } from '#server/platform/session-origin.ts'
import { startSweep } from '#server/platform/sweep.ts'
import * as repo from './sessions.repo.ts'
import { isTokenAlive, maxSessions, shouldRotate, shouldTouch } from './sessions.rules.ts'
import { deleteOldAheadNonces, deleteOldNonces } from './sessions.queries.ts'

export type Session = {
  readonly sessionId: string
  readonly userId: string
  /** The person registered a moment ago and has not yet fetched the full token. */
  readonly registering: boolean
  /** A new token that the answer must carry in `pragma`, or null. */
  readonly newToken: string | null
}

/** Only this digest is stored: a dump of the database opens no session. */
const digest = (token: string) => createHash('sha256').update(token).digest()

const makeToken = (kind: 'full' | 'register') =>
  `${kind === 'full' ? 'wf' : 'wr'}_${randomBytes(32).toString('base64url')}`

/**
 * The full token that comes after `token`. The salt alone, which is stored, does not make it, and neither does the old
 * token alone; so the same one can be answered again when its first answer got lost, and is kept nowhere.
 */
const makeSuccessor = (token: string, salt: Buffer): string =>
  `wf_${createHmac('sha256', salt).update(token).digest('base64url')}`

type NewSession = {
  userId: string
  platform: Platform
  deviceId: string
  agent?: BrowserName | undefined
  kind: 'full' | 'register'
  origin: SessionOrigin
}

/**
 * Opens a session with the caller's transaction and returns its token, which exists nowhere else. Of more than
 * `maxSessions` the one that was used longest ago ends. Throws `SignInExpired` if the session that it is opened from is over.
 */
export async function startSession(
  tx: Queryable & Partial<Pick<Transaction, 'last'>>,
  { userId, platform, deviceId, agent, kind, origin }: NewSession,
): Promise<string> {
  const id = randomUUIDv7()
  const { browser, system } = agent ?? { browser: null, system: null }
  const token = makeToken(kind)
  // In this order, and in one trip.
  const sent = [
    repo.queueForSession(tx, userId),
    repo.endOldSessions(tx, userId, maxSessions - 1),
    repo.insertSession(tx, { id, userId, platform, deviceId, browser, system, origin }, { hash: digest(token), kind }),
  ] as const
  // Only the insertion of a session that is opened from another can come to nothing.
  if (tx.last && origin.from !== 'session') tx.last(...sent)
  else if ((await Promise.all(sent))[2] === 0) throw new AppError('SignInExpired')
  return token
}

/**
 * Who a token is, or null. A token that is due is superseded and opens things for 60 more seconds. In these every
 * request with it is answered with the same new token, until that was used: an answer may get lost, or be overtaken.
 * `mayUpgrade`: this call turns a register token into a full one.
 */
export async function resumeSession(db: Database, token: string, { mayUpgrade = false } = {}): Promise<Session | null> {
  if (!tokenPattern.test(token)) return null
  const row = await repo.findByTokenHash(db, digest(token))
  return row ? admit(db, token, row, mayUpgrade) : null
}

/** What a signed call proves, and the token that it may come with. */
export type SignedCall = { readonly nonce: string; readonly signedAt: Date; readonly token?: string | undefined }

/**
 * Whether a signed call is no replay: `isFresh` is true once for each nonce. The session of its token comes in the same
 * trip; of a replay nothing is resumed.
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
  return { sessionId: row.sessionId, userId: row.userId, registering, newToken }
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
    // Anyone who loses the race goes on with the old token; the next request is answered with the winner's.
    if ((await repo.supersedeToken(tx, digest(token), salt)) === 0) return null
    const successor = makeSuccessor(token, salt)
    await repo.insertToken(tx, digest(successor), sessionId, 'full')
    return successor
  })
}

/**
 * A full token that stood in an address, once: it is superseded like one that is due, so that every copy of it dies within a
 * minute, and its holder goes on with the next one. Null for any other token, and for one that is superseded already.
 */
export async function retireToken(db: Database, token: string): Promise<{ userId: string; sessionId: string } | null> {
  if (!tokenPattern.test(token) || isRegisterToken(token)) return null
  const row = await repo.findByTokenHash(db, digest(token))
  if (!row || row.supersededAt !== null || !isTokenAlive(row, row.now)) return null
  if ((await rotateToken(db, token, row.sessionId)) === null) return null
  return { userId: row.userId, sessionId: row.sessionId }
}

/**
 * Ends one session of this user and those that were opened from it; false if there is no such session, or it is someone else's.
 * The lock and the ending are two statements, because the second has to see what committed while the first waited.
 */
export async function endSessionIn(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  const [, ended] = await Promise.all([repo.queueForSession(tx, userId), repo.endSessionOf(tx, userId, sessionId)])
  return ended > 0
}

export const endSession = (database: Database, userId: string, sessionId: string): Promise<boolean> =>
  database.transaction((tx) => endSessionIn(tx, userId, sessionId), { early: true })

/**
 * Ends every session of the user, or every other one. No token of theirs opens anything once this commits. A session that was
 * opened from one of those ends with it, also the one that was to stay: what it was opened from, it cannot outlive.
 */
export async function endSessionsOf(
  db: Queryable,
  userId: string,
  exceptSessionId: string | null = null,
): Promise<void> {
  await repo.endSessionsOf(db, userId, exceptSessionId)
}

/** Housekeeping, by a scheduled job: nonces past their window, tokens and sessions that open nothing any more. */
export async function forgetExpired(db: Queryable): Promise<void> {
  const sweep = startSweep()
  await sweep((limit) => deleteOldNonces(db, limit))
  await sweep((limit) => deleteOldAheadNonces(db, limit))
  await sweep((limit) => repo.deleteSupersededTokens(db, limit))
  await sweep((limit) => repo.deleteEndedSessions(db, limit))
}
