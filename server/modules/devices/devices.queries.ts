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

/** Returns which of these users have a device. */
export const listOwnersAmong = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ userId: string }>`
    select distinct user_id as "userId" from devices where user_id = any(${userIds}::uuid[])`)

/** Makes concurrent changes of a user's devices wait for each other, so that the device limit cannot be exceeded. */
export async function lockDevices(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`insert into device_lists (user_id) values (${userId}) on conflict do nothing`)
  await db.one(
    sql<{ userId: string }>`select user_id as "userId" from device_lists where user_id = ${userId} for update`,
  )
}

export const listDevices = (db: Queryable, userId: string) =>
  db.query(sql<DeviceRow>`
    select id, device_id as "deviceId", os, os_version as "osVersion", name, registered_at as "registeredAt",
      last_used_at as "lastUsedAt"
    from devices where user_id = ${userId} order by last_used_at desc, id`)

export const forgetDevices = (db: Queryable, userId: string) =>
  db.run(sql`
    with list as (delete from device_lists where user_id = ${userId})
    delete from devices where user_id = ${userId}`)
