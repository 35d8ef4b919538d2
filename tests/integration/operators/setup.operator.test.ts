import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'

let db: TestDatabase
let config: Config
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
})
afterAll(() => db.drop())

const done = async () => {
  const { steps } = await perform(db.database, 'setup.show', {}, { config })
  return Object.fromEntries(steps.map(({ step, isDone }) => [step, isDone]))
}
const save = (key: string, value: unknown) =>
  db.asOwner(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  )

it('the checklist follows the state of the shop, and a step opens again when its reason is gone', async () => {
  await save('seller', null)
  expect(await done()).toMatchObject({ brand: false, seller: false, backup: false, sale: false, open: true })
  await save('brand', { en: 'Duckbridge', 'zh-CN': '鸭桥' })
  await save('seller', { name: 'Duckbridge Ltd' })
  await save('lastBackup', new Date())
  expect(await done()).toMatchObject({ brand: true, seller: true, backup: true, sale: false })
  await save('lastBackup', new Date(Date.now() - 37 * 3_600_000))
  await save('seller', null)
  expect(await done()).toMatchObject({ brand: true, seller: false, backup: false })
})

it('SMS is a step of the checklist, but a shop opens without it and without a warning', async () => {
  const withSms = { ...config, sms: { aliyun: null, twilio: null, outboxUrl: 'http://127.0.0.1:9' } }
  const isDone = async (sms: typeof config.sms) => {
    const { steps } = await perform(db.database, 'setup.show', {}, { config: { ...config, sms } })
    return steps.find(({ step }) => step === 'sms')?.isDone
  }
  expect([await isDone(withSms.sms), await isDone(null)]).toEqual([true, false])
  const closed = { ...config, sms: null }
  await perform(db.database, 'shop.switch', { state: 'closed', reason: 'repairs' }, { config: closed })
  const { missing } = await perform(
    db.database,
    'shop.switch',
    { state: 'open', reason: 'repaired' },
    { config: closed },
  )
  expect(missing.map(({ warning }) => warning).filter((warning) => /SMS/i.test(warning))).toEqual([])
})
