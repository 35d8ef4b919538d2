import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { idleLifeDays } from './sessions.rules.ts'

type OpenSession = {
  id: string
  platform: string
  deviceId: string
  browser: string | null
  system: string | null
  createdAt: Date
  lastSeenAt: Date
}

export const listSessions = (db: Queryable, userId: string) =>
  db.query(sql<OpenSession>`
    select id, platform, device_id as "deviceId", browser, system, created_at as "createdAt", last_seen_at as "lastSeenAt" from sessions
    where user_id = ${userId} and ended_at is null and ends_at > now()
      and last_seen_at > now() - make_interval(days => ${idleLifeDays}::int)
    order by last_seen_at desc limit 200`)

export const deleteOldAheadNonces = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from signed_nonces_ahead where nonce in (
      select nonce from signed_nonces_ahead where seen_at < now() - interval '11 minutes' order by seen_at limit ${limit})`)

/**
 * Deletes old nonces of signed calls by their physical position (ctid), which needs no index. It is safe, because these
 * rows never change.
 */
export const deleteOldNonces = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from signed_nonces where ctid = any(array(
      select ctid from signed_nonces where seen_at < now() - interval '11 minutes' order by seen_at limit ${limit}))`)

type SessionDevice = { platform: string; deviceId: string }
export const findSessionDevice = (db: Queryable, sessionId: string) =>
  db.one(sql<SessionDevice>`select platform, device_id as "deviceId" from sessions where id = ${sessionId}`)
