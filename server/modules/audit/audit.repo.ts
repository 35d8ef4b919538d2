import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type AuditEntry = { id: string; operator: string; action: string; subject: string; details: unknown }

export const insertAudit = (db: Queryable, e: AuditEntry) =>
  db.run(sql`
    insert into audit_log (id, operator, action, subject, details)
    values (${e.id}, ${e.operator}, ${e.action}, ${e.subject}, ${JSON.stringify(e.details)})`)
