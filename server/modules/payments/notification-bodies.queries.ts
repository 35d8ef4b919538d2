import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderId } from './providers/port.ts'

/** Links a notification that has been read with its attempt. */
export const linkEvent = (db: Queryable, id: string, attemptId: string) =>
  db.run(sql`update provider_events set attempt_id = ${attemptId}, named_attempt = null where id = ${id}`)

/** Deletes the stored bodies and headers of these orders' notifications. The rows with their digests stay. */
export const destroyBodies = (db: Queryable, orderIds: readonly string[]) =>
  db.run(sql`
    update provider_events e set sealed = null, headers = '{}'
    from payment_attempts a
    where a.id = e.attempt_id and a.order_id = any(${orderIds}::uuid[]) and e.sealed is not null`)

type KeptNotification = { provider: ProviderId; receivedAt: Date; orderId: string; isKept: boolean }

export const listNotifications = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<KeptNotification>`
    select e.provider, e.received_at as "receivedAt", a.order_id as "orderId",
      (e.sealed is not null)::boolean as "isKept"
    from provider_events e join payment_attempts a on a.id = e.attempt_id
    where a.order_id = any(${orderIds}::uuid[]) order by e.received_at, e.id`)
