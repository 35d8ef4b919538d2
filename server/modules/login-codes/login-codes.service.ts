import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './login-codes.repo.ts'

/** Long enough for a browser to start, too short to be found in somebody's history. */
const lifeSeconds = 60

const digest = (code: string) => createHash('sha256').update(code).digest()

/** A code that opens the web account once. It is stored nowhere but as its digest. */
export async function issueLoginCode(
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ code: string; expiresAt: Date }> {
  const code = `wl_${randomBytes(32).toString('base64url')}`
  const { expiresAt } = await repo.insertCode(db, { codeHash: digest(code), userId, sessionId, lifeSeconds })
  return { code, expiresAt }
}

/** Whose code it is, and which session asked for it, once. `LoginCodeInvalid` for one that is used, expired or made up. */
export async function takeLoginCode(tx: Transaction, code: string): Promise<{ userId: string; sessionId: string }> {
  const taken = await repo.takeCode(tx, digest(code))
  if (!taken) throw new AppError('LoginCodeInvalid')
  return taken
}

export const forgetOldLoginCodes = repo.deleteOldCodes
