import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoAccount } from '#simulators/chain/start-chain.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'

let app: TestApp
let without: TestApp
let token: string

const networks = {
  bsc: { rpcs: [{ url: 'http://127.0.0.1:9' }] },
  tron: { rpcs: [{ url: 'http://127.0.0.1:9' }] },
}
beforeAll(async () => {
  const file = path.join(inject('dataDir'), `crypto-${randomUUID()}.json`)
  const config = { xpub: demoAccount.publicExtendedKey, networks, rates: { kind: 'fixed' } }
  await writeFile(file, JSON.stringify(config))
  app = await createTestApp({ env: { CRYPTO_CONFIG_FILE: file } })
  without = await createTestApp()
  token = (await registerThroughApi(app, 'chain.buyer')).token
})
afterAll(async () => {
  await app?.close()
  await without?.close()
})

const purchase = (currency: 'USD' | 'CNY') =>
  app.call(
    '/api/payment/payment_purchase',
    {
      goodsId: 'plan-12',
      currency,
      method: 'crypto',
      expectedTotalMinor: currency === 'USD' ? 4_490 : 26_800,
      idempotencyKey: randomUUID(),
    },
    { token },
  )
const quote = (orderId: string, network: string, name: string, as = token) =>
  app.call('/api/payment/payment_crypto_quote', { orderId, network, token: name }, { token: as })

describe('crypto payment API', () => {
  it('the configured networks and tokens are offered to everyone, and none when none is configured', async () => {
    const { data } = await app.call('/api/payment/payment_crypto_options', {})
    expect(data.networks).toMatchObject([
      { id: 'bsc', chainId: 56, tokens: [{ id: 'USDT', decimals: 18 }, { id: 'USDC' }] },
      { id: 'tron', kind: 'tron', tokens: [{ id: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }] },
    ])
    expect((await without.call('/api/payment/payment_crypto_options', {})).data.networks).toEqual([])
    expect(JSON.stringify(data)).not.toMatch(/127\.0\.0\.1|xpub/)
  })

  it('a crypto order has its own payment page, an hour to pay and no attempt yet', async () => {
    const before = Date.now()
    const { data } = await purchase('USD')
    expect(data).toMatchObject({
      status: 'awaiting_payment',
      pay: { kind: 'page', path: `/crypto-pay/plan-12?order=${data.orderId}` },
    })
    expect(Math.abs(data.payableUntil - before - 3_600_000)).toBeLessThan(60_000)
    const { data: state } = await app.call('/api/payment/payment_crypto_state', { orderId: data.orderId }, { token })
    expect(state).toMatchObject({ state: 'unquoted', deposits: [], amountMinor: 4_490, goodsId: 'plan-12' })
  })

  it('each refusal has its own status', async () => {
    const { orderId } = (await purchase('USD')).data
    expect((await purchase('CNY')).status).toBe('MethodNotOffered')
    expect(await quote(orderId, 'moon', 'USDT')).toMatchObject({ http: 400, status: 'UnsupportedNetwork' })
    expect(await quote(orderId, 'tron', 'USDC')).toMatchObject({ http: 400, status: 'UnsupportedToken' })
    // No process reads the blocks of this network here.
    expect(await quote(orderId, 'bsc', 'USDT')).toMatchObject({
      http: 503,
      status: 'PaymentDetailsUnavailable',
      msg: 'Failed to retrieve payment details. Try again in a moment, or choose another network.',
    })
    expect(await quote(orderId, 'bsc', 'USDT', '')).toMatchObject({ http: 401 })
  })

  it("another user's order is answered like one that does not exist", async () => {
    const { orderId } = (await purchase('USD')).data
    const stranger = (await registerThroughApi(app, 'chain.stranger')).token
    const made = randomUUID()
    const answers = await Promise.all([
      quote(orderId, 'bsc', 'USDT', stranger),
      quote(made, 'bsc', 'USDT', stranger),
      app.call('/api/payment/payment_crypto_state', { orderId }, { token: stranger }),
      app.call('/api/payment/payment_crypto_state', { orderId: made }, { token: stranger }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ http: 404, status: 'NotFound' })
  })
})
