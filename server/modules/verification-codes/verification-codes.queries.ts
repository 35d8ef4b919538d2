import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const forgetExpiredCodes = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sent_codes where ticket in (
      select ticket from sent_codes where expires_at < now() order by expires_at limit ${limit})`)
