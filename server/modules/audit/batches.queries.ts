import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { AuditRow } from './audit.queries.ts'

/**
 * Rows of a refund batch and its orders, which jobs write within days. `batch`: UUIDv7 created in the same transaction
 * as the batch's row.
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

/**
 * Advisory lock: refunds of an operator run one after the other, so that the daily limit of the second includes the
 * first. The old lock name stays, because servers of the previous version use it during a rollout.
 */
export const lockRefundsOf = (db: Queryable, operatorId: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('refund batches ' || ${operatorId}::text, 0))::text as locked`)

/**
 * Refunds of an operator in the last 24 hours without a second operator, in minor units by currency: batches, orders,
 * group seats and decided reviews.
 */
export const sumRefundsOfDay = (db: Queryable, operatorId: string) =>
  db.query(sql<{ currency: string; amountMinor: number }>`
    select each.currency, sum(each."amountMinor")::float8 as "amountMinor"
    from audit_log a, jsonb_to_recordset(a.details -> 'sums') as each(currency text, "amountMinor" numeric)
    where a.action in ('refunds.batch', 'orders.refund', 'groups.remove-seat', 'reviews.decide')
      and a.at > now() - interval '1 day' and a.operator_id = ${operatorId}
      and not a.details ? 'preparedBy'
    group by each.currency`)

/** Redeem code batches of an operator in the last 24 hours without a second operator. */
export const listBatchesOfDay = (db: Queryable, operatorId: string) =>
  db.query(sql<{ count: number; months: number; bonusDays: number; maxDevices: number }>`
    select each.count, each.months, each."bonusDays", each."maxDevices"
    from audit_log a, jsonb_to_record(a.details) as each(count integer, months integer, "bonusDays" integer, "maxDevices" integer)
    where a.action = 'redeem.create' and a.at > now() - interval '1 day' and a.operator_id = ${operatorId}
      and not a.details ? 'preparedBy'`)
