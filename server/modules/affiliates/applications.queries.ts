import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'

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

const applicationColumns = columns`
  a.id, a.user_id as "userId", u.uid, a.channel, a.audience, a.message, a.contact, a.terms_version as "termsVersion",
  a.state, a.reason, a.applied_at as "appliedAt", a.decided_at as "decidedAt"`

export const findLastApplication = (db: Queryable, userId: string) =>
  db.maybe(sql<Application>`
    select ${applicationColumns} from affiliate_applications a join account_labels u on u.user_id = a.user_id
    where a.user_id = ${userId} order by a.applied_at desc limit 1`)

export const listApplications = (db: Queryable, userId: string) =>
  db.query(sql<Application>`
    select ${applicationColumns} from affiliate_applications a join account_labels u on u.user_id = a.user_id
    where a.user_id = ${userId} order by a.applied_at`)

export const listPendingApplications = (db: Queryable, afterUid: number | null, limit: number) =>
  db.query(sql<Application>`
    select ${applicationColumns} from affiliate_applications a join account_labels u on u.user_id = a.user_id
    where a.state = 'pending' and (${afterUid}::int is null or (a.applied_at, a.id) > (
      select x.applied_at, x.id from affiliate_applications x join account_labels y on y.user_id = x.user_id
      where y.uid = ${afterUid}::int and x.state = 'pending'))
    order by a.applied_at, a.id limit ${limit}`)
