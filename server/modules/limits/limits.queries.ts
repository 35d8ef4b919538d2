import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Deletes expired counters; skips rows that are being updated. */
export const forgetExpiredCounters = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from limit_counters where expires_at < now() and (rule, subject) in (
      select rule, subject from limit_counters where expires_at < now() order by expires_at limit ${limit}
      for update skip locked)`)
