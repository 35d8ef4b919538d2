import { encodeTime } from 'ulid'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type MethodCount = { method: string; lately: number; latelyPaid: number; before: number; beforePaid: number }

/** Clocks of servers and of the database differ by less: an id is of the server's time, `created_at` of the database's. */
const clockSpreadMs = 86_400_000

/**
 * Tries to pay by each method that began from `first` on and were over by `until`, and how many of them came through: since `since`,
 * and before. Ids are in the order of time, so that nothing older is walked through.
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

/** Tries to pay that began in the last hour, by way of paying and by how they stand. */
export const countAttemptsLately = (db: Queryable) =>
  db.query(sql<{ method: string; status: string; count: number }>`
    select method, status, count(*)::int as count
    from payment_attempts where created_at > now() - interval '1 hour' group by method, status`)
