import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type NewCode = { codeHash: Buffer; userId: string; sessionId: string; lifeSeconds: number }

export const insertCode = (db: Queryable, { codeHash, userId, sessionId, lifeSeconds }: NewCode) =>
  db.one(sql<{ expiresAt: Date }>`
    insert into login_codes (code_hash, user_id, session_id, expires_at)
    values (${codeHash}, ${userId}, ${sessionId}, now() + make_interval(secs => ${lifeSeconds}::int))
    returning expires_at as "expiresAt"`)

/** Whoever deletes the row has the code: of any number at once, one. */
export const takeCode = (db: Queryable, codeHash: Buffer) =>
  db.maybe(sql<{ userId: string; sessionId: string }>`
    delete from login_codes where code_hash = ${codeHash} and expires_at > now()
    returning user_id as "userId", session_id as "sessionId"`)

export const deleteOldCodes = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from login_codes where code_hash in (
      select code_hash from login_codes where expires_at < now() order by expires_at limit ${limit})`)
