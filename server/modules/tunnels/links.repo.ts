import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'

export type Link = {
  number: number
  userId: string
  deviceId: string
  generation: number
  madeAt: Date
  seenAt: Date | null
}

/**
 * Reserves the number of the next tunnel link. The link's token is derived from the number, so the number is needed
 * before the insert.
 */
export const nextNumber = (db: Queryable) =>
  db.one(sql<{ number: number }>`select nextval(pg_get_serial_sequence('tunnel_links', 'number'))::bigint as number`)

export const insertLink = (
  db: Queryable,
  { number, userId, deviceId, tokenHash }: { number: number; userId: string; deviceId: string; tokenHash: Buffer },
) =>
  db.run(sql`
    insert into tunnel_links (number, user_id, device_id, token_hash) overriding system value
    values (${number}, ${userId}, ${deviceId}, ${tokenHash})`)

const linkColumns = columns`
  number, user_id as "userId", device_id as "deviceId", generation, made_at as "madeAt", seen_at as "seenAt"`

export const findByToken = (db: Queryable, tokenHash: Buffer) =>
  db.maybe(sql<Link>`
    select ${linkColumns} from tunnel_links where token_hash = ${tokenHash}`)

export const listLinks = (db: Queryable, userId: string) =>
  db.query(sql<Link>`
    select ${linkColumns} from tunnel_links where user_id = ${userId} order by number`)

/** Locks a user's tunnel links until the end of the transaction, always in the same order to prevent deadlocks. */
export const lockLinks = (db: Queryable, userId: string) =>
  db.query(sql<Link>`
    select ${linkColumns} from tunnel_links where user_id = ${userId} order by number for update`)

export const setGeneration = (db: Queryable, number: number, generation: number, tokenHash: Buffer) =>
  db.run(sql`
    update tunnel_links set generation = ${generation}, token_hash = ${tokenHash} where number = ${number}`)

/** Records the use of a tunnel link at most once a minute, to save writes. */
export const touchLink = (db: Queryable, number: number) =>
  db.run(sql`
    update tunnel_links set seen_at = now()
    where number = ${number} and (seen_at is null or seen_at < now() - interval '1 minute')`)
