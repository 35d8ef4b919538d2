import { afterAll, beforeAll, expect, it } from 'vitest'
import { importStock } from '#server/modules/benefits/benefits.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { describeBenefits, revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
const keyring = createKeyring(Buffer.alloc(32, 3))
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  company = openCompany(db)
  await db.database.transaction((tx) =>
    importStock(
      tx,
      keyring,
      {
        kind: 'video',
        names: { en: 'Video', 'zh-CN': '视频' },
        items: ['a', 'b'].map((name) => ({
          account: `${name}@example.com`,
          password: 'secret',
          link: 'https://example.com',
        })),
      },
      'ada',
    ),
  )
})
afterAll(() => db.drop())

it('a benefit of a year that was refunded is neither listed nor revealed any more, and a part of the money leaves it', async () => {
  const { userId } = await company.person()
  const year = await company.buy({ userId }, { months: 12 })
  const given = await revealBenefit(db.database, keyring, userId, 'video')
  await company.refund(year, 1)
  expect(await revealBenefit(db.database, keyring, userId, 'video')).toMatchObject({ account: given.account })
  await company.refund(year)
  await expect(revealBenefit(db.database, keyring, userId, 'video')).rejects.toThrow('BenefitsNotEntitled')
  expect(await describeBenefits(db.database, userId, 'en')).toMatchObject({ state: 'not_entitled', kinds: [] })
  // Another year brings another one: who had the first knows its password.
  await company.buy({ userId }, { months: 12 })
  expect(await revealBenefit(db.database, keyring, userId, 'video')).not.toMatchObject({ account: given.account })
})
