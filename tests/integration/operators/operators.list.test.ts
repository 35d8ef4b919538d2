import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'

let db: TestDatabase
let config: Config
let ann: OperatorDesk
let lin: OperatorDesk
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  ann = await OperatorDesk.open(db, config)
  await ann.firstOwner()
  lin = (await ann.hire('lin', 'finance')).desk
  await ann.run('operators invite --name ivy --role viewer')
})
afterAll(async () => {
  await Promise.all([ann, lin].map((desk) => desk.close()))
  await db.drop()
})

const listed = async (role: OperatorRole = 'owner') => {
  const { operators } = await perform(db.database, 'operators.list', {}, { config, role })
  return new Map(operators.map((each) => [each.name, each]))
}

it('operators are listed with their sign-in methods, and an invited operator has none', async () => {
  await db.asOwner(
    `insert into operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports, name)
     select gen_random_uuid(), o.id, 'credential ' || n, '', 0, '{}', 'a stick' from operators o, generate_series(1, 2) n where o.name = 'lin'`,
  )
  const operators = await listed()
  expect(operators.get('lin')).toMatchObject({ app: true, passkeys: 2 })
  expect(operators.get('ivy')).toMatchObject({ app: false, passkeys: 0 })
})

it('each operator is listed with the time of the last action, if there is one', async () => {
  await db.asOwner(
    `insert into audit_log (id, at, operator, action, subject, details) values
       (gen_random_uuid(), '2099-01-02', 'lin', 'plans.retire', 'goods x', '{}'),
       (gen_random_uuid(), '2099-01-01', 'lin', 'plans.restore', 'goods x', '{}')`,
  )
  const operators = await listed()
  expect(operators.get('lin')?.lastAct).toEqual(new Date('2099-01-02'))
  expect(operators.get('ivy')?.lastAct).toBeNull()
})

it.each(['viewer', 'support', 'finance'] as const)(
  'the list of operators shows a %s who the other operators are, but not how they sign in',
  async (role) => {
    const unseen = { app: null, passkeys: null, signedIn: null, lastAct: null }
    const others = [...(await listed(role)).values()].filter(({ name }) => name !== 'ada')
    expect(others).toEqual(others.map((operator) => ({ ...operator, ...unseen })))
    expect((await listed(role)).get('lin')).toMatchObject({ role: 'finance', state: 'active' })
  },
)
