import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { unknownPassword } from '#server/platform/argon2.ts'
import type { Database } from '#server/platform/database.ts'
import { demoAccounts, demoFriends } from './demo-catalog.ts'
import * as repo from './demo-affiliate.repo.ts'

/** Months of history; all but the most recent one are paid out. */
const months = 7

/**
 * Makes the second demo account an affiliate with seven months of history, so the page looks used in a fresh DEV
 * installation. Orders, payouts and links say DEMO. Only for databases without affiliates.
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
    await repo.insertMoney(tx, user.id)
    await repo.insertCommissions(tx, user.id)
    for (let ago = months; ago >= 1; ago--) await repo.insertPayout(tx, user.id, ago, defaultTerms.minPayoutMinor)
    await repo.addUp(tx, user.id)
    return true
  })
}
