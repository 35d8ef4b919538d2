import type { Transaction } from '#server/platform/database.ts'
import { findReceipt, type Receipt } from './receipts.queries.ts'
import * as repo from './receipts.repo.ts'
import { seriesOf, type SellerThen } from './receipts.rules.ts'

/**
 * Numbers the receipt of a paid order, once. The caller holds the order's lock, so no number is lost or given twice.
 */
export async function issueReceipt(tx: Transaction, orderId: string, seller: SellerThen | null): Promise<Receipt> {
  const known = await findReceipt(tx, orderId)
  if (known) return known
  const { number } = await repo.insertReceipt(tx, { orderId, series: seriesOf(seller), seller })
  return { orderId, number, seller, issuedAt: tx.now, buyerName: null, printedAt: null }
}

/** Fixes the buyer's name. Returns false if already printed: then it stays. */
export const fixBuyer = async (tx: Transaction, orderId: string, name: string | null): Promise<boolean> =>
  (await repo.setBuyer(tx, orderId, name)) === 1
