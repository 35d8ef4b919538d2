import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { GrantSource } from './time-ledger.rules.ts'

export type Membership = {
  expiresAt: Date | null
  totalSeconds: number
  maxDevices: number
  yearlyUntil: Date | null
}
export type Grant = {
  id: string
  userId: string
  source: GrantSource
  sourceId: string
  seconds: number
  reverses: string | null
  converts: string | null
  planMonths: number | null
  maxDevices: number | null
  note: string | null
  grantedAt: Date
  expiresAt: Date
}

export const listVersionsOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ userId: string; version: string }>`
    select user_id as "userId", version::text as version from memberships where user_id = any(${userIds}::uuid[])`)

const grantColumns = columns`
  g.id, g.user_id as "userId", g.source, g.source_id as "sourceId", g.seconds, g.reverses, g.converts,
  g.plan_months as "planMonths", g.max_devices as "maxDevices", g.note, g.granted_at as "grantedAt", g.expires_at as "expiresAt"`

export const listGrants = (db: Queryable, userId: string) =>
  db.query(sql<Grant>`
    select ${grantColumns} from membership_grants g where g.user_id = ${userId} order by g.position`)

/** Ids of the grants that imports gave to a user and that were not taken back. */
export const listImportGrants = (db: Queryable, userId: string) =>
  db.query(sql<{ sourceId: string }>`
    select g.source_id as "sourceId" from membership_grants g
    where g.user_id = ${userId} and g.source = 'import' and g.reverses is null
      and not exists (select from membership_grants r where r.reverses = g.id)
    order by g.position`)

/**
 * Grants that the undo of an import took from these users and has not given back, each with the seconds that were
 * unused at that moment. Days granted for an old balance count in full, because they had not begun.
 */
export const listTakenByUndo = (db: Queryable, importId: string, userIds: readonly string[]) =>
  db.query(sql<{ userId: string; sourceId: string; maxDevices: number | null; seconds: number }>`
    select g.user_id as "userId", g.source_id as "sourceId", g.max_devices as "maxDevices",
      (g.seconds - case when g.source_id like '%/balance' then 0
        else extract(epoch from r.granted_at - g.granted_at)::bigint end)::int as seconds
    from membership_grants r join membership_grants g on g.id = r.reverses
    where r.user_id = any(${userIds}::uuid[]) and r.source = 'refund' and g.source = 'import'
      and r.source_id = 'undo ' || ${importId}::text || ' ' || g.source_id
      and not exists (
        select from membership_grants k
        where k.source = 'import' and k.source_id = g.source_id || '/kept' and k.reverses is null)`)

/** Newest grants of a user, newest first, each with `isReversed`: true if it was taken back. */
export const listNewestGrants = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<Grant & { isReversed: boolean }>`
    select ${grantColumns},
      exists (select from membership_grants r where r.reverses = g.id) as "isReversed"
    from membership_grants g where g.user_id = ${userId} order by g.position desc limit ${limit}::int`)

export const findGrantOf = (db: Queryable, userId: string, id: string) =>
  db.maybe(sql<Pick<Grant, 'id' | 'source' | 'sourceId' | 'reverses'> & { isReversed: boolean }>`
    select g.id, g.source, g.source_id as "sourceId", g.reverses,
      exists (select from membership_grants r where r.reverses = g.id) as "isReversed"
    from membership_grants g where g.id = ${id}::uuid and g.user_id = ${userId}`)

export const listGrantsFrom = (db: Queryable, userId: string, sources: readonly string[], limit: number) =>
  db.query(sql<Grant & { isReversed: boolean }>`
    with own as (
      select g.id from membership_grants g
      where g.user_id = ${userId} and exists (
        select from unnest(${sources}::text[]) as s (source)
        where g.source_id = s.source or starts_with(g.source_id, s.source || ':')
          or starts_with(g.source_id, 'order:' || s.source || '/')))
    select ${grantColumns},
      exists (select from membership_grants r where r.reverses = g.id) as "isReversed"
    from membership_grants g where g.user_id = ${userId} and (g.id in (select id from own) or g.reverses in (select id from own))
    order by g.position desc limit ${limit}::int`)

export const listGrantsOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<Grant>`
    select ${grantColumns} from membership_grants g where g.user_id = any(${userIds}::uuid[]) order by g.position`)

export const findGrant = (db: Queryable, source: GrantSource, sourceId: string) =>
  db.maybe(sql<Grant>`
    select ${grantColumns} from membership_grants g
    where g.source = ${source} and g.source_id = ${sourceId} and g.reverses is null`)

export const findMembership = (db: Queryable, userId: string) =>
  db.maybe(sql<Membership & { now: Date }>`
    select now() as now, expires_at as "expiresAt", total_seconds as "totalSeconds", max_devices as "maxDevices",
      yearly_until as "yearlyUntil"
    from memberships where user_id = ${userId}`)

/**
 * End of the right to yearly benefits, locked until the end of the transaction. Undefined if the user was never a
 * member.
 */
export const lockBenefits = (db: Queryable, userId: string) =>
  db.maybe(sql<{ yearlyUntil: Date | null }>`
    select yearly_until as "yearlyUntil" from memberships where user_id = ${userId} for update`)

export const lockMembership = (db: Queryable, userId: string) =>
  db.run(sql`select from memberships where user_id = ${userId} for update`)

export const listExpiries = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ userId: string; expiresAt: Date | null }>`
    select user_id as "userId", expires_at as "expiresAt" from memberships where user_id = any(${userIds}::uuid[])`)

/**
 * True if any real customer has an active membership. Accounts of the demo and of rehearsals do not count. A shop
 * without members is still being set up.
 */
export const hasMembers = async (db: Queryable): Promise<boolean> =>
  (
    await db.one(sql<{ has: boolean }>`
      select exists (
        select from memberships m where expires_at > now()
          and not exists (select from test_accounts t where t.user_id = m.user_id) and not exists (
          select from order_labels o where o.user_id = m.user_id and o.number like 'DEMO-%')) as has`)
  ).has
