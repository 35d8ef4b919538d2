import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createIdentityDeps } from '#server/deps/identity-deps.ts'
import type { Database } from '#server/platform/database.ts'
import { startSignIn } from '#server/workflows/accounts/sign-in/start-sign-in.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { countConnections } from '../../support/count-connections.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await registerThroughApi(app, 'right.one')
})
afterAll(() => app.close())
beforeEach(() => app.db.asOwner('delete from limit_counters'))

const signIn = (database: Database, password = 'correct horse 42') =>
  startSignIn(
    createIdentityDeps(app.config, database, () => {}),
    { kind: 'account_name', identifier: 'right.one', field: 'identifier', password, agreed: true },
    { platform: 'web', deviceId: 'web', network: '203.0.113.0/24' },
  )
const counters = async () =>
  (
    await app.db.asOwner<{ rule: string; tries: number }>(
      `select rule, cardinality(hits) as tries from limit_counters where rule like 'password-%' order by rule`,
    )
  ).map(({ rule, tries }) => `${rule} ${tries}`)

it('a right password releases all failed attempts of its caller in one SQL statement', async () => {
  await expect(signIn(app.db.database, 'a wrong horse')).rejects.toMatchObject({ status: 'WrongCredentials' })
  const before = await counters()
  expect(before).toContain('password-asker 1')
  expect(before).toContain('password-account 1')
  const { database, seen } = countConnections(app.db.database)
  expect((await signIn(database)).token).toMatch(/./)
  expect(await counters()).toEqual(before.filter((each) => !/-(asker|account) /.test(each)))
  // Two connections: one for the sign-in, and one for the statement that releases the attempts.
  expect(seen.most).toBe(2)
})

it('a committed session is returned even when releasing the attempts fails', async () => {
  const failing: Database = {
    ...app.db.database,
    run: (statement) =>
      statement.text.includes('trim_array')
        ? Promise.reject(new AppError('Unavailable'))
        : app.db.database.run(statement),
  }
  const { token } = await signIn(failing)
  expect((await app.call('/api/system/system_user_info', {}, { token })).status).toBe('OK')
  expect(await counters()).toContain('password-asker 1')
})
