import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const forgetExpiredCodes = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sent_codes where ticket in (
      select ticket from sent_codes where expires_at < now() order by expires_at limit ${limit})`)

/** Deletes codes of the previous release, which used another table. */
export const forgetOldReleaseCodes = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from verification_codes where target in (
      select target from verification_codes where expires_at < now() order by expires_at limit ${limit})`)
