import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { makeNonce } from '../../support/sign-call.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const shop = '/api/payment/payment_shop'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const callWith = (signature: string) => app.call(shop, {}, { signature })
const minutes = (count: number, seconds = 0) => count * 60_000 + seconds * 1_000

describe('signed calls', () => {
  it('only one of a hundred concurrent replays is accepted, and none later', async () => {
    const signature = app.sign()
    const answers = await Promise.all(Array.from({ length: 100 }, () => callWith(signature)))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect((await callWith(signature)).status).toBe('InvalidSignature')
  })

  it('a replay at another API server is refused', async () => {
    const signature = app.sign()
    expect((await callWith(signature)).status).toBe('OK')
    const other = await createTestApp({ db: app.db })
    expect((await other.call(shop, {}, { signature })).status).toBe('InvalidSignature')
    await other.close()
  })

  it('every kind of invalid signature gets the same response', async () => {
    const good = Buffer.from(app.sign(), 'base64')
    const broken = [
      '',
      'A',
      '*'.repeat(344),
      randomBytes(256).toString('base64'),
      good.subarray(0, 255).toString('base64'),
      app.sign({ nonce: 'short' }),
      app.sign({ nonce: 'not_alnum' }),
      app.sign({ timestamp: Number.NaN }),
      app.sign({ timestamp: 0 }),
      ...Array.from({ length: 300 }, (_, index) => {
        const mutated = Buffer.from(good)
        const at = index % mutated.length
        mutated[at] = (mutated[at] as number) ^ (1 << (index % 8))
        return mutated.toString('base64')
      }),
    ]
    const answers = await Promise.all(broken.filter(Boolean).map(callWith))
    const bodies = new Set(answers.map(({ raw }) => raw.replace(/"requestId":"[^"]+"/, '')))
    expect([...bodies]).toHaveLength(1)
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([400]))
    expect((await callWith('')).http).toBe(400)
  })

  it('a signature is checked with the key of the platform in the header', async () => {
    const signature = app.sign()
    const other = await app.call(shop, {}, { signature, headers: { platform: 'ios' } })
    expect(other.status).toBe('InvalidSignature')
    expect((await callWith(signature)).status).toBe('OK')
  })

  it('a signed call without a session reads public data only', async () => {
    const answer = await app.call('/api/system/system_user_info', {})
    expect(answer).toMatchObject({ http: 401, status: 'Unauthorized' })
  })

  it('a nonce is remembered throughout its time window', async () => {
    const nonce = makeNonce()
    expect((await callWith(app.sign({ nonce }))).status).toBe('OK')
    expect((await callWith(app.sign({ nonce }))).status).toBe('InvalidSignature')
  })
})

/** Database whose start time can be moved: a function that reads a row hides the one of the catalogue. */
async function databaseWithMovableStart(): Promise<TestDatabase> {
  const db = await createTestDatabase()
  for (const statement of [
    'create schema covering',
    'create table covering.started (at timestamptz not null)',
    `insert into covering.started values (now() - interval '1 day')`,
    `create function covering.pg_postmaster_start_time() returns timestamptz language sql stable
       as 'select at from covering.started'`,
    'grant usage on schema covering to wayfare_app',
    'grant select on covering.started to wayfare_app',
    `alter database ${db.connection.database} set search_path = covering, pg_catalog, public`,
  ])
    await db.asOwner(statement)
  return db
}

describe('clock skew', () => {
  let db: TestDatabase
  let own: TestApp
  beforeAll(async () => {
    db = await databaseWithMovableStart()
    own = await createTestApp({ db })
  })
  afterAll(async () => {
    await own.close()
    await db.drop()
  })
  beforeEach(() => db.asOwner(`update covering.started set at = now() - interval '1 day'`))

  const at = (offset: number) => own.sign({ timestamp: Date.now() + offset })
  const ask = async (signature: string) => (await own.call(shop, {}, { signature })).status
  /** Simulates a database crash: unlogged tables are empty afterwards. */
  const crash = async () => {
    await db.asOwner('truncate signed_nonces')
    await db.asOwner('update covering.started set at = clock_timestamp()')
  }

  it.each([
    [minutes(4, 59), 'OK'],
    [-minutes(4, 59), 'OK'],
    [minutes(5, 1), 'InvalidSignature'],
    [-minutes(5, 1), 'InvalidSignature'],
    [minutes(10), 'InvalidSignature'],
    [-minutes(10), 'InvalidSignature'],
  ])('a signature with a skew of %i ms: %s', async (offset, status) => {
    // Freezes the clock, so that a pause of the machine does not move the limit.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      expect(await ask(at(offset))).toBe(status)
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([minutes(4, 58), minutes(1), 2_000, -2_000, -minutes(4, 58)])(
    'a signature with a skew of %i ms is accepted once, also across a restart',
    async (offset) => {
      const signature = at(offset)
      expect(await ask(signature)).toBe('OK')
      await crash()
      expect(await ask(signature)).toBe('InvalidSignature')
    },
  )

  it('after a restart, signatures made since then are accepted, and earlier ones refused', async () => {
    await db.asOwner(`update covering.started set at = now() - interval '1 minute'`)
    expect(await ask(at(-minutes(0, 50)))).toBe('OK')
    expect(await ask(at(-minutes(1, 10)))).toBe('InvalidSignature')
    expect(await ask(at(minutes(4, 58)))).toBe('OK')
  })

  it('only one of fifty concurrent replays with a fast clock is accepted', async () => {
    const signature = at(minutes(2))
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(signature)))
    expect(answers.filter((status) => status === 'OK')).toHaveLength(1)
  })
})
