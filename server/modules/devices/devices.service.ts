import { randomUUIDv7 } from 'node:crypto'
import { checkDeviceName, osOfPlatform } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Device } from '#server/platform/device-ids.ts'
import * as repo from './devices.repo.ts'
import { lockDevices, listDevices, type DeviceRow } from './devices.queries.ts'
import { linkDeviceId } from './device-places.rules.ts'

/**
 * Lets a device with our app use one of the user's `places`, which is the device limit of the plan. Existing devices
 * stay even after a downgrade. Returns false if no place is left. Browsers need no place.
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
 * Lets a third-party app use one of the user's `places` and returns the device's id. Null if no place is left. Locks
 * the user's devices, so that a device that is added at the same moment cannot take the same place.
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

/**
 * Removes a device and returns its device id. Throws the same `NotFound` for unknown devices and for other users'
 * devices.
 */
export async function unbindDevice(tx: Transaction, userId: string, id: string): Promise<string> {
  await lockDevices(tx, userId)
  const gone = uuid.test(id) ? await repo.deleteDevice(tx, userId, id) : undefined
  if (!gone) throw new AppError('NotFound')
  return gone.deviceId
}

export async function renameDevice(db: Queryable, userId: string, id: string, name: string): Promise<void> {
  const wrong = checkDeviceName(name)
  if (wrong) throw new AppError('InvalidInput', { name: wrong })
  if (!uuid.test(id) || (await repo.renameDevice(db, userId, id, name.trim())) === 0) throw new AppError('NotFound')
}

export const isDeviceOf = async (db: Queryable, userId: string, deviceId: string): Promise<boolean> =>
  (await repo.findDeviceOf(db, userId, deviceId)) !== undefined
