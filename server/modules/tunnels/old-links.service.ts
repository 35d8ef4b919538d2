import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './old-links.repo.ts'

/**
 * True for a token that may be another panel's subscription token: 8 to 128 letters, digits, `-` or `_`. V2board and
 * Xboard use 32 hexadecimal digits, SSPanel-UIM letters and digits.
 */
const isOldToken = (token: string): boolean => /^[\w-]{8,128}$/.test(token)
const hashOf = (token: string): Buffer => createHash('sha256').update(`old link ${token}`).digest()

/**
 * Stores the digest of a person's subscription token in the old panel. Ignores tokens of another form, above all short
 * ones, because they could be guessed.
 */
export async function keepOldLink(tx: Transaction, userId: string, token: string): Promise<void> {
  if (isOldToken(token)) await repo.insertOldLink(tx, hashOf(token), userId)
}

export const findOldLink = async (db: Queryable, token: string): Promise<repo.OldLink | null> =>
  isOldToken(token) ? ((await repo.findOldLink(db, hashOf(token))) ?? null) : null

/**
 * Makes a person's subscription URLs from the old panel that lead to no link yet lead to the tunnel link of this
 * device.
 */
export async function redirectOldLinks(tx: Transaction, userId: string, deviceId: string): Promise<void> {
  await repo.setDevice(tx, userId, deviceId)
}

export async function forgetOldLinks(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteOldLinks(tx, userId, null)
}
