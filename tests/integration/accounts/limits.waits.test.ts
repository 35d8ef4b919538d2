import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { consumeTries } from '#server/modules/limits/limits.service.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const password = 'correct horse 42'
let db: TestDatabase
let app: TestApp
let other: pg.Client
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 10 })
  app = await createTestApp({ db })
  other = new pg.Client(db.connection)
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await app.close()
  await db.drop()
})

const signIn = () => app.call('/api/user/user_login_username', { accountName: 'right.one', password, agreed: true })
const waiting = () =>
  db.asOwner<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
const untilOneWaits = async () => {
  while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
}

it('concurrent attempts on one counter wait on one database connection and leave the others free', async () => {
  await registerThroughApi(app, 'right.one')
  const { token } = await registerThroughApi(app, 'someone.else')
  expect((await signIn()).status).toBe('OK')
  await other.query('begin')
  await other.query(`select 1 from limit_counters where rule = 'password-strangers' for update`)
  const attempts = Array.from({ length: 16 }, signIn)
  await untilOneWaits()
  // User-info calls would have to wait here if the attempts used up the connection pool.
  for (let n = 0; n < 16; n++) expect((await app.call('/api/system/system_user_info', {}, { token })).status).toBe('OK')
  expect(await waiting()).toHaveLength(1)
  await other.query('commit')
  const answers = await Promise.all(attempts)
  // Ten attempts are within the limit; more may succeed, depending on when the first ones are released.
  expect(answers.filter(({ status }) => status === 'OK').length).toBeGreaterThanOrEqual(10)
  expect(answers.filter(({ http }) => ![200, 401, 429].includes(http))).toEqual([])
})

it('sixteen concurrent attempts on one row use one database connection', async () => {
  const digest = createKeyedDigest(app.config.secretKey)
  const slots = [{ rule: 'redeem-account', subject: 'one' }] as const
  await consumeTries(db.database, digest, slots)
  await other.query('begin')
  await other.query(`select 1 from limit_counters where rule = 'redeem-account' for update`)
  const tries = Array.from({ length: 16 }, () => consumeTries(db.database, digest, slots))
  await untilOneWaits()
  await db.database.query({ text: 'select 1', values: [], name: '' })
  expect(db.database.pool()).toMatchObject({ busy: 1, waiting: 0 })
  await other.query('commit')
  expect(await Promise.all(tries)).toEqual(Array.from({ length: 16 }, () => true))
})

it('an attempt with one existing and one new counter row waits in a consistent order, without deadlock', async () => {
  const digest = createKeyedDigest(app.config.secretKey)
  // Rows are locked in order of their names: the new row `promo-…` comes before the existing row `redeem-…`.
  const standing = { rule: 'redeem-network', subject: 'two' } as const
  const fresh = { rule: 'promo-network', subject: 'two' } as const
  await consumeTries(db.database, digest, [standing])
  const keyOf = ({ rule, subject }: { rule: string; subject: string }) => [rule, digest(`limit ${rule}`, subject)]
  await other.query('begin')
  await other.query(`insert into limit_counters values ($1, $2, '{}', now() + interval '1 hour')`, keyOf(fresh))
  const trying = consumeTries(db.database, digest, [standing, fresh])
  await untilOneWaits()
  // If the attempt already held this row, both would wait for each other.
  await other.query(`select 1 from limit_counters where rule = $1 and subject = $2 for update nowait`, keyOf(standing))
  await other.query('commit')
  expect(await trying).toBe(true)
  const counted = await db.asOwner<{ tries: number }>(
    `select cardinality(hits) as tries from limit_counters where rule in ('redeem-network', 'promo-network') order by rule`,
  )
  expect(counted).toEqual([{ tries: 1 }, { tries: 2 }])
})
