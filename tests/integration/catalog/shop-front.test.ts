import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { routePayments } from '#server/modules/payments/create-payments.ts'
import { frontMaxAgeMs } from '#server/workflows/catalog/shop-front.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { createTripCounter } from '#tests/support/count-trips.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { createBank, plan } from '../groups/groups.setup.ts'

/** Two servers on one database; operators act in a third process. */
const counter = createTripCounter()
let db: TestDatabase
let here: TestApp
let there: TestApp
let token: string
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  db = await createTestDatabase({ Client: counter.Client })
  const payments = () => routePayments([createBank()], [{ method: 'alipay', currency: 'CNY', provider: 'alipay' }])
  here = await createTestApp({ db, payments, frontMaxAgeMs })
  there = await createTestApp({ db, payments, frontMaxAgeMs })
  token = (await registerThroughApi(here, 'shop.front')).token
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await db.drop()
  vi.useRealTimers()
})
beforeEach(() => void vi.advanceTimersByTime(frontMaxAgeMs))
afterEach(() => setPrice(26_800))

const setPrice = async (minor: number) => {
  await db.asOwner(`update goods_prices set price_minor = $2 where goods_id = $1 and currency = 'CNY'`, [
    plan.id,
    minor,
  ])
}
const priceAt = async (app: TestApp) => {
  const { data } = await app.call('/api/payment/payment_shop', {})
  const goods = data.list.find(({ id }) => id === plan.id)
  return goods?.prices.find(({ currency }) => currency === 'CNY')?.priceMinor
}
const methodsAt = async (app: TestApp) =>
  (await app.call('/api/system/system_client_config', {})).data.methods.map(({ method }) => method)
const buyAt = (app: TestApp, expectedTotalMinor: number) =>
  app.call(
    '/api/payment/payment_purchase',
    { goodsId: plan.id, currency: 'CNY', method: 'alipay', expectedTotalMinor, idempotencyKey: crypto.randomUUID() },
    { token },
  )

describe('shop front cache', () => {
  it('plans, methods and settings come from memory, and only the nonce needs the database', async () => {
    await priceAt(here)
    const calls = [
      '/api/payment/payment_shop',
      '/api/system/system_client_config',
      '/api/system/system_status',
    ] as const
    const counted: number[] = []
    for (const path of calls) counted.push((await counter.count(() => here.call(path, {}))).trips)
    expect(counted).toEqual([1, 1, 0])
  })

  it('a price changed by another process appears in every server after one second', async () => {
    expect(await Promise.all([priceAt(here), priceAt(there)])).toEqual([26_800, 26_800])
    await setPrice(24_800)
    expect(await Promise.all([priceAt(here), priceAt(there)])).toEqual([26_800, 26_800])
    vi.advanceTimersByTime(frontMaxAgeMs)
    expect(await Promise.all([priceAt(here), priceAt(there)])).toEqual([24_800, 24_800])
  })

  it('a paused payment method disappears from every server after one second', async () => {
    expect(await methodsAt(there)).toContain('alipay')
    const why = { method: 'alipay', reason: 'the provider is down' } as const
    await perform(db.database, 'methods.pause', why, { config: here.config })
    vi.advanceTimersByTime(frontMaxAgeMs)
    expect(await methodsAt(there)).not.toContain('alipay')
    await perform(db.database, 'methods.resume', why, { config: here.config })
    vi.advanceTimersByTime(frontMaxAgeMs)
    expect(await methodsAt(there)).toContain('alipay')
  })

  it('an order at an outdated price is refused, and the new price is shown', async () => {
    expect(await priceAt(here)).toBe(26_800)
    await setPrice(24_800)
    expect((await buyAt(here, 26_800)).status).toBe('PriceChanged')
    expect(await priceAt(here)).toBe(24_800)
    const bought = await buyAt(here, 24_800)
    expect(bought.status).toBe('OK')
    const rows = await db.asOwner(`select total_minor from orders`)
    expect(rows.map((row) => Number(row.total_minor))).toEqual([24_800])
  })
})
