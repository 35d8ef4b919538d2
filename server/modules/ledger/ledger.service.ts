import type { Transaction } from '#server/platform/database.ts'
import * as repo from './ledger.repo.ts'
import { commissionPosting, elsewherePosting, payoutPosting, postingsFor, type BookedOrder } from './ledger.rules.ts'

/** Adds the missing ledger postings of an order's payments. Idempotent. The caller must hold the order's lock. */
export async function bookPayments(tx: Transaction, order: BookedOrder): Promise<void> {
  const missing = postingsFor(order, await repo.listBooked(tx, order.orderId))
  await Promise.all(missing.map((posting) => repo.insertPosting(tx, order.orderId, posting)))
}

export const bookElsewhere = (
  tx: Transaction,
  orderId: string,
  refund: Parameters<typeof elsewherePosting>[0],
): Promise<unknown> => repo.insertPosting(tx, orderId, elsewherePosting(refund))

export const bookCommission = (tx: Transaction, orderId: string, row: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, orderId, commissionPosting(row))

export const bookPayout = (tx: Transaction, settlement: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, null, payoutPosting(settlement))
