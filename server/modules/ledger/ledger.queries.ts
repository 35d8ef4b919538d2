import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type BookedPosting = {
  at: Date
  source: string
  sourceId: string
  debit: string
  credit: string
  currency: string
  amountMinor: number
}

/** What is booked about an order, in the order in which it was. */
export const listPostings = (db: Queryable, orderId: string, limit: number) =>
  db.query(sql<BookedPosting>`
    select booked_at as at, source, source_id as "sourceId", debit, credit, currency, amount_minor as "amountMinor"
    from ledger_postings where order_id = ${orderId}
    order by booked_at, array_position(array['payment', 'refund', 'dispute', 'adjustment', 'commission'], source), id limit ${limit}`)
