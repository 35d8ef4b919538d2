import { randomBytes } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import { createPayoutCheck } from '#server/workflows/crypto/check-payout.ts'
import { approvePreparedPayout, recordPayoutPaid } from '#tests/support/operator-acts.ts'
import { ben } from '#tests/support/operators.ts'
import type { TestDatabase } from '../../support/database.ts'
import { waitForWaiters } from '../../support/native.ts'
import type { Bought, Company, Person } from './affiliates.setup.ts'

type Db = Pick<TestDatabase, 'database' | 'asOwner'>

export function lastMonth(): string {
  const now = new Date()
  return `${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)}-01`
}

export const randomHash = (): string => randomBytes(32).toString('hex')

/** Affiliate whose payout wallet address is unshared and past its waiting time. */
export async function payableAffiliate(company: Company, tier: string | null = null): Promise<Person> {
  const affiliate = await company.affiliate()
  await company.rows(
    `update affiliates set tier = $2, payout_chain = 'tron', payout_address = 'T' || user_id where user_id = $1`,
    [affiliate.userId, tier],
  )
  return affiliate
}

/** Purchase of a friend whose commission is payable: its hold is over, and it is in the closed month. */
export async function earnBy(company: Company, { inviteCode }: Person, totalMinor: number): Promise<Bought> {
  const order = await company.buy(await company.come(inviteCode), { totalMinor, currency: 'USD' })
  await company.passMonth()
  return order
}

export async function payOut({ database }: Db, id: string, hash: string = randomHash()) {
  await approvePreparedPayout(database, id, ben)
  return recordPayoutPaid(database, createPayoutCheck(null), { id, hash, operator: ben })
}

/** Runs `work` in a transaction that stays open until `other` waits for it. Returns the result of `other`. */
export async function whileOpen<T>(
  db: TestDatabase,
  work: (tx: Transaction) => Promise<unknown>,
  other: () => Promise<T>,
) {
  const [worked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const open = db.database.transaction(async (tx) => {
    await work(tx)
    worked.resolve(undefined)
    await go.promise
  })
  await worked.promise
  const done = other().then(
    (value) => ({ value, error: null }),
    (error: Error) => ({ value: null, error: error.message }),
  )
  await waitForWaiters({ db }, 1)
  go.resolve(undefined)
  await open
  return done
}
