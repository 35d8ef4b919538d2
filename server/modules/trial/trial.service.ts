import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './trial.repo.ts'

/**
 * Digest of a device that has used a trial. It is kept after the erasure of the account, but without a link to the
 * account.
 */
const digest = (deviceId: string) => createHash('sha256').update(`trial ${deviceId}`).digest()
const digests = (deviceIds: readonly string[]) => [...new Set(deviceIds)].map(digest)

export const armTrial = async (tx: Transaction, claim: Parameters<typeof repo.insertClaim>[1]): Promise<boolean> =>
  (await repo.insertClaim(tx, claim)) === 1

export const lockTrial = (tx: Transaction, userId: string) => repo.lockClaim(tx, userId)

type Start = {
  readonly userId: string
  readonly deviceIds: readonly string[]
  readonly minutes: number
  readonly endsAt: Date
}

/**
 * Starts the trial and marks all devices of the account as used. Returns false if a device already had a trial with
 * another account; this trial then keeps waiting. The caller must hold the locks of devices and trial.
 */
export async function beginTrial(tx: Transaction, { userId, deviceIds, minutes, endsAt }: Start): Promise<boolean> {
  const hashes = digests(deviceIds)
  if ((await repo.insertDevices(tx, userId, hashes)) < hashes.length) {
    await repo.releaseDevices(tx, userId)
    return false
  }
  return (await repo.startClaim(tx, userId, minutes, endsAt)) === 1
}

/**
 * Marks a device that is added during a running trial as used. If it already had a trial with another account, returns
 * false and ends this trial, so that one device cannot get trials with many accounts. The caller then takes back the
 * granted time, and must hold the lock of the devices.
 */
export async function lockRunningTrialShared(tx: Transaction, userId: string, deviceId: string): Promise<boolean> {
  if (!(await repo.findRunningClaim(tx, userId))) return true
  const hash = digest(deviceId)
  if ((await repo.insertDevices(tx, userId, [hash])) === 1) return true
  if ((await repo.findDeviceOwner(tx, hash))?.userId === userId) return true
  await repo.endClaim(tx, userId)
  return false
}

export async function forgetTrialOwner(tx: Transaction, userId: string): Promise<void> {
  await repo.forgetDeviceOwner(tx, userId)
}

export const anyDeviceUsed = async (db: Queryable, deviceIds: readonly string[]): Promise<boolean> =>
  (await repo.countUsedDevices(db, digests(deviceIds))).used > 0
