import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type OldLink = { userId: string; deviceId: string | null }

/**
 * Stores the digest of a subscription token of the old panel. A token that already belongs to another person stays
 * unchanged.
 */
export const insertOldLink = (db: Queryable, tokenHash: Buffer, userId: string) =>
  db.run(sql`
    insert into tunnel_old_links (token_hash, user_id) values (${tokenHash}, ${userId}) on conflict do nothing`)

export const findOldLink = (db: Queryable, tokenHash: Buffer) =>
  db.maybe(sql<OldLink>`
    select user_id as "userId", device_id as "deviceId" from tunnel_old_links where token_hash = ${tokenHash}`)

export const setDevice = (db: Queryable, userId: string, deviceId: string) =>
  db.run(sql`update tunnel_old_links set device_id = ${deviceId} where user_id = ${userId} and device_id is null`)

/**
 * Deletes old panels' subscription tokens of a device, or all of a person (`deviceId` null), including those that were
 * never used here.
 */
export const deleteOldLinks = (db: Queryable, userId: string, deviceId: string | null) =>
  db.run(sql`
    delete from tunnel_old_links
    where user_id = ${userId} and (${deviceId}::uuid is null or device_id = ${deviceId}::uuid)`)
