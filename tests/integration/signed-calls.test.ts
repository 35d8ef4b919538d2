import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, makeNonce, type TestApp } from '../app.ts'

const shop = '/api/payment/payment_shop'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const callWith = (signature: string) => app.call(shop, {}, { signature })
const minutes = (count: number, seconds = 0) => count * 60_000 + seconds * 1_000

describe('signed calls', () => {
  it('accepts one of a hundred concurrent replays, and none later', async () => {
    const signature = app.sign()
    const answers = await Promise.all(Array.from({ length: 100 }, () => callWith(signature)))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect((await callWith(signature)).status).toBe('InvalidSignature')
  })

  it('refuses a replay in another process', async () => {
    const signature = app.sign()
    expect((await callWith(signature)).status).toBe('OK')
    const other = await createTestApp({ db: app.db })
    expect((await other.call(shop, {}, { signature })).status).toBe('InvalidSignature')
    await other.close()
  })

  it('lets 4:59 of skew pass and refuses 5:01, either way', async () => {
    const at = (offset: number) => callWith(app.sign({ timestamp: Date.now() + offset }))
    // What was signed before the database started is refused, so the past half is told apart by moving its start.
    expect((await at(minutes(4, 59))).status).toBe('OK')
    expect((await at(minutes(5, 2))).status).toBe('InvalidSignature')
    expect((await at(-minutes(5, 1))).status).toBe('InvalidSignature')
  })

  it('answers every kind of failure with the same bytes', async () => {
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

  it('reads the key of the platform that the header names', async () => {
    const signature = app.sign()
    const other = await app.call(shop, {}, { signature, headers: { platform: 'ios' } })
    expect(other.status).toBe('InvalidSignature')
    expect((await callWith(signature)).status).toBe('OK')
  })

  it('opens nothing but public data without a session', async () => {
    const answer = await app.call('/api/system/system_user_info', {})
    expect(answer).toMatchObject({ http: 401, status: 'Unauthorized' })
  })

  it('forgets a nonce only after its window', async () => {
    const nonce = makeNonce()
    expect((await callWith(app.sign({ nonce }))).status).toBe('OK')
    expect((await callWith(app.sign({ nonce }))).status).toBe('InvalidSignature')
  })
})
