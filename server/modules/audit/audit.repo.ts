import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { AuditRow } from './audit.queries.ts'

export const insertAudit = (db: Queryable, e: AuditRow) =>
  db.run(sql`
    insert into audit_log (id, operator, operator_id, action, subject, details)
    values (${e.id}, ${e.operator}, ${e.operatorId}, ${e.action}, ${e.subject}, ${JSON.stringify(e.details)})`)
