import { once } from 'node:events'
import { Agent, request as sendRequest, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { errorText, type Envelope } from '#shared/errors.ts'
import { callTimeoutMs } from '#server/modules/payments/providers/port.ts'
import { saveProviderHealth } from '#server/modules/payments/provider-health.queries.ts'
import { unmeasured, type AnsweredCall } from '#server/platform/measure.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, readAnswer, registerThroughApi, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
const shop = '/v4/test/api/payment/payment_shop'

describe('HTTP API', () => {
  it('a request may take ten seconds to arrive, and its response longer than a purchase', () => {
    const { headersTimeout, requestTimeout, timeout } = app.app.server
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 10_000])
    // The longest wait: another purchase of the same buyer with a provider call, then this purchase's provider call,
    // then two database statements.
    expect(timeout).toBeGreaterThan(2 * callTimeoutMs + 2 * 1_500)
  })

  it("the plans on sale are returned in the client's language", async () => {
    const english = await app.call('/api/payment/payment_shop', {})
    const chinese = await app.call('/api/payment/payment_shop', {}, { headers: { language: 'zh_CN' } })
    expect(english.data.list.map(({ name }) => name)).toEqual([
      '1 month',
      '3 months',
      '6 months',
      '12 months',
      '24 months',
      'Family, 1 year',
    ])
    expect(chinese.data.list[3]).toMatchObject({ id: 'plan-12', name: '12 个月', months: 12, maxDevices: 5 })
    expect(english.data.list[3]!.prices).toEqual([
      { currency: 'CNY', priceMinor: 26_800, listPriceMinor: 42_000 },
      { currency: 'USD', priceMinor: 4_490, listPriceMinor: 7_080 },
    ])
  })

  it('a deeply nested body is refused without harm', async () => {
    for (const depth of [5_000, 30_000]) {
      const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const objects = `${'{"a":'.repeat(depth / 5)}1${'}'.repeat(depth / 5)}`
      for (const value of [nested, objects]) {
        expect(readAnswer(await post(shop, `{"signature":${value}}`)).http).toBe(400)
        expect(readAnswer(await post(shop, `{"signature":"x","other":${value}}`))).toMatchObject({
          status: 'InvalidSignature',
        })
      }
      const nul = `{"signature":"x","other":${nested.slice(0, depth)}"\\u0000"${nested.slice(depth)}}`
      expect(readAnswer(await post(shop, nul))).toMatchObject({
        http: 400,
        data: { fields: { other: expect.any(String) } },
      })
    }
  })

  it('errors are JSON envelopes: wrong content type, too large, broken JSON, unknown path', async () => {
    const cases = [
      [post(shop, 'x', { 'content-type': 'text/plain' }), 415, 'UnsupportedMediaType'],
      [post(shop, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'UnsupportedMediaType'],
      [post(shop, JSON.stringify({ signature: 'x'.repeat(70_000) })), 413, 'TooLarge'],
      [post(shop, '{"a":'), 400, 'InvalidInput'],
      [post(shop, '[]'), 400, 'InvalidInput'],
      [post(shop, ''), 400, 'InvalidInput'],
      [post('/v4/test/api/payment/nothing', '{}'), 404, 'NotFound'],
      [app.app.inject({ method: 'GET', url: shop }), 404, 'NotFound'],
      [app.app.inject({ method: 'GET', url: shop.slice(0, shop.indexOf('/api')) }), 404, 'NotFound'],
      [app.app.inject({ method: 'POST', url: '/api/marketing/no-such-call', payload: {} }), 404, 'NotFound'],
    ] as const
    for (const [request, code, status] of cases) {
      const response = await request
      const { msg, ...answer } = response.json<Envelope<unknown>>()
      expect([response.statusCode, answer]).toEqual([
        code,
        { code, status, data: expect.objectContaining({ requestId: expect.any(String) }) },
      ])
      expect([errorText(status, 'en'), errorText(status, 'zh-CN')]).toContain(msg)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    }
    const answer = await app.app.inject({ method: 'POST', url: shop, payload: { signature: app.sign() } })
    expect(answer.json()).toEqual({ code: 200, msg: '', status: 'OK', data: expect.any(Object) })
  })

  it.each(['gzip', 'deflate', 'br'])('a request body compressed with %s is not unpacked', async (encoding) => {
    const packed = gzipSync(Buffer.alloc(10_000_000, ' '))
    const answer = await post(shop, packed, { 'content-type': 'application/json', 'content-encoding': encoding })
    expect(answer.statusCode).toBe(400)
  })

  it('the API is served under the prefix of its environment', async () => {
    const production = await createTestApp({ db: app.db, adjust: (config) => ({ ...config, environment: 'PROD' }) })
    const statusesOf = ({ app: server, sign }: TestApp) =>
      Promise.all(
        ['/v4', '/v4/test'].map(async (prefix) => {
          const url = `${prefix}/api/payment/payment_shop`
          return (await server.inject({ method: 'POST', url, payload: { signature: sign() } })).statusCode
        }),
      )
    expect(await statusesOf(app)).toEqual([404, 200])
    expect(await statusesOf(production)).toEqual([200, 404])
    await production.close()
  })

  it('responses are not cached and contain only declared fields', async () => {
    const response = await app.app.inject({ method: 'POST', url: shop, payload: { signature: app.sign(), extra: 'x' } })
    expect(response.headers['cache-control']).toBe('no-store')
    for (const plan of response.json().data.list) expect(Object.keys(plan)).not.toContain('names')
  })

  it('security headers forbid a browser to run, load or frame a response, also an error', async () => {
    const answers = [
      await app.app.inject({ method: 'POST', url: shop, payload: { signature: app.sign() } }),
      await app.app.inject({ method: 'POST', url: shop, payload: '<script>' }),
      await app.app.inject('/v4/test/no-such-call'),
      await app.app.inject('/healthz'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 415, 404, 200])
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json; charset=utf-8',
      })
  })

  it('every response is sent with no-store unless it says otherwise', async () => {
    for (const url of ['/healthz', '/readyz', '/v4/test/openapi.json', '/no-such-page', '/%ff']) {
      const { headers } = await app.app.inject(url)
      expect([url, headers['cache-control']]).toEqual([url, 'no-store'])
    }
  })

  it('health endpoints report liveness and readiness', async () => {
    expect((await app.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await app.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    await saveProviderHealth(app.db.database, 'alipay', true)
    expect((await app.app.inject('/readyz')).json()).toMatchObject({ silentProviders: [{ provider: 'alipay' }] })
    await saveProviderHealth(app.db.database, 'alipay', false)
    expect((await app.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    await app.db.asOwner('update schema_version set version = version - 1000')
    const behind = await app.app.inject('/readyz')
    expect([behind.statusCode, behind.json().reason]).toEqual([503, 'migrations'])
    await app.db.asOwner('update schema_version set version = version + 1000')
  })

  it('the API description is published outside PROD', async () => {
    const response = await app.app.inject('/v4/test/openapi.json')
    expect(response.json().paths).toHaveProperty('/api/payment/payment_purchase')
  })

  it('NUL characters and dates beyond the calendar are refused at their field', async () => {
    const nul = await app.call('/api/user/user_login_username', { accountName: 'a\0b', password: 'x', agreed: true })
    expect(nul).toMatchObject({ http: 400, status: 'InvalidInput' })
    expect(Object.keys((nul.data as unknown as { fields: object }).fields)).toEqual(['accountName'])
    const { token } = await registerThroughApi(app, 'beyond.time')
    for (const before of [-1, 9e15, 4_102_444_800_001])
      expect(await app.call('/api/payment/payment_order', { before }, { token })).toMatchObject({ http: 400 })
  })

  it('malformed paths return a 404 envelope that echoes nothing', async () => {
    for (const url of ['/v4/test/%E0%A4%A', '/%E0%A4%A', '/nowhere']) {
      const response = await post(url, '{}')
      expect(readAnswer(response)).toMatchObject({ http: 404, status: 'NotFound' })
      expect(response.body).not.toContain('%E0')
    }
  })
})

describe('visit that the site answers before the router', () => {
  it('an early answer is measured once, and the router answers on the host of the console, at the log level debug, and while the server closes', async () => {
    const answered: AnsweredCall[] = []
    const log = pino({ level: 'warn' }, { write: () => {} })
    const listening = await createTestApp({
      db: app.db,
      log,
      measure: { ...unmeasured, answered: (call) => void answered.push(call) },
      env: { PUBLIC_ORIGIN: 'https://vpn.example', CONSOLE_ORIGIN: 'https://desk.example' },
      registerSite: async () => ({
        answerEntry: (_request, response) => {
          response.writeHead(200, { 'x-early': 'yes' }).end('early')
          return true
        },
      }),
    })
    await listening.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = listening.app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true })
    const visit = async (host = 'vpn.example') => {
      const sent = sendRequest({ port, host: '127.0.0.1', path: '/', headers: { host }, agent }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await once(response.resume(), 'close')
      return response.headers['x-early'] === 'yes'
    }
    expect(await visit()).toBe(true)
    await expect.poll(() => answered.length).toBe(1)
    expect(answered[0]).toEqual({ method: 'GET', route: '/*', status: 200, seconds: expect.any(Number) })
    expect(await visit('DESK.example')).toBe(false)
    log.level = 'debug'
    expect(await visit()).toBe(false)
    log.level = 'warn'
    expect(await visit()).toBe(true)
    // A request that has begun keeps the server open.
    const accepted = once(listening.app.server, 'connection') as Promise<[Socket]>
    const late = connect(port, '127.0.0.1')
    const [held] = await accepted
    late.write('GET / HTTP/1.1\r\nhost: vpn.example\r\n')
    await expect.poll(() => held.bytesRead).toBeGreaterThan(0)
    const closed = listening.app.close()
    await expect.poll(() => listening.app.server.listening).toBe(false)
    late.write('\r\n')
    const [answer] = (await once(late, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404[^]*connection: close/i)
    await closed
    agent.destroy()
  })
})
