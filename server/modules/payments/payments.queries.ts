import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { AttemptStatus, RefundStatus } from './payment-views.rules.ts'
import type { PayPayload, ProviderId } from './providers/port.ts'
import type { Method } from '#shared/method.ts'

export type Attempt = {
  id: string
  orderId: string
  provider: ProviderId
  method: Method
  device: 'desktop' | 'phone'
  currency: Currency
  amountMinor: number
  status: AttemptStatus
  payStep: PayPayload | null
  providerRef: string | null
  expiresAt: Date
  queries: number
}

/** Attempt as listed. `ageSeconds`: time since the attempt was saved, by the database clock. */
export type ListedAttempt = Attempt & { ageSeconds: number }

export const attemptColumns = columns`
  id, order_id as "orderId", provider, method, device, currency, amount_minor as "amountMinor", status,
  pay_step as "payStep", provider_ref as "providerRef", expires_at as "expiresAt", queries`

export const findAttempt = (db: Queryable, id: string) =>
  db.maybe(sql<Attempt>`
    select ${attemptColumns} from payment_attempts where id = ${id}`)

export const listAttempts = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<ListedAttempt>`
    select ${attemptColumns}, extract(epoch from now() - created_at)::float8 as "ageSeconds"
    from payment_attempts where order_id = any(${orderIds}::uuid[]) order by created_at, id`)

export type Refund = {
  id: string
  orderId: string
  attemptId: string
  providerTxnId: string
  /** Currency of the payment. It may be a currency in which we do not sell. */
  currency: string
  amountMinor: number
  reason: string
  status: RefundStatus
  beforeCredit: boolean
  isFinal: boolean
  takeSeconds: number
  requestedAt: Date
  /** Time when we learned that the refund was done or had failed. */
  settledAt: Date | null
}

const refundColumns = columns`
  id, order_id as "orderId", attempt_id as "attemptId", provider_txn_id as "providerTxnId", currency,
  amount_minor as "amountMinor", reason, status, before_credit as "beforeCredit", is_final as "isFinal",
  take_seconds as "takeSeconds", created_at as "requestedAt", settled_at as "settledAt"`

export const findRefund = (db: Queryable, id: string) =>
  db.maybe(sql<Refund>`
    select ${refundColumns} from refunds where id = ${id}`)

export const listRefunds = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<Refund>`
    select ${refundColumns} from refunds where order_id = any(${orderIds}::uuid[]) order by created_at, id`)

/**
 * Claims refunds that are still pending ten minutes after their request, longer than any retry delay, and were not
 * queried in the last five minutes; those queried longest ago come first. Skips chain refunds, which an operator sends
 * by hand.
 */
export const claimStaleRefunds = (db: Queryable, limit: number) =>
  db.query(sql<{ id: string }>`
    update refunds set asked_at = now() where id in (
      select r.id from refunds r join payment_attempts a on a.id = r.attempt_id
      where r.status in ('requested', 'sent') and r.created_at < now() - interval '10 minutes' and a.provider <> 'crypto'
        and (r.asked_at is null or r.asked_at < now() - interval '5 minutes')
      order by coalesce(r.asked_at, r.created_at), r.id limit ${limit} for update of r skip locked)
    returning id`)

/**
 * Marks a refund as sent. Returns 1 if this call moved it from `requested` to `sent`, or 0 if it was already sent, done
 * or failed.
 */
export const markRefundSent = (db: Queryable, id: string) =>
  db.run(sql`update refunds set status = 'sent' where id = ${id} and status = 'requested'`)

export type Review = { attemptId: string | null; reason: string; details: unknown; resolvedAt: Date | null }

export const listReviews = (db: Queryable, orderId: string) =>
  db.query(sql<Review>`
    select attempt_id as "attemptId", reason, details, resolved_at as "resolvedAt" from review_items
    where order_id = ${orderId} order by opened_at, id`)

/** Finds our attempt for a provider's transaction, for notifications that do not contain our attempt id. */
export const findPaidAttempt = (db: Queryable, provider: ProviderId, providerTxnId: string) =>
  db.maybe(sql<{ attemptId: string }>`
    select attempt_id as "attemptId" from payment_facts
    where provider = ${provider} and kind = 'paid' and provider_txn_id = ${providerTxnId}`)

/** Stored notification of a provider. `sealed`: encrypted body; null once it is deleted. */
type StoredEvent = { sealed: Buffer | null; headers: Record<string, string> }
type EventRow = StoredEvent & { eventProvider: ProviderId }
type ProviderEvent = StoredEvent & { provider: ProviderId; named: Attempt | null }

/** Reads a stored webhook with the attempt that it named when it arrived. `named` is null once it was processed. */
export async function findProviderEvent(db: Queryable, id: string): Promise<ProviderEvent | undefined> {
  const row = await db.maybe(sql<EventRow & (Attempt | { [K in keyof Attempt]: null })>`
    select e."eventProvider", e.sealed, e.headers, a.*
    from (
      select provider as "eventProvider", sealed, headers, named_attempt from provider_events where id = ${id}
    ) e left join (select ${attemptColumns} from payment_attempts) a on a.id = e.named_attempt`)
  if (!row) return undefined
  const { eventProvider, sealed, headers, ...attempt } = row
  return { provider: eventProvider, sealed, headers, named: attempt.id === null ? null : attempt }
}

export const listOrdersOf = (db: Queryable, q: { attemptId: string; refundId: string }) =>
  db.query(sql<{ id: string }>`
    select order_id as "id" from payment_attempts where id = ${q.attemptId}
    union select order_id from refunds where id = ${q.refundId}`)

type Asked = { id: string; provider: ProviderId }

export const providersOfRefunds = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Asked>`
    select r.id, a.provider from refunds r join payment_attempts a on a.id = r.attempt_id where r.id = any(${ids}) order by r.id`)

export const providersOfAttempts = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Asked>`select id, provider from payment_attempts where id = any(${ids}) order by id`)

export const providersOfOrders = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Asked>`
    select distinct on (order_id) order_id as id, provider from payment_attempts
    where order_id = any(${ids}::uuid[]) order by order_id, created_at desc, id desc`)
