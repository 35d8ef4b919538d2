import { randomUUIDv7 } from 'node:crypto'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { addPlan, foldLedger, openLedger, takeBack } from '#server/modules/membership/time-ledger.rules.ts'
import { unknownPassword } from '#server/platform/argon2.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { demoAccounts, demoFriends } from './demo-catalog.ts'
import * as repo from './demo-affiliate.repo.ts'

/** Number of months for which a payout is inserted. The current and the previous month have none yet. */
const historyMonths = 7

/**
 * Makes the second demo account an affiliate with seven months of history, so that the affiliate pages of a fresh DEV
 * installation are not empty. Orders, payouts and links say DEMO. Does nothing if the database has affiliates.
 */
export async function seedDemoAffiliate(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await repo.mayHaveHistory(tx))) return false
    const user = await repo.findUserByName(tx, demoAccounts[1].accountName)
    if (!user) return false
    await repo.insertCampaigns(tx, user.id)
    await openAffiliate(tx, user.id)
    await repo.insertFriends(tx, user.id, demoFriends, await unknownPassword())
    await repo.insertOrders(tx, user.id)
    await grantBought(tx, user.id)
    await repo.insertMoney(tx, user.id)
    await repo.insertCommissions(tx, user.id)
    for (let ago = historyMonths; ago >= 1; ago--)
      await repo.insertPayout(tx, user.id, ago, defaultTerms.minPayoutMinor)
    await repo.addUp(tx, user.id)
    return true
  })
}

/** Grants the membership time of each order at its payment and takes it back at its refund, by the product's rules. */
async function grantBought(tx: Transaction, userId: string): Promise<void> {
  const bought = await repo.listBought(tx, userId)
  const ledgers = [...Map.groupBy(bought, (order) => order.userId)].map(([friend, orders]) => {
    let ledger = openLedger(friend, [])
    for (const { id, months, maxDevices, paidAt, refundedAt } of orders) {
      const grant = { source: 'order', sourceId: id } as const
      const ids = { now: paidAt, newId: randomUUIDv7 }
      ledger = addPlan(ledger, { ...grant, months, bonusDays: 0, maxDevices }, [], ids) ?? ledger
      const reversal = { ...grant, reversedBy: id, note: null }
      if (refundedAt) ledger = takeBack(ledger, reversal, [], { ...ids, now: refundedAt }) ?? ledger
    }
    return ledger
  })
  await repo.insertGrants(
    tx,
    ledgers.flatMap(({ userId: friend, entries }) => entries.map((entry) => ({ ...entry, userId: friend }))),
    ledgers.map((ledger) => ({ ...foldLedger(ledger), userId: ledger.userId })),
  )
}
