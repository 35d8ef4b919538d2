import { dayAt } from '#shared/month-zones.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { describeSale } from '#server/modules/ledger/ledger.rules.ts'
import { listSalePostings } from '#server/modules/ledger/postings-page.queries.ts'
import { listMethodsOf } from '#server/modules/orders/orders-page.queries.ts'
import { listSellersOf } from '#server/modules/receipts/receipts.queries.ts'
import { containedTax } from '#server/modules/receipts/receipts.rules.ts'
import type { Queryable } from '#server/platform/database.ts'

export type AccountingLine = {
  readonly id: string
  /** Day in the time zone of the shop. */
  readonly day: string
  readonly event: string
  readonly orderNumber: string | null
  readonly goodsId: string | null
  readonly method: string | null
  readonly provider: string | null
  readonly currency: string
  readonly changeMinor: number
  /**
   * Tax contained in the amount, by the rate on the receipt, or the current rate without a receipt. Null in a shop
   * without a tax rate.
   */
  readonly taxMinor: number | null
  readonly transaction: string | null
  readonly bookedAt: Date
}

/**
 * Returns a page with a line for each payment, refund, dispute and correction. The sum of all lines is the net revenue.
 */
export async function listAccounting(
  db: Queryable,
  range: Parameters<typeof listSalePostings>[1],
  after: string | null,
  limit: number,
): Promise<AccountingLine[]> {
  const [postings, { monthZones, seller }] = await Promise.all([
    listSalePostings(db, range, after, limit),
    readSettings(db),
  ])
  const ids = [...new Set(postings.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))]
  const [methods, sellers] = await Promise.all([listMethodsOf(db, ids), listSellersOf(db, ids)])
  const methodOf = new Map(methods.map(({ id, method }) => [id, method]))
  const sellerOf = new Map(sellers.map((receipt) => [receipt.orderId, receipt.seller]))
  return postings.map(({ id, bookedAt, orderId, orderNumber, goodsId, currency, ...posting }) => {
    const sale = describeSale(posting as Parameters<typeof describeSale>[0])
    const known = orderId === null ? undefined : sellerOf.get(orderId)
    const tax = (known === undefined ? seller : known)?.tax
    const sign = Math.sign(sale.changeMinor)
    return {
      id,
      day: dayAt(monthZones, bookedAt),
      orderNumber,
      goodsId,
      method: (orderId !== null && methodOf.get(orderId)) || null,
      currency,
      taxMinor: tax ? sign * containedTax(Math.abs(sale.changeMinor), tax.rateBps) : null,
      bookedAt,
      ...sale,
    }
  })
}
