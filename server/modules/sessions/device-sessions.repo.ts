import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const endSessionsOfDevice = (db: Queryable, userId: string, deviceId: string) =>
  db.run(sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and device_id = ${deviceId} and ended_at is null`)

export const findOpenSession = (db: Queryable, sessionId: string) =>
  db.maybe(sql<{ id: string }>`
    select id from sessions where id = ${sessionId} and ended_at is null and ends_at > now()`)

export const findFreshSession = (db: Queryable, sessionId: string, minutes: number) =>
  db.maybe(sql<{ id: string }>`
    select id from sessions where id = ${sessionId} and created_at > now() - make_interval(mins => ${minutes}::int)`)

export const deleteSessionsOfUser = (db: Queryable, userId: string) =>
  db.run(sql`
    with tokens as (
      delete from session_tokens where session_id in (select id from sessions where user_id = ${userId}) returning 1
    )
    delete from sessions where user_id = ${userId} and (select count(*) from tokens) >= 0`)
