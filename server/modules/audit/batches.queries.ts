import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { AuditRow } from './audit.queries.ts'

/**
 * Audit rows of a batch refund and of its single refunds, which background jobs write in the following days. `batch`:
 * id of the batch.
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
 * first.
 */
export const lockRefundsOf = (db: Queryable, operatorId: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('refunds of ' || ${operatorId}::text, 0))::text as locked`)

/**
 * Sums of an operator's refunds in the last 24 hours that needed no second operator, in minor units by currency.
 * Includes batches, orders, group seats and decided reviews.
 */
export const sumRefundsOfDay = (db: Queryable, operatorId: string) =>
  db.query(sql<{ currency: string; amountMinor: number }>`
    select each.currency, sum(each."amountMinor")::float8 as "amountMinor"
    from audit_log a, jsonb_to_recordset(a.details -> 'sums') as each(currency text, "amountMinor" numeric)
    where a.action in ('refunds.batch', 'orders.refund', 'groups.remove-seat', 'reviews.decide')
      and a.at > now() - interval '1 day' and a.operator_id = ${operatorId}
      and not a.details ? 'preparedBy'
    group by each.currency`)

/** Batches of redeem codes that an operator made in the last 24 hours without a second operator. */
export const listBatchesOfDay = (db: Queryable, operatorId: string) =>
  db.query(sql<{ count: number; months: number; bonusDays: number; maxDevices: number }>`
    select each.count, each.months, each."bonusDays", each."maxDevices"
    from audit_log a, jsonb_to_record(a.details) as each(count integer, months integer, "bonusDays" integer, "maxDevices" integer)
    where a.action = 'redeem.create' and a.at > now() - interval '1 day' and a.operator_id = ${operatorId}
      and not a.details ? 'preparedBy'`)
