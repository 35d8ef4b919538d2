import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Deletes the payment links (`pay_step`) of up to `limit` attempts `days` days after the end of the attempt's payment
 * window, when the links no longer work.
 */
export const deleteOldPaySteps = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    update payment_attempts set pay_step = null where id in (
      select id from payment_attempts where pay_step is not null and expires_at < now() - make_interval(days => ${days}::int)
      order by expires_at limit ${limit} for update skip locked)`)

/**
 * Deletes up to `limit` notifications without an attempt that are older than `days` days, once their bodies are
 * deleted. Keeps notifications with a review.
 */
export const deleteUnlinkedEvents = (db: Queryable, days: number, limit: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unlinked_events(${days}::int, ${limit}::int) as forgotten`)

/**
 * Deletes the bodies and headers of up to `limit` notifications that are older than `days` days and whose order, if
 * they have one, got no new fact in that time.
 */
export const destroyOldBodies = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    update provider_events set sealed = null, headers = '{}'
    where id in (
      select e.id from provider_events e
      where e.sealed is not null and e.received_at < now() - make_interval(days => ${days}::int)
        and not exists (
          select from payment_attempts own
          join payment_attempts a on a.order_id = own.order_id
          join payment_facts f on f.attempt_id = a.id
          where own.id = e.attempt_id and f.recorded_at >= now() - make_interval(days => ${days}::int))
      order by e.received_at limit ${limit})`)
