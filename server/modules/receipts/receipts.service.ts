import type { Transaction } from '#server/platform/database.ts'
import { findReceipt, type Receipt } from './receipts.queries.ts'
import * as repo from './receipts.repo.ts'
import { seriesOf, type SellerThen } from './series.rules.ts'

/** Gives a paid order its number, once. The caller holds the order, so that no two give it one, and no number is lost. */
export async function issueReceipt(tx: Transaction, orderId: string, seller: SellerThen | null): Promise<Receipt> {
  const known = await findReceipt(tx, orderId)
  if (known) return known
  const { number } = await repo.insertReceipt(tx, { orderId, series: seriesOf(seller), seller })
  return { orderId, number, seller, issuedAt: tx.now, buyerName: null, printedAt: null }
}

/** What stands as the buyer from now on. False: it was printed before, and says what it said. */
export const fixBuyer = async (tx: Transaction, orderId: string, name: string | null): Promise<boolean> =>
  (await repo.setBuyer(tx, orderId, name)) === 1
