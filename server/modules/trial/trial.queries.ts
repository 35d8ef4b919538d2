import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const findClaim = (db: Queryable, userId: string) =>
  db.maybe(sql<{ claimedAt: Date; endsAt: Date }>`
    select claimed_at as "claimedAt", ends_at as "endsAt" from trial_claims where user_id = ${userId}`)
