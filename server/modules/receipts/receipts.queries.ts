import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { SellerThen } from './receipts.rules.ts'

export type Receipt = {
  orderId: string
  number: number
  seller: SellerThen | null
  issuedAt: Date
  buyerName: string | null
  printedAt: Date | null
}

/** Finds the receipt of an order. Undefined while it has no number. */
export const findReceipt = (db: Queryable, orderId: string) =>
  db.maybe(sql<Receipt>`
    select order_id as "orderId", number, seller, issued_at as "issuedAt", buyer_name as "buyerName", printed_at as "printedAt"
    from receipts where order_id = ${orderId} and number is not null`)

/** Sellers on the receipts of these orders. Leaves out orders whose receipt has no number yet. */
export const listSellersOf = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<Pick<Receipt, 'orderId' | 'seller'>>`
    select order_id as "orderId", seller from receipts where order_id = any(${orderIds}::uuid[]) and number is not null`)

/** Deletes buyer names on receipts. The receipts themselves stay, because tax law requires them. */
export const forgetBuyerNames = (db: Queryable, orderIds: readonly string[]) =>
  db.run(
    sql`update receipts set buyer_name = null where order_id = any(${orderIds}::uuid[]) and buyer_name is not null`,
  )
