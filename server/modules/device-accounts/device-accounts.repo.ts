import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const insertSecret = (db: Queryable, userId: string, secretHash: Buffer, deviceId: string) =>
  db.run(sql`
    insert into device_secrets (user_id, secret_hash, device_id) values (${userId}, ${secretHash}, ${deviceId})`)

export const findBySecret = (db: Queryable, secretHash: Buffer) =>
  db.maybe(sql<{ userId: string }>`select user_id as "userId" from device_secrets where secret_hash = ${secretHash}`)

export const deleteSecret = (db: Queryable, userId: string) =>
  db.run(sql`delete from device_secrets where user_id = ${userId}`)
