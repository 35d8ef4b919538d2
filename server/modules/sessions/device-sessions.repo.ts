import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const endSessionsOfDevice = (db: Queryable, userId: string, deviceId: string) =>
  db.run(sql`
    with recursive ending as (
      select id from sessions where user_id = ${userId} and device_id = ${deviceId} and ended_at is null
      union select opened.id from sessions opened join ending on opened.opened_from = ending.id
      where opened.user_id = ${userId} and opened.ended_at is null
    )
    update sessions set ended_at = now() where user_id = ${userId} and id in (select id from ending) and ended_at is null`)

export const findOpenSession = (db: Queryable, sessionId: string) =>
  db.maybe(sql<{ id: string }>`
    select id from sessions where id = ${sessionId} and ended_at is null and ends_at > now()`)

export const findProvedSession = (db: Queryable, sessionId: string, minutes: number) =>
  db.maybe(sql<{ id: string }>`
    select id from sessions where id = ${sessionId} and proved_at > now() - make_interval(mins => ${minutes}::int)`)

export const proveSession = (db: Queryable, sessionId: string) =>
  db.run(sql`update sessions set proved_at = now(), opened_from = null where id = ${sessionId}`)

export const deleteSessionsOfUser = (db: Queryable, userId: string) =>
  db.run(sql`
    with tokens as (
      delete from session_tokens where session_id in (select id from sessions where user_id = ${userId}) returning 1
    )
    delete from sessions where user_id = ${userId} and (select count(*) from tokens) >= 0`)
