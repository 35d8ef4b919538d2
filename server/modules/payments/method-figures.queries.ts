import type { Method } from '#shared/method.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type MethodFigures = {
  method: Method
  attempts: number
  paid: number
  attemptsBefore: number
  paidBefore: number
  /** Median seconds from the start of the attempt to the payment. Null if none was paid. */
  medianSeconds: number | null
}

/**
 * Attempts and paid attempts per method in two periods: from `before` to `from`, and from `from` to `until`. Test
 * orders do not count. Durations use only the newest thousand paid attempts of the second period, over all methods, to
 * keep the query fast.
 */
export const countByMethod = (db: Queryable, before: Date, from: Date, until: Date) =>
  db.query(sql<MethodFigures>`
    with counted as (
      select method, (count(*) filter (where created_at >= ${from}))::int as attempts,
        (count(*) filter (where created_at >= ${from} and status = 'paid'))::int as paid,
        (count(*) filter (where created_at < ${from}))::int as attempts_before,
        (count(*) filter (where created_at < ${from} and status = 'paid'))::int as paid_before
      from payment_attempts where created_at >= ${before} and created_at < ${until} and not is_test group by method
    ), newest as (
      select order_id, method, created_at from payment_attempts
      where status = 'paid' and created_at >= ${from} and created_at < ${until} and not is_test order by created_at desc limit 1000
    ), took as (
      select n.method, round(percentile_cont(0.5) within group (
          order by greatest(0, extract(epoch from o.paid_at - n.created_at))))::int as median
      from newest n join order_labels o on o.id = n.order_id where o.paid_at is not null group by n.method
    )
    select method, attempts, paid, attempts_before as "attemptsBefore", paid_before as "paidBefore", median as "medianSeconds"
    from counted left join took using (method) order by method`)
