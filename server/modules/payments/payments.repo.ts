import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { AttemptStatus, FactKind } from './payment-views.rules.ts'
import type { ProviderId } from './providers/port.ts'
import type { Method } from '#shared/method.ts'
import { attemptColumns, type Attempt, type Refund } from './payments.queries.ts'

type NewAttemptRow = Pick<Attempt, 'id' | 'orderId' | 'provider' | 'currency' | 'amountMinor' | 'expiresAt'> & {
  method: Method
  device: Attempt['device']
  nextQueryAt: Date
}

export const insertAttempt = (db: Queryable, a: NewAttemptRow) =>
  db.run(sql`
    insert into payment_attempts (id, order_id, provider, method, device, currency, amount_minor, status, expires_at,
      next_query_at, is_test)
    select ${a.id}::text, id, ${a.provider}::text, ${a.method}::text, ${a.device}::text, ${a.currency}::text, ${a.amountMinor}::bigint,
      'creating', ${a.expiresAt}::timestamptz, ${a.nextQueryAt}::timestamptz, is_test
    from order_labels where id = ${a.orderId}`)

export const insertOpenAttempt = (
  db: Queryable,
  a: Pick<Attempt, 'id' | 'orderId' | 'currency' | 'amountMinor' | 'expiresAt'>,
) =>
  db.run(sql`
    insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, expires_at, is_test)
    select ${a.id}::text, id, 'crypto', 'crypto', ${a.currency}::text, ${a.amountMinor}::bigint, 'open', ${a.expiresAt}::timestamptz, is_test
    from order_labels where id = ${a.orderId}`)

/**
 * Locks attempts that are due for a query. Skips rows locked by another process, so that two reconcilers never query
 * the same attempt. Skips attempts about which a webhook arrived in the last minute and waits to be read, because it
 * tells the same. After that minute the attempt is queried, in case the webhook cannot be read.
 */
export const lockDueAttempts = (db: Queryable, provider: ProviderId, limit: number) =>
  db.query(sql<Attempt>`
    select ${attemptColumns} from payment_attempts where next_query_at <= now() and provider = ${provider}
      and not exists (
        select from provider_events e
        where e.named_attempt = payment_attempts.id and e.provider = payment_attempts.provider
          and e.sealed is not null and e.received_at > now() - interval '1 minute')
    order by next_query_at limit ${limit} for update skip locked`)

export const scheduleQuery = (db: Queryable, id: string, queries: number, nextQueryAt: Date | null) =>
  db.run(sql`
    update payment_attempts set queries = ${queries}, queried_at = now(), next_query_at = ${nextQueryAt} where id = ${id}`)

export const claimQuery = (db: Queryable, id: string, pauseMs: number) =>
  db.run(sql`
    update payment_attempts set queried_at = now()
    where id = ${id} and (queried_at is null or queried_at <= now() - make_interval(secs => ${pauseMs}::float8 / 1000))`)

/** Saves the provider's answer to `create`, unless a fact has already changed the attempt's status. */
export const saveAnswer = (
  db: Queryable,
  id: string,
  a: Pick<Attempt, 'status' | 'payStep' | 'providerRef'> & { nextQueryAt: Date },
) =>
  db.run(sql`
    update payment_attempts set status = ${a.status}, pay_step = ${a.payStep === null ? null : JSON.stringify(a.payStep)},
      provider_ref = ${a.providerRef}, next_query_at = ${a.nextQueryAt}
    where id = ${id} and status in ('creating', 'unknown')`)

/** Sets the status. Stops polling if the status is paid, failed or closed. */
export const setAttemptStatus = (db: Queryable, id: string, status: AttemptStatus) =>
  db.run(sql`
    update payment_attempts set status = ${status},
      next_query_at = case when ${status} in ('paid', 'failed', 'closed') then null else next_query_at end
    where id = ${id}`)

type FactRow = {
  provider: string
  kind: FactKind
  attemptId: string
  providerTxnId: string
  reference: string
  currency: string
  amountMinor: number
  at: Date
  source: 'notification' | 'query' | 'operator' | 'chain'
}
type NewFact = FactRow & { rawHash: string }

export const insertFact = (db: Queryable, f: NewFact) =>
  db.run(sql`
    insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at,
      source, raw_hash)
    values (${randomUUIDv7()}, ${f.provider}, ${f.kind}, ${f.attemptId}, ${f.providerTxnId}, ${f.reference}, ${f.currency},
      ${f.amountMinor}, ${f.at}, ${f.source}, ${f.rawHash})
    on conflict (provider, kind, provider_txn_id, reference) do nothing`)

export const listFacts = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<FactRow & { orderId: string; hold: 'held' | 'released' | 'erased' | null }>`
    select a.order_id as "orderId", f.provider, f.kind, f.attempt_id as "attemptId", f.provider_txn_id as "providerTxnId", f.reference, f.currency,
      f.amount_minor as "amountMinor", f.occurred_at as at, f.source,
      case when f.kind <> 'paid' or h.provider is null then null when h.block_id is null then 'erased'
        when h.released_at is null then 'held' else 'released' end as hold
    from payment_facts f join payment_attempts a on a.id = f.attempt_id
    left join held_payments h on h.provider = f.provider and h.provider_txn_id = f.provider_txn_id and h.attempt_id = f.attempt_id
    where a.order_id = any(${orderIds}::uuid[])
    order by f.recorded_at, f.id`)

export const findFact = (db: Queryable, f: Pick<FactRow, 'provider' | 'kind' | 'providerTxnId' | 'reference'>) =>
  db.maybe(sql<FactRow>`
    select provider, kind, attempt_id as "attemptId", provider_txn_id as "providerTxnId", reference, currency,
      amount_minor as "amountMinor", occurred_at as at, source
    from payment_facts
    where provider = ${f.provider} and kind = ${f.kind} and provider_txn_id = ${f.providerTxnId} and reference = ${f.reference}`)

export const insertRefund = (
  db: Queryable,
  r: Omit<Refund, 'status' | 'requestedAt' | 'settledAt' | 'takeSeconds'> & {
    requestedBy: string
    againOf?: string
    takeSeconds?: number
  },
) =>
  db.run(sql`
    insert into refunds (id, order_id, attempt_id, provider_txn_id, currency, amount_minor, reason, status, requested_by,
      before_credit, is_final, again_of, take_seconds)
    values (${r.id}, ${r.orderId}, ${r.attemptId}, ${r.providerTxnId}, ${r.currency}, ${r.amountMinor}, ${r.reason}, 'requested',
      ${r.requestedBy}, ${r.beforeCredit}, ${r.isFinal}, ${r.againOf ?? null}, ${r.takeSeconds ?? 0})`)

/** Finds the refund that retries this failed refund. */
export const findAgain = (db: Queryable, id: string) =>
  db.maybe(sql<{ id: string }>`select id from refunds where again_of = ${id}`)

export const markRefundsFinal = (db: Queryable, orderId: string) =>
  db.run(sql`update refunds set is_final = true where order_id = ${orderId} and status <> 'failed'`)

export const markRefundsDone = (db: Queryable, ids: readonly string[]) =>
  db.run(sql`update refunds set status = 'done', settled_at = now() where id = any(${ids}) and status <> 'done'`)

/** Marks refunds as failed. They may have been reported as done before, because a bank can return a refund later. */
export const markRefundsFailed = (db: Queryable, ids: readonly string[]) =>
  db.run(sql`
    update refunds set status = 'failed', settled_at = now(), failure = coalesce(failure, 'failed at the provider')
    where id = any(${ids}) and status <> 'failed'`)

export const nameFailure = (db: Queryable, id: string, failure: string) =>
  db.run(sql`update refunds set failure = ${failure} where id = ${id}`)

export const markRefundFailed = (db: Queryable, id: string, failure: string) =>
  db.run(
    sql`update refunds set status = 'failed', failure = ${failure}, settled_at = now() where id = ${id} and status <> 'done'`,
  )

export const insertEventReview = (db: Queryable, r: { providerEventId: string; reason: string; details: unknown }) =>
  db.run(sql`
    insert into review_items (id, provider_event_id, reason, details)
    values (${randomUUIDv7()}, ${r.providerEventId}, ${r.reason}, ${JSON.stringify(r.details)})
    on conflict (provider_event_id) where provider_event_id is not null do nothing`)

export const renewEventReview = (
  db: Queryable,
  r: { provider: ProviderId; eventId: string; reason: string; details: unknown },
) =>
  db.run(sql`
    insert into review_items (id, provider_event_id, reason, details)
    select ${randomUUIDv7()}::uuid, e.id, ${r.reason}, ${JSON.stringify(r.details)}::jsonb from provider_events e
    where e.provider = ${r.provider} and e.event_id = ${r.eventId}
    on conflict (provider_event_id) where provider_event_id is not null do update set details = excluded.details
    where review_items.resolved_at is null`)

type NewProviderEvent = {
  id: string
  provider: ProviderId
  eventId: string
  /** Encrypted body. Null if the notification states nothing about money; then only its digest is stored. */
  sealed: Buffer | null
  digest: Buffer
  headers: unknown
  /** Attempt that the notification names. Null if it names none. */
  namedAttempt: string | null
}

/**
 * Stores a provider's notification. Returns 0 if it is already stored. Waits for a concurrent transaction that is
 * storing the same one.
 */
export const insertProviderEvent = (db: Queryable, e: NewProviderEvent) =>
  db.run(sql`
    insert into provider_events (id, provider, event_id, sealed, raw_digest, headers, named_attempt)
    values (${e.id}, ${e.provider}, ${e.eventId}, ${e.sealed}, ${e.digest}, ${JSON.stringify(e.headers)}, ${e.namedAttempt})
    on conflict (provider, event_id) do nothing`)
