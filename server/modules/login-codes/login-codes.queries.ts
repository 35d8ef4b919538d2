import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const forgetOldLoginCodes = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from login_codes where code_hash in (
      select code_hash from login_codes where expires_at < now() order by expires_at limit ${limit})`)
