import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Where buyers were sent to pay, so many days after their time for it was over: codes and addresses that open nothing any more. */
export const deleteOldPaySteps = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    update payment_attempts set pay_step = null where id in (
      select id from payment_attempts where pay_step is not null and expires_at < now() - make_interval(days => ${days}::int)
      order by expires_at limit ${limit} for update skip locked)`)

/** What was sent about no payment of ours, once its body is destroyed, unless a person was asked about it. */
export const deleteUnlinkedEvents = (db: Queryable, days: number, limit: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unlinked_events(${days}::int, ${limit}::int) as forgotten`)
