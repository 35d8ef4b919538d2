import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type ErrorSide = 'browser' | 'server' | 'job'

export type ErrorRow = {
  id: string
  side: ErrorSide
  message: string
  stack: string
  place: string
  seen: number
  firstSeenAt: Date
  lastSeenAt: Date
}
/** The latest of each side: a crowd of one does not push the others off the list. */
export const listErrors = (db: Queryable, days: number) =>
  db.query(sql<ErrorRow>`
    select left(encode(fingerprint, 'hex'), 8) as id, side, message, stack, place, seen,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from (
      select *, row_number() over (partition by side order by last_seen_at desc) as latest
      from error_reports where last_seen_at > now() - make_interval(days => ${days}::int)) seen_lately
    where latest <= 200
    order by last_seen_at desc`)

export const findError = (db: Queryable, id: string) =>
  db.maybe(sql<ErrorRow>`
    select left(encode(fingerprint, 'hex'), 8) as id, side, message, stack, place, seen,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from error_reports where left(encode(fingerprint, 'hex'), 8) = ${id} order by last_seen_at desc limit 1`)
