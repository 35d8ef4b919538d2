import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './trial.repo.ts'

/** Only this digest outlives an account: whose trial it was is told while that account stands, and not after. */
const digest = (deviceId: string) => createHash('sha256').update(`trial ${deviceId}`).digest()
const digests = (deviceIds: readonly string[]) => [...new Set(deviceIds)].map(digest)

/** Asks for an account's trial, which waits for so many days. False: the account asked before. */
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
 * The trial runs from now on, and every device of the account has had its own with it. False: one of them had it with
 * another account before; the trial waits on. The caller holds the account's list of devices and its trial.
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
