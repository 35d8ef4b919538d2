import type { Queryable } from '#server/platform/database.ts'
import * as proof from './proof.repo.ts'

type LedgerReport = {
  readonly balances: readonly proof.Balance[]
  readonly problems: readonly string[]
}

type Options = {
  readonly onProgress?: (orders: number) => void
  readonly pageSize?: number
}

/**
 * Verifies the ledger: equal debits and credits in each currency, whole numbers, and agreement with the verified facts.
 * Works in pages of orders, because one SQL statement over millions of orders exceeds the timeout. The shop can keep
 * running, because each comparison reads a single snapshot.
 */
export async function verifyLedger(
  db: Queryable,
  { onProgress, pageSize = 5_000 }: Options = {},
): Promise<LedgerReport> {
  const balances = new Map<string, proof.Balance>()
  const problems: string[] = []
  let orphans = 0
  let orders = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const end = await proof.findPageEnd(db, after, pageSize)
    if (!end) break
    const page = { after, to: end.to }
    addUp(balances, await proof.listBalances(db, page))
    problems.push(...(await proof.listDifferences(db, page)).map(describe))
    problems.push(...(await proof.listHeldDifferences(db, page)).map(describe))
    orphans += (await proof.countOrphans(db, page)).orphans
    after = end.to
    onProgress?.((orders += end.orders))
  }
  addUp(balances, await proof.listOtherBalances(db))
  for (const { settlementId, knownMinor, bookedMinor } of await proof.listPayoutDifferences(db))
    problems.push(`commissions: the payout ${settlementId} is ${knownMinor} by its row and ${bookedMinor} in the books`)
  orphans += (await proof.countOtherOrphans(db)).orphans
  if (orphans > 0) problems.push(`${orphans} booked payments that no fact states`)
  const sorted = [...balances.values()].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  return { balances: sorted, problems: [...findImbalances(sorted), ...problems] }
}

const keyOf = ({ account, currency }: proof.Balance) => `${currency} ${account}`

function addUp(totals: Map<string, proof.Balance>, rows: readonly proof.Balance[]): void {
  for (const row of rows) {
    const known = totals.get(keyOf(row))
    totals.set(keyOf(row), {
      ...row,
      debitMinor: row.debitMinor + (known?.debitMinor ?? 0),
      creditMinor: row.creditMinor + (known?.creditMinor ?? 0),
    })
  }
}

const describe = ({ orderId, what, knownMinor, bookedMinor }: proof.Difference): string =>
  what === 'commission'
    ? `commissions of order ${orderId} are ${knownMinor} by their rows and ${bookedMinor} in the books`
    : `order ${orderId}: ${what} is ${knownMinor} by the facts and ${bookedMinor} in the books`

function findImbalances(balances: readonly proof.Balance[]): string[] {
  const problems: string[] = []
  for (const currency of new Set(balances.map((balance) => balance.currency))) {
    const own = balances.filter((balance) => balance.currency === currency)
    const sum = own.reduce((total, { debitMinor, creditMinor }) => total + BigInt(debitMinor) - BigInt(creditMinor), 0n)
    if (sum !== 0n) problems.push(`${currency} is out of balance by ${sum}`)
  }
  // A chargeback may take money that was already refunded. More can therefore leave a provider's account than came in.
  const chargedBack = (currency: string) =>
    balances
      .filter((balance) => balance.account === 'chargebacks' && balance.currency === currency)
      .reduce((total, { debitMinor, creditMinor }) => total + debitMinor - creditMinor, 0)
  for (const { account, currency, debitMinor, creditMinor } of balances)
    if (account.startsWith('clearing:') && debitMinor + chargedBack(currency) < creditMinor)
      problems.push(`${account} gave back ${creditMinor - debitMinor} ${currency} more than it took in`)
  return problems
}
