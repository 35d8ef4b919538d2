import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Terms } from './entitlement.rules.ts'

export const findTerms = (db: Queryable, userId: string) =>
  db.maybe(sql<Terms & { now: Date }>`
    select now() as now, version, expires_at as "expiresAt", max_devices as "maxDevices", trial_from as "trialFrom",
      blocked_at as "blockedAt", erased_at as "erasedAt"
    from entitlement_terms where user_id = ${userId}`)

/** Page of the terms of all present and former members, by user id. */
export const listTerms = (db: Queryable, after: string, limit: number) =>
  db.query(sql<Terms & { userId: string; now: Date }>`
    select now() as now, user_id as "userId", version, expires_at as "expiresAt", max_devices as "maxDevices", trial_from as "trialFrom",
      blocked_at as "blockedAt", erased_at as "erasedAt"
    from entitlement_terms where user_id > ${after} order by user_id limit ${limit}`)
