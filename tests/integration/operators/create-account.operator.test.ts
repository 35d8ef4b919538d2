import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { readPage } from './pages.setup.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
})
afterAll(() => db.drop())

const config = {
  ...readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }),
  mail: { url: 'smtp://127.0.0.1:1', from: 'shop@example.com' },
  sms: null,
}
const create = (address: string, kind: 'email' | 'phone' = 'email') =>
  perform(db.database, 'people.create', { kind, address, spokenIn: 'zh-CN', reason: 'asked by phone' }, { config })

it('an account opened by an operator has no password; its owner is told, and the audit log lacks the email address', async () => {
  const { uid, address, mailed, passwordPage } = await create(' Rider@Example.com ')
  expect({ address, mailed }).toEqual({ address: 'rider@example.com', mailed: true })
  expect(passwordPage).toBe(`${config.publicOrigin}/resetpassword`)
  const [user] = await db.asOwner<{ id: string; language: string }>(`select id, language from users where uid = $1`, [
    uid,
  ])
  expect(user!.language).toBe('zh-CN')
  expect(await hasPassword(db.database, user!.id)).toBe(false)
  const told = await db.asOwner<{ template: string }>(`select template from outbox_messages where user_id = $1`, [
    user!.id,
  ])
  expect(told).toEqual([{ template: 'account-opened' }])
  const { acts } = await readPage(db.database, 'people.show', { user: String(uid) })
  expect(acts).toMatchObject([{ action: 'people.create' }])
  const log = await db.asOwner(`select details from audit_log where action = 'people.create'`)
  expect(JSON.stringify(log)).not.toContain('rider')
})

it('an operator cannot open a second account for an email address that belongs to an account, however it is written', async () => {
  const { uid } = await create('twice@example.com')
  await expect(create('TWICE@example.com')).rejects.toThrow(`belongs to user ${uid}`)
  const people = await db.asOwner(`select 1 from account_identifiers where lookup_key = 'twice@example.com'`)
  expect(people).toHaveLength(1)
})

it('an operator cannot open an account for an invalid email address, or for a phone number while no SMS can be sent', async () => {
  await expect(create('no address')).rejects.toThrow('email')
  await expect(create('+86 1', 'phone')).rejects.toThrow('country code')
  await expect(create('+86 138 0013 8000', 'phone')).rejects.toThrow('No code can be sent')
})
