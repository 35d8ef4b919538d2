import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './trial.repo.ts'

/** Only this digest outlives an account: whose trial it was is told while that account stands, and not after. */
const digest = (deviceId: string) => createHash('sha256').update(`trial ${deviceId}`).digest()
const digests = (deviceIds: readonly string[]) => [...new Set(deviceIds)].map(digest)

export type Claim = { readonly userId: string; readonly deviceIds: readonly string[]; readonly minutes: number }

/**
 * Uses up the trial of an account and of every device that it has. Throws `TrialUsed` or `TrialUsedOnDevice`; the
 * caller's transaction then takes back what it granted.
 */
export async function recordClaim(tx: Transaction, { userId, deviceIds, minutes }: Claim): Promise<void> {
  if ((await repo.insertClaim(tx, userId, minutes)) === 0) throw new AppError('TrialUsed')
  const hashes = digests(deviceIds)
  if ((await repo.insertDevices(tx, userId, hashes)) < hashes.length) throw new AppError('TrialUsedOnDevice')
}

/**
 * A device joins an account. While the account's trial runs the device has its own with it. False: it had one with another
 * account before; the trial ends then, and the caller takes back what it granted: no chain of accounts on one device.
 * The caller holds the account's list of devices, as recording a claim does.
 */
export async function shareRunningTrial(tx: Transaction, userId: string, deviceId: string): Promise<boolean> {
  if (!(await repo.findRunningClaim(tx, userId))) return true
  const hash = digest(deviceId)
  if ((await repo.insertDevices(tx, userId, [hash])) === 1) return true
  if ((await repo.findDeviceOwner(tx, hash))?.userId === userId) return true
  await repo.endClaim(tx, userId)
  return false
}

/** For an account that is erased: the digests stay, and name no one any more. */
export async function forgetTrialOwner(tx: Transaction, userId: string): Promise<void> {
  await repo.forgetDeviceOwner(tx, userId)
}

export const anyDeviceUsed = async (db: Queryable, deviceIds: readonly string[]): Promise<boolean> =>
  (await repo.countUsedDevices(db, digests(deviceIds))).used > 0
