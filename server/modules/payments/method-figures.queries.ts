import type { Method } from '#shared/method.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type MethodFigures = {
  method: Method
  attempts: number
  paid: number
  attemptsBefore: number
  paidBefore: number
}

/** Tries to pay that began from `from` to `until`, and how many of them paid, beside those from `before` to `from`: by method. */
export const countByMethod = (db: Queryable, before: Date, from: Date, until: Date) =>
  db.query(sql<MethodFigures>`
    select method, (count(*) filter (where created_at >= ${from}))::int as attempts,
      (count(*) filter (where created_at >= ${from} and status = 'paid'))::int as paid,
      (count(*) filter (where created_at < ${from}))::int as "attemptsBefore",
      (count(*) filter (where created_at < ${from} and status = 'paid'))::int as "paidBefore"
    from payment_attempts where created_at >= ${before} and created_at < ${until} group by method order by method`)
