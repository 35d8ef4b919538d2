import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { SellerThen } from './receipts.rules.ts'

type NewReceipt = { orderId: string; series: string; seller: SellerThen | null }

/**
 * Inserts a receipt with the seller's next number. Concurrent calls wait for this transaction and get the same number
 * if it fails, so that the numbers have no gaps.
 */
export const insertReceipt = (db: Queryable, r: NewReceipt) =>
  db.one(sql<{ number: number }>`
    with taken as (
      insert into receipt_series as s (seller, last) values (${r.series}, 1)
      on conflict (seller) do update set last = s.last + 1
      returning last)
    insert into receipts (order_id, series, number, seller)
    select ${r.orderId}, ${r.series}, taken.last, ${r.seller && JSON.stringify(r.seller)} from taken
    returning number`)

/**
 * Sets the buyer's name and marks the receipt as printed. Returns 0 if it was printed before, because a printed receipt
 * must not change.
 */
export const setBuyer = (db: Queryable, orderId: string, name: string | null) =>
  db.run(sql`
    update receipts set buyer_name = ${name}, printed_at = now() where order_id = ${orderId} and printed_at is null`)
