import type { OperatingSystem } from '#shared/device-codes.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type DeviceRow = {
  id: string
  deviceId: string
  os: OperatingSystem
  osVersion: string | null
  name: string | null
  registeredAt: Date
  lastUsedAt: Date
}

/** Devices of one person change one after another: whoever counts them holds this row. */
export async function lockDevices(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`insert into device_lists (user_id) values (${userId}) on conflict do nothing`)
  await db.one(
    sql<{ userId: string }>`select user_id as "userId" from device_lists where user_id = ${userId} for update`,
  )
}

export type NewDevice = {
  id: string
  userId: string
  deviceId: string
  os: OperatingSystem
  osVersion: string | null
  name: string | null
}

/** 0 if the person has no such device. A name that the person gave stays. */
export const renewDevice = (db: Queryable, d: NewDevice) =>
  db.run(sql`
    update devices set last_used_at = now(), os = ${d.os}, os_version = coalesce(${d.osVersion}, os_version),
      name = coalesce(name, ${d.name})
    where user_id = ${d.userId} and device_id = ${d.deviceId}`)

export const insertDevice = (db: Queryable, d: NewDevice) =>
  db.run(sql`
    insert into devices (id, user_id, device_id, os, os_version, name)
    values (${d.id}, ${d.userId}, ${d.deviceId}, ${d.os}, ${d.osVersion}, ${d.name})`)

export const listDevices = (db: Queryable, userId: string) =>
  db.query(sql<DeviceRow>`
    select id, device_id as "deviceId", os, os_version as "osVersion", name, registered_at as "registeredAt",
      last_used_at as "lastUsedAt"
    from devices where user_id = ${userId} order by last_used_at desc, id`)

/** The device's own id, or nothing if this person has no such device. */
export const deleteDevice = (db: Queryable, userId: string, id: string) =>
  db.maybe(sql<{ deviceId: string }>`
    delete from devices where user_id = ${userId} and id = ${id} returning device_id as "deviceId"`)

export const renameDevice = (db: Queryable, userId: string, id: string, name: string) =>
  db.run(sql`update devices set name = ${name} where user_id = ${userId} and id = ${id}`)

export const deleteDevices = (db: Queryable, userId: string) =>
  db.run(sql`
    with list as (delete from device_lists where user_id = ${userId})
    delete from devices where user_id = ${userId}`)

export const findDeviceOf = (db: Queryable, userId: string, deviceId: string) =>
  db.maybe(sql<{ id: string }>`select id from devices where user_id = ${userId} and device_id = ${deviceId}`)
