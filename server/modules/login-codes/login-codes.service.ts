import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './login-codes.repo.ts'

/**
 * Lifetime in seconds of a login code, which an app passes to the browser in a URL: long enough to start a browser, and
 * too short for anybody who finds the code in the browser's history.
 */
const lifeSeconds = 60
/** Lifetime of a ticket in seconds: long enough to answer whether to sign in to this account. */
const ticketSeconds = 5 * 60

type Who = { userId: string; sessionId: string }

const digest = (code: string) => createHash('sha256').update(code).digest()

/** Issues a single-use code with which an app signs its user in on the website. Only the code's digest is stored. */
export async function issueLoginCode(
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ code: string; expiresAt: Date }> {
  const code = `wl_${randomBytes(32).toString('base64url')}`
  const row = { codeHash: digest(code), userId, sessionId, lifeSeconds, isTicket: false }
  const { expiresAt } = await repo.insertCode(db, row)
  return { code, expiresAt }
}

/**
 * Issues a ticket in exchange for a login code or session token from a URL. The ticket waits for the user to confirm
 * the account.
 */
export async function issueTicket(db: Queryable, who: Who): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = `wt_${randomBytes(32).toString('base64url')}`
  const row = { codeHash: digest(ticket), ...who, lifeSeconds: ticketSeconds, isTicket: true }
  const { expiresAt } = await repo.insertCode(db, row)
  return { ticket, expiresAt }
}

/**
 * Uses up a login code and returns its user and session. Throws `LoginCodeInvalid` if the code is used, expired or
 * unknown.
 */
export const consumeLoginCode = (tx: Transaction, code: string): Promise<Who> => consume(tx, code, false)

export const consumeTicket = (tx: Transaction, ticket: string): Promise<Who> => consume(tx, ticket, true)

async function consume(tx: Transaction, secret: string, isTicket: boolean): Promise<Who> {
  const taken = await repo.consumeCode(tx, digest(secret), isTicket)
  if (!taken) throw new AppError('LoginCodeInvalid')
  return taken
}

export const forgetOldLoginCodes = (db: Queryable, limit: number): Promise<number> => repo.deleteOldCodes(db, limit)
