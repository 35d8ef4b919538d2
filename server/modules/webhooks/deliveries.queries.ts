import type { WebhookKind } from '#shared/webhook-events.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { DeliveryState } from './webhooks.rules.ts'

/** Seconds for which a worker's claim on a delivery holds: longer than an attempt may take. */
export const claimSeconds = 40

export const listDueEndpoints = (db: Queryable) =>
  db.query(sql<{ id: string }>`
    select e.id from webhook_endpoints e
    where e.state = 'on' and exists (
      select from webhook_deliveries d
      where d.endpoint_id = e.id and d.state = 'waiting' and d.next_at <= now() and (d.claimed_until is null or d.claimed_until < now()))`)

type Event = {
  eventId: string
  kind: WebhookKind
  userId: string | null
  data: Record<string, unknown>
  at: Date
}
export type Claimed = Event & { id: string; failures: number }

/** Claims the webhook deliveries of an endpoint that have been due longest. Each claim counts as an attempt. */
export const claimDue = (db: Queryable, endpointId: string, claim: string, limit: number) =>
  db.query(sql<Claimed>`
    update webhook_deliveries d
    set claim = ${claim}, claimed_until = now() + make_interval(secs => ${claimSeconds}::integer), attempts = d.attempts + 1,
      tried_at = now()
    from (
      select w.id from webhook_deliveries w
      where w.endpoint_id = ${endpointId} and w.state = 'waiting' and w.next_at <= now()
        and (w.claimed_until is null or w.claimed_until < now())
        and exists (select from webhook_endpoints e where e.id = w.endpoint_id and e.state = 'on')
      order by w.next_at limit ${limit} for update of w skip locked
    ) next
    join webhook_deliveries own on own.id = next.id
    join webhook_events v on v.id = own.event_id
    where d.id = next.id
    returning d.id, d.failures, v.id as "eventId", v.kind, v.user_id as "userId", v.data, v.at`)

export const releaseClaim = (db: Queryable, id: string, claim: string) =>
  db.run(sql`
    update webhook_deliveries set claim = null, claimed_until = null, attempts = attempts - 1 where id = ${id} and claim = ${claim}`)

type Finished = {
  claim: string
  state: DeliveryState
  pause: number | null
  status: number | null
  answer: string | null
  error: string | null
}
/**
 * Records an attempt to deliver a webhook event. Returns 0 if the delivery has ended or was removed in the meantime, or
 * if another worker has taken over the claim.
 */
export const finishAttempt = (db: Queryable, id: string, { claim, state, pause, status, answer, error }: Finished) =>
  db.run(sql`
    update webhook_deliveries
    set state = ${state}, claim = null, claimed_until = null, status = ${status}, answer = ${answer}, error = ${error},
      failures = case when ${state} = 'delivered' then 0 else failures + 1 end,
      next_at = case when ${state} = 'waiting' then now() + make_interval(secs => ${pause}::integer) end,
      ended_at = case when ${state} <> 'waiting' then now() end
    where id = ${id} and claim = ${claim} and state = 'waiting'`)

export type DeliveryRow = Omit<Event, 'data'> & {
  id: string
  endpointId: string
  endpoint: string | null
  state: DeliveryState
  createdAt: Date
  nextAt: Date | null
  attempts: number
  triedAt: Date | null
  status: number | null
  answer: string | null
  error: string | null
  endedAt: Date | null
  isClaimed: boolean
}
const deliveryColumns = columns`
  d.id, d.endpoint_id as "endpointId",
  (select e.name from webhook_endpoints e where e.id = d.endpoint_id) as endpoint, d.state, d.created_at as "createdAt", d.next_at as "nextAt", d.attempts,
  d.tried_at as "triedAt", d.status, d.answer, d.error, d.ended_at as "endedAt", coalesce(d.claimed_until > now(), false) as "isClaimed",
  v.id as "eventId", v.kind, v.user_id as "userId", v.at`

type DeliveryFilter = { endpoint: string | null; state: DeliveryState | null; kind: WebhookKind | null }
export const listDeliveries = (db: Queryable, f: DeliveryFilter, after: string | null, limit: number) =>
  db.query(sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_deliveries d join webhook_events v on v.id = d.event_id
    where (${f.endpoint}::text is null or d.endpoint_id = (select e.id from webhook_endpoints e where e.name = ${f.endpoint})) and (${f.state}::text is null or d.state = ${f.state})
      and (${f.kind}::text is null or v.kind = ${f.kind})
      and (${after}::uuid is null or (d.created_at, d.id) < (select c.created_at, c.id from webhook_deliveries c where c.id = ${after}))
    order by d.created_at desc, d.id desc limit ${limit}`)

export const findDelivery = (db: Queryable, id: string) =>
  db.maybe(sql<DeliveryRow & { data: Record<string, unknown> }>`
    select ${deliveryColumns}, v.data from webhook_deliveries d join webhook_events v on v.id = d.event_id where d.id = ${id}`)

export const lockDelivery = (db: Queryable, id: string) =>
  db.maybe(sql<{ endpointId: string; state: DeliveryState; isDue: boolean; isClaimed: boolean }>`
    select endpoint_id as "endpointId", state, coalesce(next_at <= now(), false) as "isDue",
      coalesce(claimed_until > now(), false) as "isClaimed"
    from webhook_deliveries where id = ${id} for update`)

/** Starts a webhook delivery again from its first attempt. */
export const restartDelivery = (db: Queryable, id: string) =>
  db.run(sql`
    update webhook_deliveries set state = 'waiting', next_at = now(), failures = 0, ended_at = null where id = ${id}`)

export const hasWaitingTest = async (db: Queryable, endpointId: string): Promise<boolean> =>
  (
    await db.one(sql<{ waits: boolean }>`
      select exists (
        select from webhook_deliveries d join webhook_events v on v.id = d.event_id
        where d.endpoint_id = ${endpointId} and d.state = 'waiting' and v.kind = 'test') as waits`)
  ).waits

export const insertTest = (db: Queryable, endpointId: string, ids: { event: string; delivery: string }) =>
  db.run(sql`
    with event as (
      insert into webhook_events (id, kind, fact, data) values (${ids.event}, 'test', ${ids.event}::text, '{}') returning id)
    insert into webhook_deliveries (id, event_id, endpoint_id) select ${ids.delivery}, id, ${endpointId} from event`)

export const forgetEvents = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from webhook_events where id in (
      select id from webhook_events where at < now() - make_interval(days => ${days}::integer) order by at limit ${limit})`)

/**
 * Ends deliveries to endpoints that no longer exist. A purchase may have written them while the endpoint was being
 * removed.
 */
export const dropOrphans = (db: Queryable) =>
  db.run(sql`
    update webhook_deliveries d set state = 'dropped', next_at = null, ended_at = now(), claim = null, claimed_until = null
    where d.state = 'waiting' and not exists (select from webhook_endpoints e where e.id = d.endpoint_id)`)

/** Deletes receivers' answers to events of a person, because an answer may repeat the person's email address. */
export const forgetAnswersOf = (db: Queryable, userId: string) =>
  db.run(sql`
    update webhook_deliveries set answer = null
    where answer is not null and event_id in (select id from webhook_events where user_id = ${userId})`)
