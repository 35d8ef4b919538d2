import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Deletes up to `limit` contents whose order had no fact for `days`, or that have no order and are as old. */
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
