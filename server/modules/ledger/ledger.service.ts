import type { Transaction } from '#server/platform/database.ts'
import * as repo from './ledger.repo.ts'
import { commissionPosting, elsewherePosting, payoutPosting, postingsFor, type BookedOrder } from './ledger.rules.ts'

/** Books missing postings of an order's payments. Idempotent. The caller holds the order's lock. */
export async function bookPayments(tx: Transaction, order: BookedOrder): Promise<void> {
  const missing = postingsFor(order, await repo.listBooked(tx, order.orderId))
  await Promise.all(missing.map((posting) => repo.insertPosting(tx, order.orderId, posting)))
}

/** Books a refund that an operator paid from elsewhere. */
export const bookElsewhere = (
  tx: Transaction,
  orderId: string,
  refund: Parameters<typeof elsewherePosting>[0],
): Promise<unknown> => repo.insertPosting(tx, orderId, elsewherePosting(refund))

/** Books a commission or its reversal (negative), in US cents. `id`: the commission's. */
export const bookCommission = (tx: Transaction, orderId: string, row: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, orderId, commissionPosting(row))

export const bookPayout = (tx: Transaction, settlement: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, null, payoutPosting(settlement))
