import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type ErrorSide = 'browser' | 'server' | 'job'
export type SeenError = {
  fingerprint: Buffer
  side: ErrorSide
  message: string
  stack: string
  place: string
  /** How often, since it was last written down. */
  times: number
}

/** Counts a known error, or keeps a new one unless today brought `mostNew` already: messages are anybody's to invent. */
export const upsertError = (db: Queryable, e: SeenError, mostNew: number) =>
  db.run(sql`
    insert into error_reports as r (fingerprint, side, message, stack, place, seen)
    select ${e.fingerprint}, ${e.side}, ${e.message}, ${e.stack}, ${e.place}, ${e.times}
    where exists (select from error_reports where fingerprint = ${e.fingerprint})
      or (select count(*) from error_reports where first_seen_at > now() - interval '1 day') < ${mostNew}::int
    on conflict (fingerprint) do update set seen = r.seen + excluded.seen, place = excluded.place, last_seen_at = now()`)

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
export const listErrors = (db: Queryable, days: number) =>
  db.query(sql<ErrorRow>`
    select left(encode(fingerprint, 'hex'), 8) as id, side, message, stack, place, seen,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from error_reports where last_seen_at > now() - make_interval(days => ${days}::int)
    order by last_seen_at desc limit 200`)

export const deleteOldErrors = (db: Queryable, days: number) =>
  db.run(sql`delete from error_reports where last_seen_at < now() - make_interval(days => ${days}::int)`)
