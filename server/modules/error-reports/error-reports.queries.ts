import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type ErrorSide = 'browser' | 'server' | 'job'

type ErrorRow = {
  id: string
  side: ErrorSide
  message: string
  stack: string
  place: string
  seen: number
  firstSeenAt: Date
  lastSeenAt: Date
}
/** Row of the list of errors. `position`: page cursor, which does not change when the error occurs again. */
type ErrorLine = ErrorRow & { position: string }
export type ErrorPosition = { readonly rank: number; readonly micros: number; readonly id: string }

/**
 * Lists errors of the server first, then those of jobs, then those of browsers; newest first within each. An attacker
 * who reports invented browser errors can therefore not hide ours.
 */
export const listErrors = (
  db: Queryable,
  { days, side }: { days: number; side: ErrorSide | null },
  after: ErrorPosition | null,
  limit: number,
) =>
  db.query(sql<ErrorLine>`
    select id, side, message, stack, place, seen, "firstSeenAt", "lastSeenAt", rank || '.' || micros || '.' || id as position
    from (
      select left(encode(fingerprint, 'hex'), 8) as id, side, message, stack, place, seen,
        first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt",
        array_position(array['server', 'job', 'browser'], side) as rank, (extract(epoch from last_seen_at) * 1000000)::bigint as micros
      from error_reports where last_seen_at > now() - make_interval(days => ${days}::int)
        and (${side}::text is null or side = ${side}::text)) seen_lately
    where ${after?.rank ?? null}::int is null or (rank, -micros, id) > (${after?.rank ?? 0}::int, -${after?.micros ?? 0}::bigint, ${after?.id ?? ''}::text)
    order by rank, -micros, id limit ${limit}::int`)

export const findError = (db: Queryable, id: string) =>
  db.maybe(sql<ErrorRow>`
    select left(encode(fingerprint, 'hex'), 8) as id, side, message, stack, place, seen,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from error_reports where left(encode(fingerprint, 'hex'), 8) = ${id} order by last_seen_at desc limit 1`)
