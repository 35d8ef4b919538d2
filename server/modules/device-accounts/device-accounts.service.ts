import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './device-accounts.repo.ts'

const digest = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * The secret with which a native app comes back to the account that it opened by device id, until that has a password.
 * The id itself could not do it: it is a name, and anyone who reads it somewhere could take it.
 */
export async function issueDeviceSecret(tx: Transaction, userId: string, deviceId: string): Promise<string> {
  const secret = `wd_${randomBytes(32).toString('base64url')}`
  await repo.insertSecret(tx, userId, digest(secret), deviceId)
  return secret
}

/** Whose secret it is; `WrongCredentials` if no one's. */
export async function checkDeviceSecret(db: Queryable, secret: string): Promise<string> {
  const found = await repo.findBySecret(db, digest(secret))
  if (!found) throw new AppError('WrongCredentials')
  return found.userId
}

/** The account has a password from now on: one way in less to lose. */
export async function forgetDeviceSecret(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteSecret(tx, userId)
}
