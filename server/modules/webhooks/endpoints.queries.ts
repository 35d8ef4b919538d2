import type { WebhookEvent } from '#shared/webhook-events.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { EndpointState } from './webhooks.rules.ts'

export type EndpointRow = {
  id: string
  name: string
  sealed: Buffer
  events: WebhookEvent[]
  withContact: boolean
  state: EndpointState
  createdAt: Date
  formerUntil: Date | null
  deliveredAt: Date | null
  failingSince: Date | null
  error: string | null
}
const endpointColumns = columns`
  id, name, sealed, events, with_contact as "withContact", state, created_at as "createdAt", former_until as "formerUntil",
  delivered_at as "deliveredAt", failing_since as "failingSince", error`

export const listEndpoints = (db: Queryable) =>
  db.query(sql<EndpointRow & { waiting: number }>`
    select ${endpointColumns},
      (select count(*)::integer from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting') as waiting
    from webhook_endpoints e order by created_at, id`)

export const findEndpoint = (db: Queryable, id: string) =>
  db.maybe(sql<EndpointRow>`select ${endpointColumns} from webhook_endpoints where id = ${id}`)

export const lockEndpoint = (db: Queryable, id: string) =>
  db.maybe(sql<EndpointRow>`select ${endpointColumns} from webhook_endpoints where id = ${id} for update`)

export const lockEndpointNamed = (db: Queryable, name: string) =>
  db.maybe(sql<EndpointRow>`select ${endpointColumns} from webhook_endpoints where name = ${name} for update`)

type New = Pick<EndpointRow, 'id' | 'name' | 'sealed' | 'withContact'> & { readonly events: readonly WebhookEvent[] }
export const insertEndpoint = (db: Queryable, { id, name, sealed, events, withContact }: New) =>
  db.run(sql`
    insert into webhook_endpoints (id, name, sealed, events, with_contact)
    values (${id}, ${name}, ${sealed}, ${events}, ${withContact})`)

export const setEndpointEvents = (
  db: Queryable,
  { id, events, withContact }: Pick<New, 'id' | 'events' | 'withContact'>,
) => db.run(sql`update webhook_endpoints set events = ${events}, with_contact = ${withContact} where id = ${id}`)

export const setEndpointSecrets = (db: Queryable, id: string, sealed: Buffer, hours: number) =>
  db.run(sql`
    update webhook_endpoints set sealed = ${sealed}, former_until = now() + make_interval(hours => ${hours}::integer) where id = ${id}`)

/**
 * Switches a webhook endpoint on or off. Switching it on clears its failures, so that it counts as healthy until it
 * fails again.
 */
export const setEndpointState = (db: Queryable, id: string, state: EndpointState) =>
  db.run(sql`
    update webhook_endpoints set state = ${state}, failing_since = case when ${state} = 'on' then null else failing_since end,
      error = case when ${state} = 'on' then null else error end
    where id = ${id}`)

export const deleteEndpoint = (db: Queryable, id: string) =>
  db.run(sql`
    with gone as (delete from webhook_endpoints where id = ${id} returning id)
    update webhook_deliveries d set state = 'dropped', next_at = null, ended_at = now(), claim = null, claimed_until = null
    from gone where d.endpoint_id = gone.id and d.state = 'waiting'`)

export const noteDelivered = (db: Queryable, id: string) =>
  db.run(sql`update webhook_endpoints set delivered_at = now(), failing_since = null, error = null where id = ${id}`)

export const noteFailed = (db: Queryable, id: string, state: EndpointState, error: string) =>
  db.run(sql`
    update webhook_endpoints set failing_since = coalesce(failing_since, now()), error = ${error},
      state = case when state = 'on' then ${state} else state end
    where id = ${id}`)

/** Webhook endpoints that have failed for an hour, or were switched off because of failures. */
export const listFailing = (db: Queryable) =>
  db.query(sql<{ name: string; state: EndpointState; failingSince: Date | null }>`
    select name, state, failing_since as "failingSince" from webhook_endpoints
    where state in ('said-gone', 'failed') or (state = 'on' and failing_since <= now() - interval '1 hour') order by name`)

/**
 * Makes concurrent additions of webhook endpoints wait for each other, so that they cannot exceed the maximum number.
 * Readers of endpoints and writers of events do not wait.
 */
export const lockAll = (db: Queryable) => db.run(sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`)
