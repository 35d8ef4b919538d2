import type { Method } from '#shared/method.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type MethodFigures = {
  method: Method
  attempts: number
  paid: number
  attemptsBefore: number
  paidBefore: number
  /** From a try to its payment; null where none paid. */
  medianSeconds: number | null
}

/**
 * Tries to pay that began from `from` to `until`, and how many of them paid, beside those from `before` to `from`: by method. How long
 * it took is that of the newest that paid since `from`: what each of them cost to look up is bounded in a shop of any size.
 */
export const countByMethod = (db: Queryable, before: Date, from: Date, until: Date) =>
  db.query(sql<MethodFigures>`
    with counted as (
      select method, (count(*) filter (where created_at >= ${from}))::int as attempts,
        (count(*) filter (where created_at >= ${from} and status = 'paid'))::int as paid,
        (count(*) filter (where created_at < ${from}))::int as attempts_before,
        (count(*) filter (where created_at < ${from} and status = 'paid'))::int as paid_before
      from payment_attempts where created_at >= ${before} and created_at < ${until} group by method
    )
    select method, attempts, paid, attempts_before as "attemptsBefore", paid_before as "paidBefore", (
        select round(percentile_cont(0.5) within group (order by greatest(0, extract(epoch from f.occurred_at - newest.created_at))))::int
        from (
          select a.id, a.created_at from payment_attempts a
          where a.method = counted.method and a.status = 'paid' and a.created_at >= ${from} and a.created_at < ${until}
          order by a.created_at desc limit 200
        ) newest
        join lateral (
          select min(occurred_at) as occurred_at from payment_facts where attempt_id = newest.id and kind = 'paid'
        ) f on f.occurred_at is not null
      ) as "medianSeconds"
    from counted order by method`)
