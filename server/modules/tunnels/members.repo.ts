import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Returns a value that changes whenever an entitlement or a link changes: the number of links and a sum over digests of
 * all versions. The highest version would miss changes, because the later of two changes may be committed first.
 */
export const findStamp = (db: Queryable) =>
  db.one(sql<{ now: Date; links: number; versions: string }>`
    select now() as now, count(*)::int as links,
      coalesce(sum(hashint8extended(l.number, t.version * 1000003 + l.generation)), 0)::text as versions
    from tunnel_links l join entitlement_terms t on t.user_id = l.user_id`)

/** Usable tunnel link with the membership of its user. Times are in milliseconds. */
export type Member = { number: number; generation: number; until: number; trialFrom: number | null }

/** Reads all members in one SQL query, which takes a fifth of the time of reading pages. */
export const listMembers = (db: Queryable) =>
  db.query(sql<Member>`
    select l.number, l.generation, (extract(epoch from t.expires_at) * 1000)::bigint as until,
      (extract(epoch from t.trial_from) * 1000)::bigint as "trialFrom"
    from tunnel_links l join entitlement_terms t on t.user_id = l.user_id
    where t.expires_at > now() and t.blocked_at is null and t.erased_at is null
    order by l.number`)
