import { afterAll, beforeAll, expect, it } from 'vitest'
import { importStock, type StockFile } from '#server/modules/benefits/benefits.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { describeBenefits, revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company } from '../affiliates/affiliates.setup.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'

let db: TestDatabase
let company: Company
let world: GroupWorld
const keyring = createKeyring(Buffer.alloc(32, 3))
const stock: StockFile = {
  kind: 'video',
  names: { en: 'Video', 'zh-CN': '视频' },
  items: ['a', 'b', 'c', 'd'].map((name) => ({
    account: `${name}@example.com`,
    password: 'secret',
    link: 'https://example.com',
  })),
}
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  company = openCompany(db)
  world = await openGroups({ maxConnections: 6 })
  for (const database of [db.database, world.deps.database])
    await database.transaction((tx) => importStock(tx, keyring, stock, 'ada'))
})
afterAll(async () => {
  await world.close()
  await db.drop()
})

it('a benefit of a fully refunded year is neither listed nor revealed, and a partial refund keeps it', async () => {
  const { userId } = await company.person()
  const year = await company.buy({ userId }, { months: 12 })
  const given = await revealBenefit(db.database, keyring, userId, 'video')
  await company.refund(year, 1)
  expect(await revealBenefit(db.database, keyring, userId, 'video')).toMatchObject({ account: given.account })
  await company.refund(year)
  await expect(revealBenefit(db.database, keyring, userId, 'video')).rejects.toThrow('BenefitsNotEntitled')
  expect(await describeBenefits(db.database, userId, 'en')).toMatchObject({ state: 'not_entitled', kinds: [] })
  // Another year brings another benefit, because the user knows the first one's password.
  await company.buy({ userId }, { months: 12 })
  expect(await revealBenefit(db.database, keyring, userId, 'video')).not.toMatchObject({ account: given.account })
})

it('a benefit of a refunded group year is withdrawn, and members with another year keep theirs', async () => {
  const { database } = world.deps
  const reveal = (userId: string) => revealBenefit(database, keyring, userId, 'video')
  const share = async (userId: string) => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const orderId = await world.joinForPay(userId, groupId)
    await world.pay(orderId)
    return { creatorId, orderId }
  }
  const refund = async (orderId: string) => {
    await requestRefund(database, { orderId, amountMinor: 'all', reason: 'asked for', requestedBy: ada })
    await world.work()
  }
  const member = await world.user()
  const first = await share(member)
  const [given, ofCreator] = [await reveal(member), await reveal(first.creatorId)]
  const second = await share(member)
  await refund(first.orderId)
  expect(await reveal(member)).toMatchObject({ account: given.account })
  await refund(second.orderId)
  await expect(reveal(member)).rejects.toThrow('BenefitsNotEntitled')
  expect(await reveal(first.creatorId)).toMatchObject({ account: ofCreator.account })
  // Another year brings another benefit, because the user knows the first one's password.
  await share(member)
  expect((await reveal(member)).account).not.toBe(given.account)
})
