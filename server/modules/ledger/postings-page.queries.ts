import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type Range = { from: Date | null; until: Date | null; currency: string | null }
export type PostingLine = {
  id: string
  bookedAt: Date
  source: string
  sourceId: string
  orderNumber: string | null
  debit: string
  credit: string
  currency: string
  amountMinor: number
}

type SalePosting = Omit<PostingLine, 'orderNumber'> & {
  orderId: string | null
  orderNumber: string | null
  goodsId: string | null
}

/** Postings that change revenue: payments, refunds, disputes and their corrections, oldest first. */
export const listSalePostings = (db: Queryable, r: Range, after: string | null, limit: number) =>
  db.query(sql<SalePosting>`
    select p.id, p.booked_at as "bookedAt", p.source, p.source_id as "sourceId", p.order_id as "orderId", o.number as "orderNumber",
      o.goods_id as "goodsId", p.debit, p.credit, p.currency, p.amount_minor as "amountMinor"
    from ledger_postings p left join order_labels o on o.id = p.order_id
    where p.booked_at >= coalesce(${r.from}::timestamptz, '-infinity') and p.booked_at < coalesce(${r.until}::timestamptz, 'infinity')
      and array[p.debit, p.credit] && '{revenue,refunds,chargebacks}'
      and (${r.currency}::text is null or p.currency = ${r.currency})
      and (${after}::uuid is null or p.booked_at >= (select x.booked_at from ledger_postings x where x.id = ${after}::uuid)
        and (p.booked_at, p.id) > (select x.booked_at, x.id from ledger_postings x where x.id = ${after}::uuid))
    order by p.booked_at, p.id limit ${limit}`)

export const listPostings = (db: Queryable, r: Range, after: string | null, limit: number) =>
  db.query(sql<PostingLine>`
    select p.id, p.booked_at as "bookedAt", p.source, p.source_id as "sourceId", o.number as "orderNumber", p.debit, p.credit, p.currency,
      p.amount_minor as "amountMinor"
    from ledger_postings p left join order_labels o on o.id = p.order_id
    where p.booked_at >= coalesce(${r.from}::timestamptz, '-infinity') and p.booked_at < coalesce(${r.until}::timestamptz, 'infinity')
      and (${r.currency}::text is null or p.currency = ${r.currency})
      and (${after}::uuid is null or p.booked_at >= (select x.booked_at from ledger_postings x where x.id = ${after}::uuid)
        and (p.booked_at, p.id) > (select x.booked_at, x.id from ledger_postings x where x.id = ${after}::uuid))
    order by p.booked_at, p.id limit ${limit}`)
