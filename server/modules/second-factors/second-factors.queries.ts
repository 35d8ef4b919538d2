import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const countRecoveryCodes = (db: Queryable, userId: string) =>
  db.one(sql<{ left: number; madeAt: Date | null }>`
    select count(*) filter (where used_at is null)::int as left, max(created_at) as "madeAt"
    from recovery_codes where user_id = ${userId}`)

export const findFactorUse = (db: Queryable, userId: string) =>
  db.maybe(sql<{ at: Date | null }>`
    select greatest(
      (select to_timestamp(last_step * 30) from totp_factors where user_id = ${userId} and confirmed_at is not null),
      (select max(used_at) from recovery_codes where user_id = ${userId})) as at`)
