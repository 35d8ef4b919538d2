import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { AuditRow } from './audit.queries.ts'

/**
 * The row of a batch of refunds and those of its orders, which its jobs write within days. `batch`: a UUID of version 7, whose row was
 * written in its own transaction.
 */
export const listBatchLines = (db: Queryable, batch: string) =>
  db.query(sql<Pick<AuditRow, 'operator' | 'subject' | 'details'> & { at: Date }>`
    with whole as (
      select at from audit_log where lower(subject) = ${`refund batch ${batch}`}::text and action = 'refunds.batch'
    )
    select a.at, a.operator, a.subject, a.details from audit_log a, whole w
    where a.action = 'refunds.batch' and a.at >= w.at and a.at < w.at + interval '30 days'
      and (a.details ->> 'batch' = ${batch}::text or lower(a.subject) = ${`refund batch ${batch}`}::text)
    order by a.at, a.id limit 1000`)
