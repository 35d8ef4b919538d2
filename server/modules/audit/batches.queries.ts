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

/** Of two refunds or batches that one operator asks for at once, the second is measured when the first is written down. */
// The name is older than what it locks: while a release rolls out, servers of the one before wait for the same lock.
export const lockRefundsOf = (db: Queryable, operatorId: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('refund batches ' || ${operatorId}::text, 0))::text as locked`)

/**
 * What an operator gave back within the last 24 hours without another, in minor units of each currency: by batches and orders, by seats of
 * groups, and by deciding what waited for a person.
 */
export const sumRefundsOfDay = (db: Queryable, operatorId: string) =>
  db.query(sql<{ currency: string; amountMinor: number }>`
    select each.currency, sum(each."amountMinor")::float8 as "amountMinor"
    from audit_log a, jsonb_to_recordset(a.details -> 'sums') as each(currency text, "amountMinor" numeric)
    where a.action in ('refunds.batch', 'orders.refund', 'groups.remove-seat', 'reviews.decide')
      and a.at > now() - interval '1 day' and a.operator_id = ${operatorId}
      and not a.details ? 'preparedBy'
    group by each.currency`)

/** The batches of redeem codes that an operator made within the last 24 hours without another. */
export const listBatchesOfDay = (db: Queryable, operatorId: string) =>
  db.query(sql<{ count: number; months: number; bonusDays: number; maxDevices: number }>`
    select each.count, each.months, each."bonusDays", each."maxDevices"
    from audit_log a, jsonb_to_record(a.details) as each(count integer, months integer, "bonusDays" integer, "maxDevices" integer)
    where a.action = 'redeem.create' and a.at > now() - interval '1 day' and a.operator_id = ${operatorId}
      and not a.details ? 'preparedBy'`)
