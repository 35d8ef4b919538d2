import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { FactKind } from './payment-views.rules.ts'
import type { ProviderId } from './providers/port.ts'

export type FoundPayment = {
  kind: 'attempt' | 'refund' | 'payment'
  id: string
  provider: ProviderId
  /** Status of an attempt or refund, or the kind of a payment fact. */
  state: string
  currency: string
  amountMinor: number
  at: Date
  number: string
}

export const findPayments = (db: Queryable, q: { id: string | null; reference: string | null }, limit: number) =>
  db.query(sql<FoundPayment>`
    select 'attempt' as kind, a.id, a.provider, a.status as state, a.currency, a.amount_minor as "amountMinor",
      a.created_at as at, o.number
    from payment_attempts a join order_labels o on o.id = a.order_id where a.id = ${q.id}::text
    union all
    select 'refund', r.id, a.provider, r.status, r.currency, r.amount_minor, r.created_at, o.number
    from refunds r join payment_attempts a on a.id = r.attempt_id join order_labels o on o.id = r.order_id
    where r.id = ${q.id}::text
    union all (
      select 'payment', f.provider_txn_id, f.provider, f.kind, f.currency, f.amount_minor, f.occurred_at, o.number
      from payment_facts f join payment_attempts a on a.id = f.attempt_id join order_labels o on o.id = a.order_id
      where f.provider_txn_id = ${q.reference}::text order by f.occurred_at desc limit ${limit}::int)`)

type LastPayment = Pick<FoundPayment, 'provider' | 'state' | 'currency' | 'amountMinor' | 'at'> & {
  orderId: string
}

/**
 * Newest of the orders' attempts, with its latest payment fact, or its own status if it has none. Attempts with a fact
 * about money come before all others, however old they are.
 */
export const findLastPayment = (db: Queryable, orderIds: readonly string[]) =>
  db.maybe(sql<LastPayment>`
    select a.order_id as "orderId", a.provider, coalesce(f.kind, a.status) as state, coalesce(f.currency, a.currency) as currency,
      coalesce(f.amount_minor, a.amount_minor) as "amountMinor", coalesce(f.occurred_at, a.created_at) as at
    from payment_attempts a left join lateral (
      select s.kind, s.currency, s.amount_minor, s.occurred_at from payment_facts s
      where s.attempt_id = a.id order by s.kind in ('failed', 'closed'), s.recorded_at desc, s.id desc limit 1) f on true
    where a.order_id = any(${orderIds}::uuid[])
    order by f.kind is null or f.kind in ('failed', 'closed'), coalesce(f.occurred_at, a.created_at) desc, a.id desc limit 1`)

type Statement = {
  /**
   * `at`: time of the payment, refund or dispute by the clock of the provider (or of the operator who stated it).
   * `heardAt`: time when we stored the statement.
   */
  at: Date
  heardAt: Date
  provider: ProviderId
  kind: FactKind
  transaction: string
  currency: string
  amountMinor: number
  source: string
  attemptId: string
}

export const listStatements = (db: Queryable, orderId: string, limit: number) =>
  db.query(sql<Statement>`
    select f.occurred_at as at, f.recorded_at as "heardAt", f.provider, f.kind, f.provider_txn_id as transaction, f.currency,
      f.amount_minor as "amountMinor", f.source, f.attempt_id as "attemptId"
    from payment_attempts a join payment_facts f on f.attempt_id = a.id where a.order_id = ${orderId}
    order by f.recorded_at, f.id limit ${limit}`)
