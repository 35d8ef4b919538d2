import { randomUUIDv7 } from 'node:crypto'
import { checkDeviceName, osOfPlatform } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Device } from '#server/platform/device-ids.ts'
import * as repo from './devices.repo.ts'
import { lockDevices, listDevices, type DeviceRow } from './devices.queries.ts'
import { linkDeviceId } from './devices.rules.ts'

/**
 * Gives a native app's device one of the person's `places`, under a lock that the transaction keeps. A device that has
 * one keeps it, also where a smaller plan has fewer. False: there is none left. Browsers need none.
 */
export async function bindDevice(tx: Transaction, userId: string, device: Device, places: number): Promise<boolean> {
  if (device.platform === 'web') return true
  await lockDevices(tx, userId)
  const row = {
    id: randomUUIDv7(),
    userId,
    deviceId: device.deviceId,
    os: osOfPlatform(device.platform),
    osVersion: device.osVersion ?? null,
    name: device.deviceName ?? null,
  }
  if ((await repo.renewDevice(tx, row)) === 1) return true
  if ((await listDevices(tx, userId)).length >= places) return false
  await repo.insertDevice(tx, row)
  return true
}

/**
 * Gives a device that no app of ours runs on one of the person's `places`; its own id, or null where none is left. The lock is
 * kept, as by `bindDevice`.
 */
export async function takePlace(
  tx: Transaction,
  userId: string,
  { os, name }: Pick<DeviceRow, 'os' | 'name'>,
  places: number,
): Promise<string | null> {
  await lockDevices(tx, userId)
  if ((await listDevices(tx, userId)).length >= places) return null
  const id = randomUUIDv7()
  await repo.insertDevice(tx, { id, userId, deviceId: linkDeviceId(id), os, osVersion: null, name })
  return id
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Frees a device's place and answers its own id. Someone else's device and one that never was: the same `NotFound`. */
export async function unbindDevice(tx: Transaction, userId: string, id: string): Promise<string> {
  await lockDevices(tx, userId)
  const gone = uuid.test(id) ? await repo.deleteDevice(tx, userId, id) : undefined
  if (!gone) throw new AppError('NotFound')
  return gone.deviceId
}

/** Throws `NotFound` as `unbindDevice` does, `InvalidInput` for a name that is none. */
export async function renameDevice(db: Queryable, userId: string, id: string, name: string): Promise<void> {
  const wrong = checkDeviceName(name)
  if (wrong) throw new AppError('InvalidInput', { name: wrong })
  if (!uuid.test(id) || (await repo.renameDevice(db, userId, id, name.trim())) === 0) throw new AppError('NotFound')
}

/** Whether the account has this device now. */
export const isDeviceOf = async (db: Queryable, userId: string, deviceId: string): Promise<boolean> =>
  (await repo.findDeviceOf(db, userId, deviceId)) !== undefined
