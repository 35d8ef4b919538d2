import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ErrorSide } from './error-reports.queries.ts'

export type SeenError = {
  fingerprint: Buffer
  side: ErrorSide
  message: string
  stack: string
  place: string
  /** Number of occurrences of the error since the last write. */
  times: number
}

export const countKnownError = (db: Queryable, e: Pick<SeenError, 'fingerprint' | 'place' | 'times'>) =>
  db.run(sql`
    update error_reports set seen = seen + ${e.times}, place = ${e.place}, last_seen_at = now()
    where fingerprint = ${e.fingerprint}`)

/**
 * Stores a new error, unless its side (server, job or browser) had `maxNew` new ones within a day. An attacker who
 * reports invented browser errors can therefore not use up the server's share. Adds to the count of an error that is
 * already stored.
 */
export const insertError = (db: Queryable, e: SeenError, maxNew: number) =>
  db.run(sql`
    insert into error_reports as r (fingerprint, side, message, stack, place, seen)
    select ${e.fingerprint}, ${e.side}, ${e.message}, ${e.stack}, ${e.place}, ${e.times}
    where (select count(*) from error_reports where side = ${e.side} and first_seen_at > now() - interval '1 day') < ${maxNew}::int
    on conflict (fingerprint) do update set seen = r.seen + excluded.seen, place = excluded.place, last_seen_at = now()`)

export const deleteOldErrors = (db: Queryable, days: number) =>
  db.run(sql`delete from error_reports where last_seen_at < now() - make_interval(days => ${days}::int)`)
