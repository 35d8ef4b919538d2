import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { deriveEntitlement, type Entitlement, noTerms, type Terms } from './entitlement.rules.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { subjectOf } from './panel-user-name.ts'

export const findTerms = (db: Queryable, userId: string) =>
  db.maybe(sql<Terms & { now: Date }>`
    select now() as now, version, expires_at as "expiresAt", max_devices as "maxDevices", trial_from as "trialFrom",
      blocked_at as "blockedAt", erased_at as "erasedAt"
    from entitlement_terms where user_id = ${userId}`)

export const listTerms = (db: Queryable, after: string, limit: number) =>
  db.query(sql<Terms & { userId: string; now: Date }>`
    select now() as now, user_id as "userId", version, expires_at as "expiresAt", max_devices as "maxDevices", trial_from as "trialFrom",
      blocked_at as "blockedAt", erased_at as "erasedAt"
    from entitlement_terms where user_id > ${after} order by user_id limit ${limit}`)

export async function readEntitlement(db: Queryable, digest: KeyedDigest, userId: string): Promise<Entitlement> {
  const terms = await findTerms(db, userId)
  return deriveEntitlement(subjectOf(digest, userId), terms ?? noTerms, terms?.now ?? new Date(0))
}
