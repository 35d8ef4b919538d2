import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const forgetSteps = (db: Queryable, userId: string) =>
  db.run(sql`delete from sign_in_steps where user_id = ${userId}`)

export const forgetOldSteps = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sign_in_steps where token_hash in (
      select token_hash from sign_in_steps where expires_at < now() order by expires_at limit ${limit})`)
