import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './login-codes.repo.ts'

/** Long enough to start a browser, too short to be found in its history. */
const lifeSeconds = 60
/** Long enough to read and answer a question. */
const ticketSeconds = 5 * 60

type Who = { userId: string; sessionId: string }

const digest = (code: string) => createHash('sha256').update(code).digest()

/** Issues a single-use code that opens the web account; only its digest is stored. */
export async function issueLoginCode(
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ code: string; expiresAt: Date }> {
  const code = `wl_${randomBytes(32).toString('base64url')}`
  const row = { codeHash: digest(code), userId, sessionId, lifeSeconds, isTicket: false }
  const { expiresAt } = await repo.insertCode(db, row)
  return { code, expiresAt }
}

/** Replaces a code taken from a URL until the user confirms the account. */
export async function issueTicket(db: Queryable, who: Who): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = `wt_${randomBytes(32).toString('base64url')}`
  const row = { codeHash: digest(ticket), ...who, lifeSeconds: ticketSeconds, isTicket: true }
  const { expiresAt } = await repo.insertCode(db, row)
  return { ticket, expiresAt }
}

/** Consumes a code; returns its user and session. Throws `LoginCodeInvalid` if used, expired or unknown. */
export const consumeLoginCode = (tx: Transaction, code: string): Promise<Who> => consume(tx, code, false)

/** Consumes a ticket; returns its user and session. Throws `LoginCodeInvalid` if used, expired or unknown. */
export const consumeTicket = (tx: Transaction, ticket: string): Promise<Who> => consume(tx, ticket, true)

async function consume(tx: Transaction, secret: string, isTicket: boolean): Promise<Who> {
  const taken = await repo.consumeCode(tx, digest(secret), isTicket)
  if (!taken) throw new AppError('LoginCodeInvalid')
  return taken
}

export const forgetOldLoginCodes = (db: Queryable, limit: number): Promise<number> => repo.deleteOldCodes(db, limit)
