import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type KeysRow = {
  id: string
  connection: string
  sealed: Buffer
  setBy: string
  setAt: Date
  endedAt: Date | null
}

/**
 * API keys of the connections to payment, mail and SMS providers, newest first. Includes former keys while payments
 * that were begun with them may still be open.
 */
export const listKeys = (db: Queryable) =>
  db.query(sql<KeysRow>`
    select id, connection, sealed, set_by as "setBy", set_at as "setAt", ended_at as "endedAt" from connection_keys
    where kept_until is null or kept_until > now() order by set_at desc, id desc limit 1000`)

/**
 * Locks the current keys of a connection. If there are none, two operators could enter keys at the same time; a unique
 * index then rejects the second.
 */
export const findCurrent = (db: Queryable, connection: string) =>
  db.maybe(sql<KeysRow>`
    select id, connection, sealed, set_by as "setBy", set_at as "setAt", ended_at as "endedAt" from connection_keys
    where connection = ${connection} and ended_at is null for update`)

export const destroyFormerKeys = (db: Queryable) => db.run(sql`delete from connection_keys where kept_until <= now()`)

export type Health = {
  connection: string
  succeededAt: Date | null
  failedAt: Date | null
  failure: string | null
  notifiedAt: Date | null
  rejectedAt: Date | null
}

export const listHealth = (db: Queryable) =>
  db.query(sql<Health>`
    select connection, succeeded_at as "succeededAt", failed_at as "failedAt", failure, notified_at as "notifiedAt",
      rejected_at as "rejectedAt"
    from connection_health order by connection limit 1000`)

/**
 * Saves the last success and failure of a connection that a process has seen. Keeps the newer one, because other
 * processes save theirs too.
 */
export const saveHealth = (db: Queryable, h: Health) =>
  db.run(sql`
    insert into connection_health as h (connection, succeeded_at, failed_at, failure, notified_at, rejected_at)
    values (${h.connection}, ${h.succeededAt}, ${h.failedAt}, ${h.failure}, ${h.notifiedAt}, ${h.rejectedAt})
    on conflict (connection) do update set
      succeeded_at = greatest(h.succeeded_at, excluded.succeeded_at),
      failed_at = greatest(h.failed_at, excluded.failed_at),
      failure = case when excluded.failed_at >= coalesce(h.failed_at, excluded.failed_at)
        then excluded.failure else h.failure end,
      notified_at = greatest(h.notified_at, excluded.notified_at),
      rejected_at = greatest(h.rejected_at, excluded.rejected_at)`)
