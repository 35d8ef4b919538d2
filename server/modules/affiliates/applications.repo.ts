import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Application = {
  id: string
  userId: string
  uid: number
  channel: string
  audience: string
  message: string
  contact: string
  termsVersion: number
  state: 'pending' | 'approved' | 'rejected'
  reason: string | null
  appliedAt: Date
  decidedAt: Date | null
}
export type NewApplication = Pick<
  Application,
  'id' | 'userId' | 'channel' | 'audience' | 'message' | 'contact' | 'termsVersion'
>

/** 0 if one of this user waits already. */
export const insertApplication = (db: Queryable, a: NewApplication) =>
  db.run(sql`
    insert into affiliate_applications (id, user_id, channel, audience, message, contact, terms_version)
    values (${a.id}, ${a.userId}, ${a.channel}, ${a.audience}, ${a.message}, ${a.contact}, ${a.termsVersion})
    on conflict do nothing`)

export const findLast = (db: Queryable, userId: string) =>
  db.maybe(sql<Application>`
    select a.id, a.user_id as "userId", u.uid, a.channel, a.audience, a.message, a.contact, a.terms_version as "termsVersion",
      a.state, a.reason, a.applied_at as "appliedAt", a.decided_at as "decidedAt"
    from affiliate_applications a join users u on u.id = a.user_id
    where a.user_id = ${userId} order by a.applied_at desc limit 1`)

export const listOf = (db: Queryable, userId: string) =>
  db.query(sql<Application>`
    select a.id, a.user_id as "userId", u.uid, a.channel, a.audience, a.message, a.contact, a.terms_version as "termsVersion",
      a.state, a.reason, a.applied_at as "appliedAt", a.decided_at as "decidedAt"
    from affiliate_applications a join users u on u.id = a.user_id
    where a.user_id = ${userId} order by a.applied_at`)

export const listPending = (db: Queryable, afterUid: number | null, limit: number) =>
  db.query(sql<Application>`
    select a.id, a.user_id as "userId", u.uid, a.channel, a.audience, a.message, a.contact, a.terms_version as "termsVersion",
      a.state, a.reason, a.applied_at as "appliedAt", a.decided_at as "decidedAt"
    from affiliate_applications a join users u on u.id = a.user_id
    where a.state = 'pending' and (${afterUid}::int is null or (a.applied_at, a.id) > (
      select x.applied_at, x.id from affiliate_applications x join users y on y.id = x.user_id
      where y.uid = ${afterUid}::int and x.state = 'pending'))
    order by a.applied_at, a.id limit ${limit}`)

/** 0 if it was decided before. */
export const decide = (
  db: Queryable,
  id: string,
  d: { state: 'approved' | 'rejected'; reason: string | null; decidedBy: string },
) =>
  db.run(sql`
    update affiliate_applications set state = ${d.state}, reason = ${d.reason}, decided_by = ${d.decidedBy}, decided_at = now()
    where id = ${id} and state = 'pending'`)

export const emptyApplications = (db: Queryable, userId: string) =>
  db.run(sql`
    update affiliate_applications set channel = '', audience = '', message = '', contact = '',
      state = case when state = 'pending' then 'rejected' else state end,
      reason = case when state = 'pending' then 'account deleted' else reason end,
      decided_at = coalesce(decided_at, now()), decided_by = coalesce(decided_by, 'erasure')
    where user_id = ${userId}`)
