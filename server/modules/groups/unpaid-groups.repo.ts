import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Cursor. Times are text, because Date is less precise than the database. */
export type Place = { at: string | null; id: string }

/** Page of groups that ended unfilled so many days ago, oldest first. */
export const listUnfilled = (db: Queryable, days: number, after: Place | null, limit: number) =>
  db.query(sql<Place>`
    select ended_at::text as at, id from groups
    where status in ('expired', 'closed') and ended_at < now() - make_interval(days => ${days}::int)
      and (ended_at, id) > (coalesce(${after?.at ?? null}::text, '-infinity')::timestamptz, coalesce(${after?.id ?? null}::text, ''))
    order by groups.ended_at, groups.id limit ${limit}`)

/** Deletes those in which nobody ever paid, with seats, orders and history. */
export const forgetUnpaid = (db: Queryable, ids: readonly string[], days: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unpaid_groups(${ids}::text[], ${days}::int) as forgotten`)
