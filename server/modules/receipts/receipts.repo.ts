import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { SellerThen } from './series.rules.ts'

/** The next number of a seller. Everyone else who wants one waits until this transaction is over, and gets the same one if it fails. */
export const takeNumber = (db: Queryable, series: string) =>
  db.one(sql<{ number: number }>`
    insert into receipt_series as s (seller, last) values (${series}, 1)
    on conflict (seller) do update set last = s.last + 1
    returning last as number`)

type NewReceipt = { orderId: string; series: string; number: number; seller: SellerThen | null }

export const insertReceipt = (db: Queryable, r: NewReceipt) =>
  db.run(sql`
    insert into receipts (order_id, series, number, seller)
    values (${r.orderId}, ${r.series}, ${r.number}, ${r.seller && JSON.stringify(r.seller)})`)

/** A name is taken until the first print; 0 afterwards. */
export const setBuyer = (db: Queryable, orderId: string, name: string | null) =>
  db.run(sql`
    update receipts set buyer_name = ${name}, printed_at = now() where order_id = ${orderId} and printed_at is null`)
