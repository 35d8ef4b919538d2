import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type AuditRow = {
  id: string
  operator: string
  operatorId: string | null
  action: string
  subject: string
  details: unknown
}

/** What was done first about a subject in the last 24 hours. */
export const findFirstOfDay = (db: Queryable, subject: string) =>
  db.maybe(sql<Pick<AuditRow, 'details'>>`
    select details from audit_log where subject = ${subject} and at > now() - interval '1 day' order by at, id limit 1`)
