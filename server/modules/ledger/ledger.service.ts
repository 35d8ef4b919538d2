import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './ledger.repo.ts'
import { commissionPosting, payoutPosting, postingsFor, type BookedPayment } from './ledger.rules.ts'

export type { BookedPayment } from './ledger.rules.ts'

/** Books what is missing for the payments of an order. The caller holds the order's lock; booking twice changes nothing. */
export async function bookPayments(
  tx: Transaction,
  orderId: string,
  payments: readonly BookedPayment[],
): Promise<void> {
  for (const payment of payments) {
    const booked = await repo.findBooked(tx, `${payment.provider}:${payment.providerTxnId}`)
    for (const posting of postingsFor(payment, booked)) await repo.insertPosting(tx, orderId, posting)
  }
}

/** What an affiliate earned with an order, or what takes it back (negative), in US cents. `id`: the commission's. */
export const bookCommission = (tx: Transaction, orderId: string, row: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, orderId, commissionPosting(row))

/** A settlement that was paid out. */
export const bookPayout = (tx: Transaction, settlement: { id: string; amountMinor: number }) =>
  repo.insertPosting(tx, null, payoutPosting(settlement))

export type LedgerReport = {
  readonly balances: readonly repo.Balance[]
  /** Sentences about what is wrong; none: the books are right. */
  readonly problems: readonly string[]
}

/** Proves the books: both sides equal in each currency, whole numbers, and the same as the verified facts. */
export async function verifyLedger(db: Queryable): Promise<LedgerReport> {
  const balances = await repo.listBalances(db)
  const problems: string[] = []
  for (const currency of new Set(balances.map((balance) => balance.currency))) {
    const own = balances.filter((balance) => balance.currency === currency)
    const sum = own.reduce((total, { debitMinor, creditMinor }) => total + BigInt(debitMinor) - BigInt(creditMinor), 0n)
    if (sum !== 0n) problems.push(`${currency} is out of balance by ${sum}`)
  }
  for (const { account, currency, debitMinor, creditMinor } of balances)
    if (account.startsWith('clearing:') && debitMinor < creditMinor)
      problems.push(`${account} gave back ${creditMinor - debitMinor} ${currency} more than it took in`)
  for (const { orderId, what, knownMinor, bookedMinor } of await repo.listDifferences(db))
    problems.push(`order ${orderId}: ${what} is ${knownMinor} by the facts and ${bookedMinor} in the books`)
  const owed = await repo.compareCommissions(db)
  if (owed.knownMinor !== owed.bookedMinor)
    problems.push(`commissions owed are ${owed.knownMinor} by their rows and ${owed.bookedMinor} in the books`)
  const { orphans } = await repo.countOrphans(db)
  if (orphans > 0) problems.push(`${orphans} booked payments that no fact states`)
  return { balances, problems }
}
