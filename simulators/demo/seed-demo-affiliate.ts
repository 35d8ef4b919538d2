import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import type { Database } from '#server/platform/database.ts'
import { demoAccounts } from './demo-catalog.ts'
import * as repo from './demo-affiliate.repo.ts'

const friends = 24

/**
 * Makes the second demo account an affiliate with a history of seven months, so that who looks at a fresh DEV installation
 * sees that page alive. Orders, payouts and links of it say DEMO; only in a database that knows no affiliate.
 */
export async function seedDemoAffiliate(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await repo.mayHaveHistory(tx))) return false
    const user = await repo.findUserByName(tx, demoAccounts[1].accountName)
    if (!user) return false
    await repo.insertCampaigns(tx, user.id)
    await openAffiliate(tx, user.id)
    await repo.insertFriends(tx, user.id, friends)
    await repo.insertOrders(tx, user.id)
    await repo.insertCommissions(tx, user.id)
    await repo.insertPayout(tx, user.id)
    await repo.addUp(tx, user.id)
    return true
  })
}
