import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type NewBatch = {
  id: string
  name: string
  months: number
  bonusDays: number
  maxDevices: number
  count: number
  expiresAt: Date | null
  createdBy: string
}

export const lockBatchesOf = (db: Queryable, createdBy: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('redeem batches ' || ${createdBy}::text, 0))::text as locked`)

export const listBatches = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<NewBatch & { createdAt: Date; disabledAt: Date | null; redeemed: number }>`
    select id, name, months, bonus_days as "bonusDays", max_devices as "maxDevices", count, expires_at as "expiresAt",
      created_by as "createdBy", created_at as "createdAt", disabled_at as "disabledAt",
      coalesce((select count(*)::int from redeem_codes c where c.batch_id = b.id and c.redeemed_at is not null), 0) as redeemed
    from redeem_batches b
    where ${after}::text is null or (created_at, id) < (select x.created_at, x.id from redeem_batches x where x.name = ${after})
    order by created_at desc, id desc limit ${limit}`)

export const disableBatch = (db: Queryable, name: string) =>
  db.run(sql`update redeem_batches set disabled_at = now() where name = ${name} and disabled_at is null`)

export const countCodes = (db: Queryable, name: string) =>
  db.one(sql<{ count: number; redeemed: number }>`
    select b.count, (select count(*)::int from redeem_codes c where c.batch_id = b.id and c.redeemed_at is not null) as redeemed
    from redeem_batches b where b.name = ${name}`)

export type FoundCode = {
  batch: string
  state: 'unused' | 'used' | 'over'
  redeemedBy: string | null
  redeemedAt: Date | null
}

/** Finds a redeem code. `over`: the code was never redeemed and is no longer valid. */
export const findByHash = (db: Queryable, codeHash: Buffer) =>
  db.maybe(sql<FoundCode>`
    select b.name as batch, c.redeemed_by as "redeemedBy", c.redeemed_at as "redeemedAt",
      case when c.redeemed_at is not null then 'used'
        when b.disabled_at is not null or b.expires_at <= now() then 'over' else 'unused' end as state
    from redeem_codes c join redeem_batches b on b.id = c.batch_id where c.code_hash = ${codeHash}`)
