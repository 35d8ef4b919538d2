import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './device-accounts.repo.ts'

const digest = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Issues the secret by which a native app signs in to its account until that account has a password. The device id
 * cannot serve for this, because it is not secret.
 */
export async function issueDeviceSecret(tx: Transaction, userId: string, deviceId: string): Promise<string> {
  const secret = `wd_${randomBytes(32).toString('base64url')}`
  await repo.insertSecret(tx, userId, digest(secret), deviceId)
  return secret
}

export async function checkDeviceSecret(db: Queryable, secret: string): Promise<string> {
  const found = await repo.findBySecret(db, digest(secret))
  if (!found) throw new AppError('WrongCredentials')
  return found.userId
}

export async function forgetDeviceSecret(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteSecret(tx, userId)
}
