import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBatch } from '#server/modules/redeem-codes/redeem-codes.service.ts'
import { formatRedeemCode, normalizeRedeemCode } from '#server/modules/redeem-codes/redeem-codes.rules.ts'
import { redeemCode } from '#server/workflows/orders/redeem-code.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Database } from '#server/platform/database.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { countRounds } from '../../support/race-rounds.ts'

let app: TestApp
let codes: readonly string[]
let queries = 0
beforeAll(async () => {
  const db = await createTestDatabase()
  app = await createTestApp({ db: { ...db, database: counted(db.database) } })
  codes = await makeBatch('spring', 8)
})
afterAll(async () => {
  await app.close()
  await app.db.drop()
})

const counted = (database: Database): Database =>
  new Proxy(database, {
    get(target, name: keyof Database) {
      queries += 1
      return target[name]
    },
  })
const makeBatch = async (name: string, count: number, expiresAt: Date | null = null) => {
  const plan = { months: 3, bonusDays: 7, maxDevices: 5, createdBy: 'op' }
  const made = await app.db.database.transaction((tx) => createBatch(tx, { name, count, expiresAt, ...plan }))
  return made ?? []
}
const redeem = (code: string, token: string, address = '203.0.113.1') =>
  app.call('/api/system/system_redeem_code', { code }, { token, address })
const grants = async () => (await app.db.asOwner(`select 1 from membership_grants where source = 'redeem'`)).length

describe('redeem code', () => {
  it('a redeem code has 80 bits in a readable alphabet and is normalized however it is typed', () => {
    expect(formatRedeemCode(new Uint8Array(10))).toBe('0000-0000-0000-0000')
    expect(formatRedeemCode(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ')
    const code = formatRedeemCode(Uint8Array.from([0x84, 0x21, 0x08, 0x42, 0x10, 0x84, 0x21, 0x08, 0x42, 0x10]))
    expect(code).toBe('GGGG-GGGG-GGGG-GGGG')
    expect(normalizeRedeemCode(' o1iL-abcd efgh jkmn ')).toBe('0111ABCDEFGHJKMN')
    expect(normalizeRedeemCode('UUUU-0000-0000-0000')).toBeNull()
    expect(new Set(codes).size).toBe(8)
  })

  it('a redeem code grants its plan once, and then looks like an unknown code', async () => {
    const { token } = await registerThroughApi(app, 'redeemer.one')
    const first = await redeem(codes[0]!.toLowerCase().replaceAll('-', ' '), token)
    expect(first.status).toBe('OK')
    expect(first.data.seconds).toBeGreaterThan(95 * 86_400)
    const { token: other } = await registerThroughApi(app, 'redeemer.two')
    const again = await redeem(codes[0]!, other)
    const madeUp = await redeem('ABCD-ABCD-ABCD-ABCD', other)
    expect([again.code, again.status, again.msg]).toEqual([madeUp.code, madeUp.status, madeUp.msg])
    expect(again.status).toBe('RedeemCodeInvalid')
    expect(await grants()).toBe(1)
  })

  it('a redeem code gives one grant to 200 concurrent users', async () => {
    const digest = createKeyedDigest(app.config.secretKey)
    const users = await Promise.all(Array.from({ length: 200 }, () => createUser(app.db.database)))
    const rounds = countRounds(200, 3)
    const raced = await makeBatch('raced', rounds)
    for (const code of raced) {
      const before = await grants()
      const outcomes = await Promise.allSettled(
        users.map(({ userId }, index) =>
          redeemCode({ database: app.db.database, digest }, { code, userId, network: `n${index}-${code}` }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await grants()).toBe(before + 1)
    }
  })

  it('a redeem code of an expired or withdrawn batch is refused', async () => {
    const { token } = await registerThroughApi(app, 'redeemer.late')
    const [over] = await makeBatch('over', 1, new Date(Date.now() - 1_000))
    const [withdrawn] = await makeBatch('withdrawn', 1)
    await app.db.asOwner(`update redeem_batches set disabled_at = now() where name = 'withdrawn'`)
    expect((await redeem(over!, token)).status).toBe('RedeemCodeInvalid')
    expect((await redeem(withdrawn!, token)).status).toBe('RedeemCodeInvalid')
  })

  it.each([
    ['blocked', 'AccountBlocked', `insert into account_blocks (user_id, told, stops_time) values ($1, null, false)`],
    [
      'erased',
      'Unauthorized',
      `insert into account_deletions (user_id, erase_at, erased_at) values ($1, now(), now())`,
    ],
  ])('an account that was %s meanwhile redeems no code, and the code stays unused', async (state, status, end) => {
    const deps = { database: app.db.database, digest: createKeyedDigest(app.config.secretKey) }
    const [code] = await makeBatch(state, 1)
    const [gone, other] = [await createUser(app.db.database), await createUser(app.db.database)]
    await app.db.asOwner(end, [gone.userId])
    const redeemAs = (userId: string) => redeemCode(deps, { code: code!, userId, network: `meanwhile ${state}` })
    await expect(redeemAs(gone.userId)).rejects.toMatchObject({ status })
    expect((await redeemAs(other.userId)).seconds).toBeGreaterThan(0)
  })

  it('a redeem code is stored only as a digest', async () => {
    const dump = JSON.stringify(await app.db.asOwner(`select * from redeem_codes`))
    for (const code of codes) expect(dump).not.toContain(code.replaceAll('-', ''))
  })
})

describe('guessing redeem codes', () => {
  it('redeeming is blocked after twenty wrong codes in an hour, also for a right one', async () => {
    const { token } = await registerThroughApi(app, 'redeem.guesser')
    for (let round = 0; round < 20; round++)
      expect((await redeem('0000-0000-0000-0000', token, '203.0.113.9')).status).toBe('RedeemCodeInvalid')
    expect((await redeem(codes[2]!, token, '203.0.113.9')).status).toBe('TooManyRequests')
    const { token: other } = await registerThroughApi(app, 'redeem.accomplice')
    expect((await redeem(codes[2]!, other, '203.0.113.9')).status).toBe('TooManyRequests')
  })

  it('a code of another length is refused by its length and does not count as a wrong one', async () => {
    const { token } = await registerThroughApi(app, 'redeem.typo')
    for (let round = 0; round < 25; round++)
      expect((await redeem('abc', token, '203.0.113.10')).status).toBe('RedeemCodeLength')
    expect((await redeem('0000-0000-0000-0000-0', token, '203.0.113.10')).status).toBe('RedeemCodeLength')
    expect((await redeem('UUUU-0000-0000-0000', token, '203.0.113.10')).status).toBe('RedeemCodeInvalid')
  })

  it.each([500_000, 60_000, 65])(
    'a code of %i characters is refused by its length, without a query and without being echoed',
    async (length) => {
      const { token } = await registerThroughApi(app, `redeem.long.${length}`)
      const before = queries
      const answer = await redeem('Z'.repeat(length), token, '203.0.113.10')
      expect(queries).toBe(before)
      expect(Math.floor(answer.http / 100)).toBe(4)
      expect(answer.raw).not.toContain('ZZZZ')
      expect(answer.raw.length).toBeLessThan(500)
    },
  )
})
