import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** A place in a list: times as text, because a Date is less exact than the database. */
export type Place = { at: string; id: string }

/** Orders that ended unpaid and whose window closed so long ago, the oldest first, from behind a place in the list. */
export const listUnpaid = (db: Queryable, days: number, after: Place | null, limit: number) =>
  db.query(sql<Place>`
    select payable_until::text as at, id from orders
    where status in ('cancelled', 'expired') and paid_at is null and payable_until < now() - make_interval(days => ${days}::int)
      and (payable_until, id) > (coalesce(${after?.at ?? null}::text, '-infinity')::timestamptz,
        coalesce(${after?.id ?? null}::uuid, '00000000-0000-0000-0000-000000000000'))
    order by orders.payable_until, orders.id limit ${limit}`)

/** Forgets those of them that nothing keeps, with their attempts and their history. */
export const forgetUnpaid = (db: Queryable, ids: readonly string[], days: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unpaid_orders(${ids}::uuid[], ${days}::int) as forgotten`)
