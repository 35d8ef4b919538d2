import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './device-accounts.repo.ts'

const digest = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Issues the secret with which a native app returns to its account until that has a password. The device id cannot do
 * it, because it is not secret.
 */
export async function issueDeviceSecret(tx: Transaction, userId: string, deviceId: string): Promise<string> {
  const secret = `wd_${randomBytes(32).toString('base64url')}`
  await repo.insertSecret(tx, userId, digest(secret), deviceId)
  return secret
}

/** Returns the owner of a secret; throws `WrongCredentials` if unknown. */
export async function checkDeviceSecret(db: Queryable, secret: string): Promise<string> {
  const found = await repo.findBySecret(db, digest(secret))
  if (!found) throw new AppError('WrongCredentials')
  return found.userId
}

/** Deletes the secret once the account has a password. */
export async function forgetDeviceSecret(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteSecret(tx, userId)
}
