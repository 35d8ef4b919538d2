import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderId } from './providers/port.ts'

type MovementRow = {
  kind: 'paid' | 'refunded'
  orderId: string
  attemptId: string
  providerTxnId: string
  refundId: string | null
  status: 'done' | 'requested' | 'sent' | 'failed'
  amountMinor: number
  currency: string
  /** Time of the request. The provider's report lists a refund at some time between its request and its completion. */
  begunAt: Date
  at: Date | null
}

/**
 * Payments and completed refunds of the period, plus those named in the provider's report, whatever their time and
 * state. Each branch of the union uses its own index.
 */
export const listMovements = (
  db: Queryable,
  provider: ProviderId,
  time: { from: Date; to: Date },
  named: { txns: readonly string[]; refundIds: readonly string[] },
) =>
  db.query(sql<MovementRow>`
    select f.kind as "kind", a.order_id as "orderId", f.attempt_id as "attemptId", f.provider_txn_id as "providerTxnId",
      null::text as "refundId", 'done' as "status", f.amount_minor as "amountMinor", f.currency as "currency",
      f.occurred_at as "begunAt", f.occurred_at as "at"
    from payment_facts f join payment_attempts a on a.id = f.attempt_id
    where f.id in (
      select id from payment_facts
      where provider = ${provider} and kind = 'paid' and occurred_at >= ${time.from} and occurred_at < ${time.to}
      union
      select id from payment_facts where provider = ${provider} and kind = 'paid' and provider_txn_id = any(${named.txns}::text[]))
    union all
    select 'refunded', r.order_id, r.attempt_id, r.provider_txn_id, r.id, r.status, r.amount_minor, r.currency,
      r.created_at, r.settled_at
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where a.provider = ${provider} and r.id in (
      select id from refunds where status = 'done' and settled_at >= ${time.from} and settled_at < ${time.to}
      union
      select unnest(${named.refundIds}::text[]))`)
