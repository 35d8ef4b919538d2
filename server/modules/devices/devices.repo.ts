import type { OperatingSystem } from '#shared/device-codes.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type NewDevice = {
  id: string
  userId: string
  deviceId: string
  os: OperatingSystem
  osVersion: string | null
  name: string | null
}

/**
 * Updates a device at sign-in. Returns 0 if the user has no such device. Keeps the name if it has one, because the user
 * may have given it.
 */
export const renewDevice = (db: Queryable, d: NewDevice) =>
  db.run(sql`
    update devices set last_used_at = now(), os = ${d.os}, os_version = coalesce(${d.osVersion}, os_version),
      name = coalesce(name, ${d.name})
    where user_id = ${d.userId} and device_id = ${d.deviceId}`)

export const insertDevice = (db: Queryable, d: NewDevice) =>
  db.run(sql`
    insert into devices (id, user_id, device_id, os, os_version, name)
    values (${d.id}, ${d.userId}, ${d.deviceId}, ${d.os}, ${d.osVersion}, ${d.name})`)

export const deleteDevice = (db: Queryable, userId: string, id: string) =>
  db.maybe(sql<{ deviceId: string }>`
    delete from devices where user_id = ${userId} and id = ${id} returning device_id as "deviceId"`)

export const renameDevice = (db: Queryable, userId: string, id: string, name: string) =>
  db.run(sql`update devices set name = ${name} where user_id = ${userId} and id = ${id}`)

export const findDeviceOf = (db: Queryable, userId: string, deviceId: string) =>
  db.maybe(sql<{ id: string }>`select id from devices where user_id = ${userId} and device_id = ${deviceId}`)
