import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type Range = { from: Date | null; until: Date | null }
export type EarnedLine = {
  id: string
  bookedAt: Date
  affiliateUid: number
  orderNumber: string
  type: string
  rateBps: number
  paidMinor: number
  paidCurrency: string
  amountMinor: number
  settlementId: string | null
  reserveMinor: number
  reserveUntil: Date | null
  reserveSettlementId: string | null
}

export const listEarned = (db: Queryable, r: Range, after: string | null, limit: number) =>
  db.query(sql<EarnedLine>`
    select c.id, c.booked_at as "bookedAt", u.uid as "affiliateUid", o.number as "orderNumber",
      case when c.reverses is null then c.type else 'taken back' end as type, c.rate_bps as "rateBps", c.paid_minor as "paidMinor",
      c.paid_currency as "paidCurrency", c.amount_minor as "amountMinor", c.settlement_id as "settlementId",
      c.reserve_minor as "reserveMinor", c.reserve_until as "reserveUntil", c.reserve_settlement_id as "reserveSettlementId"
    from commissions c join account_labels u on u.user_id = c.affiliate_id join order_labels o on o.id = c.order_id
    where c.booked_at >= coalesce(${r.from}::timestamptz, '-infinity') and c.booked_at < coalesce(${r.until}::timestamptz, 'infinity')
      and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id limit ${limit}`)
