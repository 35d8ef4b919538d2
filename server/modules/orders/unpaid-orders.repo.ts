import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Cursor. Times are text, because Date is less precise than the database. */
export type Place = { at: string; id: string }

/** Page of unpaid orders whose window closed so many days ago, oldest first. */
export const listUnpaid = (db: Queryable, days: number, after: Place | null, limit: number) =>
  db.query(sql<Place>`
    select payable_until::text as at, id from orders
    where status in ('cancelled', 'expired') and paid_at is null and payable_until < now() - make_interval(days => ${days}::int)
      and (payable_until, id) > (coalesce(${after?.at ?? null}::text, '-infinity')::timestamptz,
        coalesce(${after?.id ?? null}::uuid, '00000000-0000-0000-0000-000000000000'))
    order by orders.payable_until, orders.id limit ${limit}`)

/** Deletes those without references, with attempts and history. */
export const forgetUnpaid = (db: Queryable, ids: readonly string[], days: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unpaid_orders(${ids}::uuid[], ${days}::int) as forgotten`)
