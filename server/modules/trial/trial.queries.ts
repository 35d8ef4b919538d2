import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { TrialClaim } from './trial.rules.ts'

export const findClaim = (db: Queryable, userId: string) =>
  db.maybe(sql<TrialClaim>`
    select claimed_at as "claimedAt", minutes, lapses_at as "lapsesAt", ends_at as "endsAt",
      case when ends_at is null then null else coalesce(started_at, claimed_at) end as "startedAt",
      is_crowded as "isCrowded"
    from trial_claims where user_id = ${userId}`)

export const countBegun = (db: Queryable, from: Date, until: Date) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from trial_claims
    where ends_at is not null and coalesce(started_at, claimed_at) >= ${from} and coalesce(started_at, claimed_at) < ${until}`)
