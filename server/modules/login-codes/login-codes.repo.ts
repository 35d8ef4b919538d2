import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type NewCode = { codeHash: Buffer; userId: string; sessionId: string; lifeSeconds: number; isTicket: boolean }

export const insertCode = (db: Queryable, c: NewCode) =>
  db.one(sql<{ expiresAt: Date }>`
    insert into login_codes (code_hash, user_id, session_id, is_ticket, expires_at)
    values (${c.codeHash}, ${c.userId}, ${c.sessionId}, ${c.isTicket}, now() + make_interval(secs => ${c.lifeSeconds}::int))
    returning expires_at as "expiresAt"`)

/** Deletes the login code, so that only one of two concurrent callers gets its row. */
export const consumeCode = (db: Queryable, codeHash: Buffer, isTicket: boolean) =>
  db.maybe(sql<{ userId: string; sessionId: string }>`
    delete from login_codes where code_hash = ${codeHash} and is_ticket = ${isTicket} and expires_at > now()
    returning user_id as "userId", session_id as "sessionId"`)

export const deleteOldCodes = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from login_codes where code_hash in (
      select code_hash from login_codes where expires_at < now() order by expires_at limit ${limit})`)
