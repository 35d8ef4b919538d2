import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './login-codes.repo.ts'

/** Long enough for a browser to start, too short to be found in someone's history. */
const lifeSeconds = 60
/** Long enough to read a question and to answer it. */
const ticketSeconds = 5 * 60

type Who = { userId: string; sessionId: string }

const digest = (code: string) => createHash('sha256').update(code).digest()

/** A code that opens the web account once. It is stored nowhere but as its digest. */
export async function issueLoginCode(
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ code: string; expiresAt: Date }> {
  const code = `wl_${randomBytes(32).toString('base64url')}`
  const row = { codeHash: digest(code), userId, sessionId, lifeSeconds, isTicket: false }
  const { expiresAt } = await repo.insertCode(db, row)
  return { code, expiresAt }
}

/** Stands for a code that was taken out of an address, until the person has said whether they want that account. */
export async function issueTicket(db: Queryable, who: Who): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = `wt_${randomBytes(32).toString('base64url')}`
  const row = { codeHash: digest(ticket), ...who, lifeSeconds: ticketSeconds, isTicket: true }
  const { expiresAt } = await repo.insertCode(db, row)
  return { ticket, expiresAt }
}

/** Whose code it is, and which session asked for it, once. `LoginCodeInvalid` for one that is used, expired or made up. */
export const consumeLoginCode = (tx: Transaction, code: string): Promise<Who> => consume(tx, code, false)

/** The same of a ticket. */
export const consumeTicket = (tx: Transaction, ticket: string): Promise<Who> => consume(tx, ticket, true)

async function consume(tx: Transaction, secret: string, isTicket: boolean): Promise<Who> {
  const taken = await repo.consumeCode(tx, digest(secret), isTicket)
  if (!taken) throw new AppError('LoginCodeInvalid')
  return taken
}
