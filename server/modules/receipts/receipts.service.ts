import type { Transaction } from '#server/platform/database.ts'
import { findReceipt, type Receipt } from './receipts.queries.ts'
import * as repo from './receipts.repo.ts'
import { seriesOf, type SellerThen } from './receipts.rules.ts'

/**
 * Numbers the receipt of a paid order, once. The caller must hold the order's lock, so that no order gets two numbers.
 */
export async function issueReceipt(tx: Transaction, orderId: string, seller: SellerThen | null): Promise<Receipt> {
  const known = await findReceipt(tx, orderId)
  if (known) return known
  const { number } = await repo.insertReceipt(tx, { orderId, series: seriesOf(seller), seller })
  return { orderId, number, seller, issuedAt: tx.now, buyerName: null, printedAt: null }
}

export const fixBuyer = async (tx: Transaction, orderId: string, name: string | null): Promise<boolean> =>
  (await repo.setBuyer(tx, orderId, name)) === 1
