import type { Config } from '#server/platform/config.ts'
import { demoMark } from '#server/db/demo-mark.ts'
import type { Database } from '#server/platform/database.ts'
import { checkRegistration, openAccount, prepareAccount } from '#server/modules/accounts/accounts.service.ts'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { findOrMakeDemoOperator } from '#server/modules/operators/operators.service.ts'
import { demoAccounts, demoPlans, demoPromoCode, demoSettings } from './demo-catalog.ts'
import { demoOperators } from './demo-operators.ts'
import { seedContent } from './seed-content.ts'
import { seedDemoAffiliate } from './seed-demo-affiliate.ts'
import { seedDemoNodes } from './seed-demo-node.ts'
import { seedDemoOperators } from './seed-demo-operators.ts'
import { seedDemoPanel } from './seed-demo-panel.ts'
import * as repo from './seed.repo.ts'

export async function seedDemo(database: Database): Promise<boolean> {
  await seedContent(database)
  for (const { id, name } of Object.values(demoOperators)) await findOrMakeDemoOperator(database, name, id)
  if ((await repo.countGoods(database)) > 0) return false
  const accounts = await Promise.all(
    demoAccounts.map(async ({ accountName, password, language }) => {
      const registration = {
        password,
        language,
        kind: 'account_name',
        identifier: accountName,
        field: 'accountName',
      } as const
      return prepareAccount(await checkRegistration({ ...registration, inviteCode: '', agreed: true }), 'seed')
    }),
  )
  await database.transaction(async (tx) => {
    for (const [index, plan] of demoPlans.entries()) await repo.insertPlan(tx, plan, index + 1)
    for (const [key, value] of Object.entries(demoSettings)) await repo.insertSetting(tx, key, value)
    await insertPromoCode(tx, demoPromoCode)
    const opened = []
    for (const account of accounts) opened.push((await openAccount(tx, account)).userId)
    await repo.insertSetting(tx, demoMark, opened)
  })
  return true
}

type Place = Pick<Config, 'environment' | 'simulator' | 'simulatorPort' | 'secretKey' | 'dataDir' | 'port'>

export async function fillDemo(database: Database, place: Place): Promise<void> {
  const { environment, simulator, simulatorPort, secretKey } = place
  await seedDemo(database)
  const url = `http://localhost:${simulatorPort}/status`
  // Updates the URL of the status page at each start, because the port of the simulator may change.
  if (simulator) await repo.pointStatus(database, { url, feed: `${url}/api/v2/status.json` })
  if (environment === 'DEV') {
    await seedDemoAffiliate(database)
    await seedDemoOperators(database, secretKey)
  }
  if (environment !== 'DEV' || !simulator) return
  await seedDemoPanel(database, secretKey, simulatorPort)
  await seedDemoNodes(database, place)
}
