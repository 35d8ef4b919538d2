import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Returns one value that changes with everything user lists are made of. Sums all versions instead of taking the
 * highest: of two changes the later one may be committed first.
 */
export const findStamp = (db: Queryable) =>
  db.one(sql<{ now: Date; links: number; versions: string }>`
    select now() as now, count(*)::int as links,
      coalesce(sum(hashint8extended(l.number, t.version * 1000003 + l.generation)), 0)::text as versions
    from tunnel_links l join entitlement_terms t on t.user_id = l.user_id`)

/** A usable link and the terms of its user; times in milliseconds. */
export type Member = { number: number; generation: number; until: number; trialFrom: number | null }

/** All members by link number. One query costs a fifth of the same rows in pages. */
export const listMembers = (db: Queryable) =>
  db.query(sql<Member>`
    select l.number, l.generation, (extract(epoch from t.expires_at) * 1000)::bigint as until,
      (extract(epoch from t.trial_from) * 1000)::bigint as "trialFrom"
    from tunnel_links l join entitlement_terms t on t.user_id = l.user_id
    where t.expires_at > now() and t.blocked_at is null and t.erased_at is null
    order by l.number`)
