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

/** Books what is missing for the payments of an order. The caller holds the order's lock; booking twice changes nothing. */
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

/** A refund whose money did not leave the provider's account, because a person gave it back in another way. */
export const bookElsewhere = (
  tx: Transaction,
  orderId: string,
  refund: Parameters<typeof elsewherePosting>[0],
): Promise<unknown> => repo.insertPosting(tx, orderId, elsewherePosting(refund))

/** What an affiliate earned with an order, or what takes it back (negative), in US cents. `id`: the commission's. */
export const bookCommission = (tx: Transaction, orderId: string, row: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, orderId, commissionPosting(row))

/** A settlement that was paid out. */
export const bookPayout = (tx: Transaction, settlement: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, null, payoutPosting(settlement))
