import type { Transaction } from '#server/platform/database.ts'
import * as repo from './ledger.repo.ts'
import {
  commissionPosting,
  elsewherePosting,
  payoutPosting,
  postingsFor,
  type Booked,
  type BookedPayment,
} from './ledger.rules.ts'

/** Books missing postings of an order's payments. Idempotent. The caller holds the order's lock. */
export async function bookPayments(
  tx: Transaction,
  orderId: string,
  payments: readonly BookedPayment[],
): Promise<void> {
  const booked = await Promise.all(
    payments.map(({ provider, providerTxnId }) => repo.findBooked(tx, `${provider}:${providerTxnId}`)),
  )
  const missing = payments.flatMap((payment, index) => postingsFor(payment, booked[index] as Booked))
  await Promise.all(missing.map((posting) => repo.insertPosting(tx, orderId, posting)))
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
