import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { money } from '#shared/money.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { createEpay, type EpayConfig } from '#server/modules/payments/providers/epay.ts'
import type { NewAttempt } from '#server/modules/payments/providers/port.ts'
import { createLog } from '#server/platform/log.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { compareAttempt } from '#server/workflows/payments/review/compare-payments.ts'
import { compareReportOfDay } from '#server/workflows/payments/review/compare-reports.ts'
import { readKeys } from '#simulators/build-simulator.ts'
import { signMd5, type EpayParams } from '#simulators/epay/signing.ts'
import { epayPaid, epayPid, usualManners, writeEpay, type EpayName } from '#simulators/epay/wire.ts'
import { perform, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { eventually, openShop, type Placed, type Shop } from './payments.setup.ts'
import { epayEnv, keysFolder, post } from './providers.setup.ts'

const keys = () => readKeys(keysFolder()).epay
const gatewayOf = (shop: Shop, name: EpayName) => shop.simulator.counters[name].fakeGateway
const attemptOf = async (shop: Shop, { attemptId }: Placed) => (await findAttempt(shop.deps.database, attemptId))!
/** Notification about a payment with changed parameters and a valid signature. */
const written = (shop: Shop, name: EpayName, { attemptId }: Placed, change: EpayParams = {}, by?: 'GET' | 'POST') =>
  writeEpay(
    name,
    { ...epayPaid(name, gatewayOf(shop, name).get(attemptId), usualManners(), Date.now()), ...change },
    keys(),
    by,
  )
const keyFile = (key: string): string => {
  const place = path.join(inject('dataDir'), `epay-${randomBytes(6).toString('hex')}.key`)
  writeFileSync(place, `${key}\n`)
  return place
}
const requestBack = (shop: Shop, { orderId }: Placed, amountMinor: number | 'all' = 'all') =>
  requestRefund(shop.deps.database, { orderId, amountMinor, reason: 'asked for', requestedBy: ada })

describe.each(['epay1', 'epay2'] as const)('payment at %s', (name) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ timeoutMs: 1_000, env: epayEnv(name) })
  })
  afterEach(() => {
    Object.assign(shop.simulator.epay[name], usualManners())
    shop.simulator.counters[name].faults.clear()
  })
  afterAll(() => shop.close())

  async function paidSilently(method: 'alipay' | 'wechat' = 'alipay'): Promise<Placed> {
    const placed = await shop.order({ method })
    gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId), { notify: 0 })
    return placed
  }

  it.each([
    ['alipay', 'alipay'],
    ['wechat', 'wxpay'],
  ] as const)(
    'requests the method %s as "%s", and credits a payment that is notified under that name',
    async (method, type) => {
      const placed = await paidSilently(method)
      expect(gatewayOf(shop, name).get(placed.attemptId).extra).toMatchObject({ type })
      expect(await post(shop, name, written(shop, name, placed))).toBe(200)
      await shop.work()
      expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
    },
  )

  it.each(['GET', 'POST'] as const)('a notification by %s pays the order once, however often it comes', async (by) => {
    shop.simulator.epay[name].postsNotifications = by === 'POST'
    const placed = await shop.order()
    gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId), { notify: 3 })
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    for (const way of ['GET', 'POST'] as const)
      expect(await post(shop, name, written(shop, name, placed, {}, way))).toBe(200)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ grants: 1, standing: 1, facts: ['paid 26800 CNY'], reviews: [] })
  })

  it('answers "success" to a valid notification, and nothing that contains this word to an invalid one', async () => {
    const placed = await paidSilently()
    const ask = async (body: string) => {
      const response = await fetch(`${shop.app.config.publicOrigin}/webhooks/${name}?${body}`)
      return `${response.status} ${await response.text()}`
    }
    expect(await ask(written(shop, name, placed).body.replace(/sign=[^&]*/, 'sign=x'))).toBe('400 fail')
    expect(await ask('')).toBe('400 fail')
    expect(await ask(written(shop, name, placed).body)).toBe('200 success')
  })

  it('refuses a validly signed text that is split into other parameters, and credits the one that was signed', async () => {
    const placed = await paidSilently()
    const notification = written(shop, name, placed)
    const form = new URLSearchParams(notification.body)
    // Parameters are signed without escaping, so a value may swallow the next one without breaking the signature.
    const names = [...form.keys()].filter((each) => !each.startsWith('sign')).toSorted()
    const [one, next] = [names.at(-2)!, names.at(-1)!]
    form.set(one, `${form.get(one)}&${next}=${form.get(next)}`)
    form.delete(next)
    expect(await post(shop, name, { ...notification, body: form.toString() })).toBe(400)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ grants: 0, facts: [], reviews: [] })
    expect(await post(shop, name, notification)).toBe(200)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it.each(['qqpay', 'usdt', 'bank', 'wxpay', ''])(
    'a payment by "%s" of an order to be paid by Alipay is not credited and goes to review',
    async (type) => {
      const placed = await paidSilently()
      const notification = written(shop, name, placed, { type })
      expect(await post(shop, name, notification)).toBe(200)
      await shop.work()
      expect(await post(shop, name, notification)).toBe(200)
      await shop.work()
      expect(await shop.books(placed)).toMatchObject({
        status: 'awaiting_payment',
        grants: 0,
        facts: [],
        reviews: ['other_method'],
      })
      // The gateway's notification with the right method is still credited afterwards.
      expect(await post(shop, name, written(shop, name, placed))).toBe(200)
      await shop.work()
      expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    },
  )

  it('a query about a payment by another method credits nothing either, nor does the daily comparison', async () => {
    const placed = await paidSilently()
    gatewayOf(shop, name).remember(gatewayOf(shop, name).get(placed.attemptId), { type: 'qqpay' })
    expect(await reconcileAttempt(shop.deps, await attemptOf(shop, placed))).toBe('nothing')
    expect((await compareAttempt(shop.deps, await attemptOf(shop, placed))).map(({ what }) => what)).toEqual([
      'unknown_payment',
    ])
    expect(await shop.books(placed)).toMatchObject({ grants: 0, facts: [], reviews: ['other_method'] })
  })

  it.each(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_REFUND', 'trade_success', ''])(
    'a signed notification in the state "%s" changes nothing',
    async (status) => {
      const placed = await paidSilently()
      expect(await post(shop, name, written(shop, name, placed, { trade_status: status }))).toBe(200)
      await shop.work()
      expect(await shop.books(placed)).toMatchObject({
        status: 'awaiting_payment',
        grants: 0,
        facts: [],
        reviews: [],
      })
    },
  )

  it.each(['268', '268.0', '268.00'])('a payment of the amount "%s" pays the whole price', async (sum) => {
    const placed = await paidSilently()
    expect(await post(shop, name, written(shop, name, placed, { money: sum }))).toBe(200)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it.each([`1+1=2 % & ' "`, 'a\\b <i>', '一年 🎉 年付', '%2B%26+', ' x '])(
    'the product name %j breaks neither our signature nor that of the notification',
    async (subject) => {
      const id = `01KAG2${randomBytes(10).toString('hex').toUpperCase()}`
      const attempt: NewAttempt = {
        id,
        orderId: id,
        method: 'alipay',
        amount: money(100, 'CNY'),
        subject,
        expiresAt: new Date(Date.now() + 60_000),
        device: 'desktop',
      }
      const provider = shop.deps.payments.byId(name)
      expect((await provider.create(attempt)).pay.kind).toBe('qr')
      const order = gatewayOf(shop, name).get(id)
      gatewayOf(shop, name).pay(order, { notify: 0 })
      const { body } = written(shop, name, { attemptId: id } as Placed)
      const { facts } = provider.parseNotification({ raw: Buffer.from(body), headers: {}, now: new Date() })
      expect(facts).toMatchObject([{ kind: 'paid', attemptId: id, amount: { amountMinor: 100 } }])
    },
  )

  it('a payment with an order number that the shop never issued opens a review without an order', async () => {
    const placed = await paidSilently()
    const number = '01KAG2S0N0NE0FTHESE0RDERS0'
    expect(await post(shop, name, written(shop, name, placed, { out_trade_no: number }))).toBe(200)
    await shop.work()
    expect(await shop.rows('select reason from review_items where order_id is null and resolved_at is null')).toEqual([
      { reason: 'unknown_payment' },
    ])
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', grants: 0 })
  })

  it('an order is paid if the gateway charges a few cents more and reports the ordered amount', async () => {
    shop.simulator.epay[name].changesCents = true
    const placed = await shop.order()
    gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId), { deltaMinor: 3 })
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    expect(await shop.books(placed)).toMatchObject({ grants: 1, facts: ['paid 26800 CNY'], reviews: [] })
  })

  it('signed parameters in the return URL to the shop do not pay the order', async () => {
    const placed = await paidSilently()
    const { body } = written(shop, name, placed)
    const response = await fetch(`${shop.app.config.publicOrigin}/purchased?order=${placed.orderId}&${body}`)
    await response.text()
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', grants: 0, facts: [] })
  })

  it.each(['app', 'form'] as const)(
    'an answer with a URL of an app or a form (%s) sends the buyer to the page of the gateway',
    async (opensBy) => {
      shop.simulator.epay[name].opensBy = opensBy
      const placed = await shop.order()
      expect((await shop.view(placed)).pay).toMatchObject({
        kind: 'redirect',
        url: expect.stringContaining(name === 'epay1' ? '/epay1/submit.php?' : '/epay2/api/pay/submit?') as string,
      })
      await shop.visit(placed)
      gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId))
      await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    },
  )

  it('a relative payment URL in an answer is completed with the host of the gateway', async () => {
    shop.simulator.epay[name].opensBy = 'path'
    const placed = await shop.order()
    expect(placed.payUrl).toMatch(new RegExp(`^http://localhost:\\d+/till/${name}/cashier/`))
    await shop.visit(placed)
  })

  it('an order keeps waiting if the gateway answers too late, and is opened again with the same number', async () => {
    shop.simulator.counters[name].faults.add({ method: 'create', kind: 'delay', times: 1, ms: 1_500 })
    const placed = await shop.order()
    expect(placed.payUrl).toBe('')
    await eventually(() => gatewayOf(shop, name).find(placed.attemptId) !== undefined)
    gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId), { notify: 0 })
    expect(await reconcileAttempt(shop.deps, await attemptOf(shop, placed))).toBe('settled')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })
})

describe.each(['epay1', 'epay2'] as const)('page of the gateway at %s', (name) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ timeoutMs: 1_000, env: epayEnv(name, { OPENS: 'page' }) })
  })
  afterEach(() => {
    Object.assign(shop.simulator.epay[name], usualManners())
  })
  afterAll(() => shop.close())

  it('buyers are sent to a signed URL, and the gateway is not called before they open it', async () => {
    const placed = await shop.order()
    expect((await shop.view(placed)).pay.kind).toBe('redirect')
    expect(gatewayOf(shop, name).find(placed.attemptId)).toBeUndefined()
    await shop.visit(placed)
    expect(gatewayOf(shop, name).get(placed.attemptId)).toMatchObject({
      totalMinor: 26_800,
      notifyUrl: `${shop.app.config.publicOrigin}/webhooks/${name}`,
    })
    gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId))
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
  })

  it('a URL with another amount is refused by its signature', async () => {
    const placed = await shop.order()
    const url = new URL(placed.payUrl)
    url.searchParams.set('money', '0.01')
    await expect(shop.visit({ ...placed, payUrl: url.href })).rejects.toThrow('the cashier answered 400')
  })

  /**
   * Opens an order under our number but with another amount, as a gateway might have one whose data were lost or moved.
   */
  async function withOldOrder(): Promise<Placed> {
    const placed = await shop.order()
    gatewayOf(shop, name).open({
      number: placed.attemptId,
      subject: 'an old order',
      currency: 'CNY',
      totalMinor: 1,
      notifyUrl: `${shop.app.config.publicOrigin}/webhooks/${name}`,
      returnUrl: '',
      expiresAt: Date.now() + 600_000,
      extra: { type: 'alipay' },
    })
    return placed
  }

  it('a gateway that refuses a known order number with another amount leaves the order unpaid', async () => {
    const placed = await withOldOrder()
    await expect(shop.visit(placed)).rejects.toThrow('the cashier answered 400')
    expect(await reconcileAttempt(shop.deps, await attemptOf(shop, placed))).toBe('nothing')
  })

  it('a payment of the old price opens a review if the gateway returns its old order for a repeated number', async () => {
    shop.simulator.epay[name].answersOldOrder = true
    const placed = await withOldOrder()
    await shop.visit(placed)
    gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId))
    await eventually(async () => (await shop.work(), (await shop.books(placed)).reviews.length) > 0)
    expect(await shop.books(placed)).toMatchObject({ status: 'review', grants: 0, reviews: ['amount_mismatch'] })
  })
})

describe('keys of EPay', () => {
  it('two keys are accepted while one replaces the other, a third is not, and the first one signs orders', async () => {
    const next = randomBytes(16).toString('hex')
    const KEY_FILE = `${path.join(keysFolder(), 'epay.key')},${keyFile(next)}`
    const shop = await openShop({ timeoutMs: 1_000, env: epayEnv('epay1', { KEY_FILE }) })
    for (const [key, isPaid] of [
      [keys().key, true],
      [next, true],
      [randomBytes(16).toString('hex'), false],
    ] as const) {
      // The gateway knows the first key alone, so it would refuse an order signed by the other.
      const placed = await shop.order()
      const order = gatewayOf(shop, 'epay1').get(placed.attemptId)
      gatewayOf(shop, 'epay1').pay(order, { notify: 0 })
      const params = epayPaid('epay1', order, usualManners(), Date.now())
      const status = await post(shop, 'epay1', writeEpay('epay1', params, { ...keys(), key }))
      await shop.work()
      expect([status, (await shop.books(placed)).grants]).toEqual(isPaid ? [200, 1] : [400, 0])
    }
    await shop.close()
  })

  it('with the key style "named" the key follows &key=, and no other style is accepted', async () => {
    const shop = await openShop({
      timeoutMs: 1_000,
      env: epayEnv('epay1', { KEY_STYLE: 'named', OPENS: 'page' }),
    })
    const placed = await shop.order()
    const sent = Object.fromEntries(new URL(placed.payUrl).searchParams)
    expect(signMd5(sent, keys().key, '&key=').sign).toBe(sent.sign)
    const params = { ...sent, trade_no: '2026112918000012345', trade_status: 'TRADE_SUCCESS' }
    const notify = (signed: EpayParams) =>
      post(shop, 'epay1', { headers: {}, body: new URLSearchParams(signed).toString(), method: 'GET' })
    expect(await notify(signMd5(params, keys().key))).toBe(400)
    expect(await notify(signMd5(params, keys().key, '&key='))).toBe(200)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    await shop.close()
  })

  it('the shared key is in no log, error, answer or stored row, whatever the gateway does', async () => {
    const logged: string[] = []
    const log = createLog(
      'TEST',
      'trace',
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          logged.push(chunk.toString())
          done()
        },
      }),
    )
    const shop = await openShop({ timeoutMs: 500, env: epayEnv('epay1'), log })
    const { faults } = shop.simulator.counters.epay1
    for (const kind of ['status500', 'page', 'empty', 'redirect', 'reset', 'timeout', 'refused', 'another'] as const) {
      for (const method of ['create', 'query', 'refund']) faults.add({ method, kind, times: 1, ms: 0 })
      const placed = await shop.order().catch(() => null)
      if (placed) await reconcileAttempt(shop.deps, await attemptOf(shop, placed))
      faults.clear()
      const paid = await shop.order()
      gatewayOf(shop, 'epay1').pay(gatewayOf(shop, 'epay1').get(paid.attemptId))
      await eventually(async () => (await shop.work(), (await shop.books(paid)).status) === 'paid')
      faults.add({ method: 'refund', kind, times: 1, ms: 0 })
      await requestBack(shop, paid)
      await shop.work()
      faults.clear()
    }
    const rows = await Promise.all(
      ['payment_attempts', 'provider_events', 'payment_facts', 'refunds', 'review_items', 'pgboss.job'].map((table) =>
        shop.rows(`select t::text as text from ${table} t`),
      ),
    )
    const all = [logged.join(''), JSON.stringify(rows)]
    expect(logged.join('')).toContain('api.php')
    expect(rows.flat().length).toBeGreaterThan(20)
    for (const text of all) expect(text.includes(keys().key)).toBe(false)
    await shop.close()
  })

  describe('with a gateway that the test controls', () => {
    let servers: Server[] = []
    const listen = async (answer: Parameters<typeof createServer>[1]): Promise<string> => {
      const server = createServer(answer)
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    }
    afterEach(() => {
      for (const server of servers) server.close()
      servers = []
    })
    const key = 'the-shared-key-of-a-merchant'
    const open = (gateway: string, more: Partial<EpayConfig> = {}) =>
      createEpay({
        id: 'epay1',
        config: {
          gateway,
          pid: epayPid.epay1,
          methods: ['alipay'],
          opens: 'api',
          refunds: true,
          signing: { kind: 'md5', keys: [key], isNamed: false },
          ...more,
        },
        notifyUrl: 'https://shop.example/webhooks/epay1',
        returnUrl: () => 'https://shop.example/purchased',
        timeoutMs: 1_000,
      })
    const ref = { id: '01KAG2S0N0NE0FTHESE0RDERS0', amount: money(100, 'CNY'), providerRef: null }
    const attempt: NewAttempt = {
      ...ref,
      orderId: 'order',
      method: 'alipay',
      subject: 'x',
      expiresAt: new Date(),
      device: 'desktop',
    }

    it('the signing key is removed from error messages, because some gateways repeat the whole signed text', async () => {
      const gateway = await listen((_request, response) =>
        response.end(JSON.stringify({ code: -1, msg: `签名错误，应为 md5(pid=1001${key})` })),
      )
      const provider = open(gateway)
      const request = { refundId: ref.id, ref, providerTxnId: '1', amount: ref.amount, reason: 'x' }
      for (const call of [
        () => provider.create(attempt),
        () => provider.query(ref),
        () => provider.refund(request),
        () => provider.queryRefund(request),
      ]) {
        const error = await call().then(String, (reason: unknown) => reason as Error)
        expect(error).toBeInstanceOf(Error)
        expect(String((error as Error).stack)).toContain('签名错误')
        expect(JSON.stringify([error, String((error as Error).stack)])).not.toContain(key)
      }
    })

    it('the signing key is not sent to another host by a redirect', async () => {
      const seen: string[] = []
      const foreign = await listen((request, response) => {
        seen.push(request.url ?? '')
        response.end('{}')
      })
      const gateway = await listen((request, response) =>
        response.writeHead(302, { location: `${foreign}${request.url?.slice(1)}` }).end(),
      )
      await expect(open(gateway).query(ref)).rejects.toThrow('api.php: no answer')
      expect(seen).toEqual([])
    })

    it('an order inside a wrapper object, as some gateways answer, is accepted; one of another merchant or number is not', async () => {
      const order = {
        trade_no: '2026112918000012345',
        out_trade_no: ref.id,
        pid: 1001,
        type: 'alipay',
        status: '1',
        money: '1.00',
      }
      let answer: object = {}
      const provider = open(await listen((_request, response) => response.end(JSON.stringify(answer))))
      answer = { code: 1, msg: 'succ', data: order }
      expect(await provider.query(ref)).toMatchObject([
        { kind: 'paid', amount: { amountMinor: 100 }, method: 'alipay' },
      ])
      for (const change of [
        { pid: 1009 },
        { out_trade_no: '01KAG2OTHER' },
        { out_trade_no: undefined },
        { status: '3' },
        { status: '9' },
        { money: '1,00' },
        { trade_no: null },
      ]) {
        answer = { code: 1, msg: 'succ', ...order, ...change }
        await expect(provider.query(ref), JSON.stringify(change)).rejects.toThrow('query')
      }
      for (const status of ['0', '4', 0]) {
        answer = { code: '1', msg: 'succ', ...order, status }
        expect(await provider.query(ref)).toEqual([])
      }
    })

    it('an order that may already exist at the gateway is queried, and a refused one is not', async () => {
      let msg = ''
      const provider = open(await listen((_request, response) => response.end(JSON.stringify({ code: -1, msg }))))
      for (const [said, failure] of [
        [`该订单(${ref.id})已完成支付，请勿重复发起支付`, 'ProviderSilent'],
        [`该订单(${ref.id})支付参数有变化，请更换订单号重新发起支付`, 'ProviderSilent'],
        ['创建订单失败，请返回重试！', 'ProviderSilent'],
        ['商户已封禁，无法支付！', 'ProviderRefused'],
        ['MD5签名校验失败', 'ProviderRefused'],
      ]) {
        msg = said!
        const error = await provider.create(attempt).catch((reason: unknown) => reason)
        expect((error as Error).constructor.name, said).toBe(failure)
      }
    })
  })
})

describe('routes of EPay gateways', () => {
  it('a gateway can be switched off at once, and its open orders are paid at another or by another method', async () => {
    const env = { ...epayEnv('epay2', { METHODS: 'alipay' }), ...epayEnv('epay1') }
    const shop = await openShop({ timeoutMs: 1_000, env })
    const { database } = shop.deps
    const set = (method: 'alipay' | 'wechat', provider: 'epay1' | 'epay2' | 'wechat') =>
      perform(
        database,
        'routes.set',
        { method, currency: 'CNY', provider, reason: 'the gateway is gone' },
        { config: shop.app.config },
      )
    const [begun, other] = [await shop.order(), await shop.order({ method: 'wechat' })]
    await expect(set('wechat', 'epay2')).rejects.toThrow('Possible: wechat, stripe, epay1')
    expect(await set('alipay', 'epay2')).toMatchObject({ before: 'epay1', after: 'epay2' })
    expect(await set('wechat', 'wechat')).toMatchObject({ before: 'epay1', after: 'wechat' })
    const providersOf = async ({ orderId }: Placed) =>
      (
        await shop.rows<{ text: string }>(
          `select provider || ' ' || method as text from payment_attempts where order_id = $1 order by created_at, id`,
          [orderId],
        )
      ).map(({ text }) => text)
    // Makes the gateway answer no more calls.
    for (const method of ['create', 'query', 'close'])
      shop.simulator.counters.epay1.faults.add({ method, kind: 'reset', times: 99, ms: 0 })
    await repayOrder(shop.deps, { userId: begun.userId, orderId: begun.orderId, method: 'alipay' })
    await repayOrder(shop.deps, { userId: other.userId, orderId: other.orderId, method: 'alipay' })
    expect(await providersOf(begun)).toEqual(['epay1 alipay', 'epay2 alipay'])
    expect(await providersOf(other)).toEqual(['epay1 wechat', 'epay2 alipay'])
    expect(await providersOf(await shop.order())).toEqual(['epay2 alipay'])
    for (const { orderId } of [begun, other]) {
      const [attempt] = await shop.rows<{ id: string }>(
        `select id from payment_attempts where order_id = $1 and provider = 'epay2'`,
        [orderId],
      )
      gatewayOf(shop, 'epay2').pay(gatewayOf(shop, 'epay2').get(attempt!.id))
    }
    await eventually(async () => (await shop.work(), (await shop.books(begun)).status) === 'paid')
    await eventually(async () => (await shop.work(), (await shop.books(other)).status) === 'paid')
    await shop.close()
  })
})

describe('refunds of EPay', () => {
  async function paidAt(shop: Shop, name: EpayName): Promise<Placed> {
    const placed = await shop.order()
    gatewayOf(shop, name).pay(gatewayOf(shop, name).get(placed.attemptId))
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    return placed
  }
  const backAt = (shop: Shop, name: EpayName, { attemptId }: Placed) =>
    gatewayOf(shop, name)
      .get(attemptId)
      .refunds.map(({ amountMinor }) => amountMinor)
  const status = async (shop: Shop, placed: Placed) => (await shop.work(), (await shop.books(placed)).status)

  it.each([null, 'lost', 'reset', 'timeout', 'page', 'refused', 'systemError'] as const)(
    'version 1 refunds a whole payment once, also after the fault %s',
    async (kind) => {
      const shop = await openShop({ timeoutMs: 500, env: epayEnv('epay1') })
      const placed = await paidAt(shop, 'epay1')
      if (kind) shop.simulator.counters.epay1.faults.add({ method: 'refund', kind, times: 1, ms: 0 })
      await requestBack(shop, placed)
      await expect.poll(() => status(shop, placed)).toBe('refunded')
      expect(await shop.books(placed)).toMatchObject({ standing: 0, seconds: 0, reviews: [] })
      expect(backAt(shop, 'epay1', placed)).toEqual([26_800])
      await shop.close()
    },
  )

  it('version 1 makes no partial refund: it fails before it is sent, and goes to review', async () => {
    const shop = await openShop({ timeoutMs: 1_000, env: epayEnv('epay1') })
    const placed = await paidAt(shop, 'epay1')
    await requestBack(shop, placed, 1_000)
    await expect.poll(async () => (await shop.work(), (await shop.books(placed)).refunds[0])).toMatch(/^failed /)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, reviews: ['refund_failed'] })
    expect(backAt(shop, 'epay1', placed)).toEqual([])
    await shop.close()
  })

  it.each([
    ['epay1', 'on', 'the gateway refuses'],
    ['epay1', 'off', 'the setting is off'],
    ['epay2', 'on', 'the gateway refuses'],
    ['epay2', 'off', 'the setting is off'],
  ] as const)('a refund at %s with the setting %s fails and goes to review: %s', async (name, setting, _why) => {
    const shop = await openShop({ timeoutMs: 1_000, env: epayEnv(name, { REFUNDS: setting }) })
    const placed = await paidAt(shop, name)
    shop.simulator.epay[name].refusesRefunds = true
    await requestBack(shop, placed)
    // Version 2 then answers no query about refunds. With the setting on, the state of the refund is therefore unknown.
    const isCertain = name === 'epay1' || setting === 'off'
    for (let round = 0; round < 3; round++) await shop.work()
    expect((await shop.books(placed)).refunds[0]).toMatch(isCertain ? /^failed / : /^sent /)
    expect((await shop.books(placed)).reviews).toEqual(isCertain ? ['refund_failed'] : [])
    expect(backAt(shop, name, placed)).toEqual([])
    await shop.close()
  })

  it('version 2 reports a refund that was made at the gateway itself', async () => {
    const shop = await openShop({ timeoutMs: 1_000, env: epayEnv('epay2') })
    const placed = await shop.order()
    const order = gatewayOf(shop, 'epay2').get(placed.attemptId)
    gatewayOf(shop, 'epay2').pay(order, { notify: 0 })
    gatewayOf(shop, 'epay2').refund(order, 'MADE-AT-THE-DESK', 800)
    const facts = await shop.deps.payments
      .byId('epay2')
      .query({ id: placed.attemptId, amount: money(26_800, 'CNY'), providerRef: null })
    expect(facts).toMatchObject([
      { kind: 'paid', amount: { amountMinor: 26_800 } },
      { kind: 'refunded', refundId: null, amount: { amountMinor: 800 } },
    ])
    await shop.close()
  })
})

describe('EPay list of the payments of a day', () => {
  const day = beijingDayBefore(new Date(), 0)

  it('version 1 of EPay has no list of the payments of a day', async () => {
    const shop = await openShop({ timeoutMs: 1_000, env: epayEnv('epay1') })
    expect(await compareReportOfDay(shop.deps, { provider: 'epay1', day })).toMatchObject({ state: 'none' })
    await shop.close()
  })

  it('version 2 lists payments in pages: known payments match, and unknown ones or unreadable rows go to review', async () => {
    const shop = await openShop({ timeoutMs: 2_000, env: epayEnv('epay2') })
    const fakeGateway = gatewayOf(shop, 'epay2')
    const pay = async (notify: number): Promise<Placed> => {
      const placed = await shop.order()
      fakeGateway.pay(fakeGateway.get(placed.attemptId), { notify })
      return placed
    }
    const [known, lost, less] = [await pay(1), await pay(0), await pay(1)]
    for (const placed of [known, less])
      await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    await requestBack(shop, known, 1_000)
    await expect.poll(async () => (await shop.work(), (await shop.books(known)).status)).toBe('partially_refunded')
    // Adds other orders of the merchant, mostly unpaid, so that the list fills three pages.
    for (let count = 0; count < 110; count++)
      fakeGateway.open({
        number: `STRANGER${count}`,
        subject: 'x',
        currency: 'CNY',
        totalMinor: 100,
        notifyUrl: '',
        returnUrl: '',
        expiresAt: Date.now() + 60_000,
        extra: { type: 'alipay' },
      })
    fakeGateway.pay(fakeGateway.get('STRANGER7'), { notify: 0 })
    fakeGateway.get(less.attemptId).paidMinor -= 1
    const row = {
      out_trade_no: 'STRANGER900',
      type: 'alipay',
      pid: 1002,
      addtime: `${day} 00:00:01`,
      endtime: `${day} 00:00:02`,
      money: '1.00',
      status: 1,
    }
    fakeGateway.foreignLines.push(
      ...[
        { ...row, trade_no: '1', pid: 1009 },
        { ...row, trade_no: '2', status: 9 },
        { ...row, trade_no: '3', money: '1,00' },
        { ...row, trade_no: '4', endtime: 'soon' },
        { ...row, trade_no: '5', status: 3, money: '7.00' },
        { ...row, trade_no: '6', endtime: '2020-01-01 00:00:00' },
      ].map((each) => JSON.stringify(each)),
    )
    fakeGateway.layout = { ...fakeGateway.layout, isDoubled: true }
    const report = await compareReportOfDay(shop.deps, { provider: 'epay2', day })
    expect(report).toMatchObject({ state: 'compared', lines: 5, unread: 4, next: null })
    expect(report.differences.map(({ what }) => what).toSorted()).toEqual([
      'other_amount',
      'unknown_payment',
      'unknown_payment',
      'unknown_payment',
    ])
    expect(await shop.books(lost)).toMatchObject({ status: 'paid', grants: 1 })
    expect((await shop.books(less)).reviews).toEqual(['other_amount'])
    expect((await shop.books(known)).reviews).toEqual([])
    expect(await shop.rows(`select reason from review_items where order_id is null order by reason`)).toEqual([
      { reason: 'unknown_payment' },
      { reason: 'unknown_payment' },
      { reason: 'unread_lines' },
    ])
    await shop.close()
  })

  it('a payment absent from the gateway list is reported as missing, and a refund, which lists never contain, is not', async () => {
    const shop = await openShop({ timeoutMs: 2_000, env: epayEnv('epay2') })
    const fakeGateway = gatewayOf(shop, 'epay2')
    const placed = await shop.order()
    fakeGateway.pay(fakeGateway.get(placed.attemptId))
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    await requestBack(shop, placed, 1_000)
    await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('partially_refunded')
    const noon = `${day}T12:00:00+08:00`
    await shop.rows(`update payment_facts set occurred_at = $1`, [noon])
    await shop.rows(`update refunds set created_at = $1, settled_at = $1`, [noon])
    const found = async () =>
      (await compareReportOfDay(shop.deps, { provider: 'epay2', day })).differences.map(({ what }) => what)
    expect(await found()).toEqual([])
    Object.assign(fakeGateway.get(placed.attemptId), { paidAt: null, refunds: [] })
    fakeGateway.foreignLines.push(
      JSON.stringify({
        trade_no: '1',
        out_trade_no: 'S',
        pid: 1002,
        status: 1,
        money: '1.00',
        endtime: `${day} 10:00:00`,
      }),
    )
    expect((await found()).toSorted()).toEqual(['missing_payment', 'unknown_payment'])
    await shop.close()
  })
})
