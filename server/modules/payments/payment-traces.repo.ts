import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Deletes redirect data so many days after the payment window; it is unusable by then. */
export const deleteOldPaySteps = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    update payment_attempts set pay_step = null where id in (
      select id from payment_attempts where pay_step is not null and expires_at < now() - make_interval(days => ${days}::int)
      order by expires_at limit ${limit} for update skip locked)`)

/** Deletes notifications without a payment after their content is gone, unless they had a review. */
export const deleteUnlinkedEvents = (db: Queryable, days: number, limit: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unlinked_events(${days}::int, ${limit}::int) as forgotten`)
