import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Moved } from './revenue.rules.ts'

type BookedPosting = {
  at: Date
  source: string
  sourceId: string
  debit: string
  credit: string
  currency: string
  amountMinor: number
}

export const listPostings = (db: Queryable, orderId: string, limit: number) =>
  db.query(sql<BookedPosting>`
    select booked_at as at, source, source_id as "sourceId", debit, credit, currency, amount_minor as "amountMinor"
    from ledger_postings where order_id = ${orderId}
    order by booked_at, array_position(array['payment', 'refund', 'dispute', 'adjustment', 'commission'], source), id limit ${limit}`)

/** Sums of ledger postings of a user's newest orders, without commissions. `orders`: number of orders included. */
export const listMovedOf = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<Moved & { orders: number }>`
    with own as materialized (
      select id from order_labels where user_id = ${userId} order by created_at desc limit ${limit}::int)
    select p.source, p.debit, p.credit, p.currency, sum(p.amount_minor)::bigint as "sumMinor", count(*)::int as postings,
      (select count(*) from own)::int as orders
    from own join ledger_postings p on p.order_id = own.id
    where p.source <> 'commission' group by p.source, p.debit, p.credit, p.currency`)
