import { encodeTime } from 'ulid'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type MethodCount = { method: string; lately: number; latelyPaid: number; before: number; beforePaid: number }

/** Maximum clock difference between servers and database: ids contain server time, `created_at` is database time. */
const clockSpreadMs = 86_400_000

/**
 * Ended attempts per method in two periods: from `first` to `since`, and from `since` to `until`. Attempt ids sort by
 * time, so the id condition avoids scanning older rows.
 */
export const countByMethod = (db: Queryable, { first, since, until }: { first: Date; since: Date; until: Date }) => {
  const from = encodeTime(Math.max(0, first.getTime() - clockSpreadMs), 10)
  return db.query(sql<MethodCount>`
    select method, (count(*) filter (where created_at >= ${since}))::int as lately,
      (count(*) filter (where created_at >= ${since} and status = 'paid'))::int as "latelyPaid",
      (count(*) filter (where created_at < ${since}))::int as before,
      (count(*) filter (where created_at < ${since} and status = 'paid'))::int as "beforePaid"
    from payment_attempts where id > ${from} and created_at >= ${first} and created_at < ${until} group by method order by method`)
}

export const countAttemptsLately = (db: Queryable) =>
  db.query(sql<{ method: string; status: string; count: number }>`
    select method, status, count(*)::int as count
    from payment_attempts where created_at > now() - interval '1 hour' group by method, status`)
