import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const countRecoveryCodes = (db: Queryable, userId: string) =>
  db.one(sql<{ left: number; madeAt: Date | null }>`
    select count(*) filter (where used_at is null)::int as left, max(created_at) as "madeAt"
    from recovery_codes where user_id = ${userId}`)
