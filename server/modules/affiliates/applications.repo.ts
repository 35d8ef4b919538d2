import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Application } from './applications.queries.ts'

type NewApplication = Pick<
  Application,
  'id' | 'userId' | 'channel' | 'audience' | 'message' | 'contact' | 'termsVersion'
>

export const insertApplication = (db: Queryable, a: NewApplication) =>
  db.run(sql`
    insert into affiliate_applications (id, user_id, channel, audience, message, contact, terms_version)
    values (${a.id}, ${a.userId}, ${a.channel}, ${a.audience}, ${a.message}, ${a.contact}, ${a.termsVersion})
    on conflict do nothing`)

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
