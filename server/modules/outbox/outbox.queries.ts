import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Outcome = 'sent' | 'expired' | 'refused' | 'nothing'

/** What was in it goes with its sending. */
export const finishMessage = (db: Queryable, id: string, outcome: Outcome) =>
  db.run(sql`
    update outbox_messages set status = ${outcome}, sealed = null, finished_at = now()
    where id = ${id} and status = 'waiting'`)

export const forgetFinishedMessages = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from outbox_messages where id in (
      select id from outbox_messages where status <> 'waiting' and finished_at < now() - interval '7 days'
      order by finished_at limit ${limit})`)
