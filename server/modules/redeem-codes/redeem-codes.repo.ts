import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { NewBatch } from './redeem-codes.queries.ts'

export const insertBatch = (db: Queryable, b: NewBatch) =>
  db.run(sql`
    insert into redeem_batches (id, name, months, bonus_days, max_devices, count, expires_at, created_by)
    values (${b.id}, ${b.name}, ${b.months}, ${b.bonusDays}, ${b.maxDevices}, ${b.count}, ${b.expiresAt}, ${b.createdBy})
    on conflict do nothing`)

export const insertCodes = (db: Queryable, batchId: string, ids: readonly string[], hashes: readonly Buffer[]) =>
  db.run(sql`
    insert into redeem_codes (id, code_hash, batch_id)
    select id, code_hash, ${batchId}::uuid from unnest(${ids}::uuid[], ${hashes}::bytea[]) as c (id, code_hash)`)

export type RedeemedCode = { id: string; months: number; bonusDays: number; maxDevices: number }

/**
 * Redeems an unused code of a valid batch. Uses a single SQL statement, so that only one of two concurrent callers
 * succeeds.
 */
export const consumeCode = (db: Queryable, codeHash: Buffer, userId: string) =>
  db.maybe(sql<RedeemedCode>`
    update redeem_codes c set redeemed_by = ${userId}, redeemed_at = now()
    from redeem_batches b
    where c.code_hash = ${codeHash} and c.redeemed_at is null and b.id = c.batch_id and b.disabled_at is null
      and (b.expires_at is null or now() < b.expires_at)
    returning c.id, b.months, b.bonus_days as "bonusDays", b.max_devices as "maxDevices"`)
