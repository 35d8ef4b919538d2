import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProviderRefused, ProviderSilent, type PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { reconcileDue } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { registerThroughApi } from '../../support/app.ts'
import { createGate, openShop, plan, type Shop, payAddress } from '../payments/payments.setup.ts'

let shop: Shop
let token: string
let calls: string[] = []
let beforeCreate: () => Promise<void> | void = () => {}
const watched = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  create: async (attempt) => {
    calls.push(`create ${attempt.id}`)
    await beforeCreate()
    return provider.create(attempt)
  },
  query: async (ref) => {
    calls.push(`query ${ref.id}`)
    return provider.query(ref)
  },
})

beforeAll(async () => {
  shop = await openShop({ wrap: watched })
  ;({ token } = await registerThroughApi(shop.app, 'buyer.one'))
})
afterEach(async () => {
  beforeCreate = () => {}
  calls = []
  // Moves earlier orders to another day, because the number of orders per buyer is limited.
  await shop.rows(`
    update orders set created_at = created_at - interval '1 day',
      status = case when status in ('created', 'awaiting_payment') then 'cancelled' else status end`)
})
afterAll(() => shop.close())

const body = (change: object = {}) => ({
  goodsId: plan.id,
  currency: 'CNY' as const,
  method: 'alipay' as const,
  expectedTotalMinor: plan.totalMinor,
  idempotencyKey: crypto.randomUUID(),
  ...change,
})
const purchase = (input: object = body(), as = token) =>
  shop.app.call('/api/payment/payment_purchase', input as ReturnType<typeof body>, { token: as })
const ask = (input: object, as = token) => shop.app.call('/api/payment/payment_order', input, { token: as })
const count = async (table: 'orders' | 'payment_attempts') =>
  (await shop.rows<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count
const makeDue = (orderId: string) =>
  shop.rows('update payment_attempts set next_query_at = now() where order_id = $1', [orderId])

describe('placing an order', () => {
  it('a purchase returns the order with its payment URL', async () => {
    const { status, data } = await purchase()
    expect(status).toBe('OK')
    expect(data).toMatchObject({
      status: 'awaiting_payment',
      productName: '12 months',
      amountMinor: 26_800,
      currency: 'CNY',
      months: 12,
    })
    expect(data.number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(data.payableUntil - data.date).toBe(30 * 60_000)
    expect(data.pay).toMatchObject({ kind: 'qr', content: expect.stringContaining('/alipay/qr/') })
  })

  it.each([
    [{ goodsId: 'plan-of-nobody' }, 'InvalidProduct'],
    [{ method: 'crypto', currency: 'USD', expectedTotalMinor: 4_490 }, 'MethodNotOffered'],
    [{ method: 'crypto' }, 'MethodNotOffered'],
    [{ expectedTotalMinor: 1 }, 'PriceChanged'],
    [{ goodsId: 'plan-1' }, 'PriceChanged'],
    [{ expectedTotalMinor: -26_800 }, 'InvalidInput'],
    [{ expectedTotalMinor: 26_800.5 }, 'InvalidInput'],
    [{ idempotencyKey: 'short' }, 'InvalidInput'],
  ])('a purchase with %j is refused with %s and writes nothing', async (change, status) => {
    const before = await count('orders')
    expect((await purchase(body(change))).status).toBe(status)
    expect(await count('orders')).toBe(before)
  })

  it('a purchase on a phone gets the mobile payment page', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' }
    const { data } = await shop.app.call('/api/payment/payment_purchase', body(), { token, headers })
    const url = data.pay.kind === 'redirect' ? data.pay.url : ''
    expect(url).toContain('method=alipay.trade.wap.pay')
    expect((await fetch(url)).status).toBe(200)
  })

  it('price, duration, buyer and status in the request body are ignored', async () => {
    const smuggled = {
      totalMinor: 1,
      amountMinor: 1,
      price: 1,
      userId: crypto.randomUUID(),
      months: 99,
      status: 'paid',
      payableUntil: 0,
    }
    const { data } = await purchase(body(smuggled))
    const [row] = await shop.rows('select total_minor::int as total, months, status from orders where id = $1', [
      data.orderId,
    ])
    expect(row).toEqual({ total: 26_800, months: 12, status: 'awaiting_payment' })
    expect((await ask({ orderId: data.orderId })).data.list).toHaveLength(1)
  })

  it('a purchase needs a session', async () => {
    expect((await purchase(body(), '')).status).toBe('Unauthorized')
  })

  it('an order with a total of zero completes without a provider', async () => {
    await shop.rows(`update goods_prices set price_minor = 0 where goods_id = 'plan-1' and currency = 'CNY'`)
    const { data } = await purchase(body({ goodsId: 'plan-1', expectedTotalMinor: 0 }))
    expect(data).toMatchObject({ status: 'paid', amountMinor: 0, pay: { kind: 'none' } })
    expect(data.membershipExpiresAt).toBeGreaterThan(Date.now() + 27 * 86_400_000)
    expect(calls).toEqual([])
  })
})

describe('order limits per buyer', () => {
  const buyer = async () => (await registerThroughApi(shop.app, `many.${Date.now().toString(36)}`)).token
  const statuses = (answers: { status: string }[]) => answers.map(({ status }) => status).toSorted()

  it('a buyer can have at most five unpaid orders, even with concurrent purchases', async () => {
    const [own, before] = [await buyer(), await count('orders')]
    const answers = await Promise.all(Array.from({ length: 40 }, () => purchase(body(), own)))
    const refused = statuses(answers).filter((status) => status !== 'OK')
    expect(refused).toHaveLength(35)
    // Requests that wait behind too many of the same buyer are rejected as too fast.
    expect(refused.filter((status) => status !== 'TooManyOpenOrders' && status !== 'TooManyRequests')).toEqual([])
    expect(await count('orders')).toBe(before + 5)
    const input = body()
    await shop.rows(`update orders set status = 'cancelled' where id = $1`, [
      answers.find(({ status }) => status === 'OK')!.data.orderId,
    ])
    expect(statuses([await purchase(input, own), await purchase(input, own)])).toEqual(['OK', 'OK'])
    expect((await purchase(body(), own)).status).toBe('TooManyOpenOrders')
  })

  it('a buyer can create at most twenty orders in an hour, whatever their status', async () => {
    const own = await buyer()
    for (let index = 0; index < 20; index++) {
      const { status, data } = await purchase(body(), own)
      expect(status).toBe('OK')
      await shop.rows(`update orders set status = 'cancelled' where id = $1`, [data.orderId])
    }
    expect((await purchase(body(), own)).status).toBe('TooManyRequests')
    await shop.rows(`update orders set created_at = created_at - interval '1 hour' where user_id = (
      select user_id from orders order by created_at desc limit 1)`)
    expect((await purchase(body(), own)).status).toBe('OK')
  })
})

describe('idempotency key', () => {
  it('a hundred concurrent purchases with one key create one order and get one answer', async () => {
    const before = [await count('orders'), await count('payment_attempts')]
    beforeCreate = () => sleep(150)
    const input = body()
    const answers = await Promise.all(Array.from({ length: 100 }, () => purchase(input)))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(answers[0]!.data.pay.kind).toBe('qr')
    expect([await count('orders'), await count('payment_attempts')]).toEqual(before.map((n) => n + 1))
    expect(calls).toHaveLength(1)
  })

  it('a repeated key returns the same order after a price change', async () => {
    const input = body({ goodsId: 'plan-3', expectedTotalMinor: 9_000 })
    const first = await purchase(input)
    await shop.rows(`update goods_prices set price_minor = 9900 where goods_id = 'plan-3' and currency = 'CNY'`)
    expect((await purchase(input)).data).toEqual(first.data)
    expect((await purchase({ ...input, idempotencyKey: crypto.randomUUID() })).status).toBe('PriceChanged')
  })

  it.each([{ goodsId: 'plan-24' }, { expectedTotalMinor: 1 }, { currency: 'USD' }, { method: 'wechat' }])(
    'another purchase under the same key is refused: %j',
    async (change) => {
      const input = body()
      await purchase(input)
      expect((await purchase({ ...input, ...change })).status).toBe('IdempotencyConflict')
    },
  )

  it('two users can use the same idempotency key', async () => {
    const other = await registerThroughApi(shop.app, `buyer.${Date.now().toString(36)}`)
    const input = body()
    const [mine, theirs] = [await purchase(input), await purchase(input, other.token)]
    expect(theirs.status).toBe('OK')
    expect(theirs.data.orderId).not.toBe(mine.data.orderId)
  })
})

describe('provider without a clear answer (invariant 14)', () => {
  it('an order waits when its provider does not answer, and the attempt is queried before it is sent again', async () => {
    beforeCreate = () => {
      throw new ProviderSilent('time-out')
    }
    const { status, data } = await purchase()
    expect(status).toBe('OK')
    expect(data).toMatchObject({ status: 'awaiting_payment', pay: { kind: 'none' } })
    const [attempt] = await shop.rows<{ id: string; status: string }>(
      'select id, status from payment_attempts where order_id = $1',
      [data.orderId],
    )
    expect(attempt!.status).toBe('unknown')
    beforeCreate = () => {}
    await shop.rows('update payment_attempts set next_query_at = null where order_id <> $1', [data.orderId])
    await makeDue(data.orderId)
    await reconcileDue(shop.deps, 'alipay')
    expect(calls).toEqual([`create ${attempt!.id}`, `query ${attempt!.id}`, `create ${attempt!.id}`])
    expect((await ask({ orderId: data.orderId })).data.list[0]!.pay.kind).toBe('qr')
  })

  it('an attempt opened again for a phone is opened for a phone again', async () => {
    beforeCreate = () => {
      throw new ProviderSilent('time-out')
    }
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' }
    const { data } = await shop.app.call('/api/payment/payment_purchase', body(), { token, headers })
    expect(data.pay).toEqual({ kind: 'none' })
    beforeCreate = () => {}
    await makeDue(data.orderId)
    await reconcileDue(shop.deps, 'alipay')
    const { pay } = (await ask({ orderId: data.orderId })).data.list[0]!
    expect(pay).toMatchObject({ kind: 'redirect', url: expect.stringContaining('method=alipay.trade.wap.pay') })
  })

  it('an order is cancelled when the provider refuses the attempt', async () => {
    beforeCreate = () => {
      throw new ProviderRefused('closed for today')
    }
    const input = body()
    expect((await purchase(input)).status).toBe('ProviderUnavailable')
    const again = await purchase(input)
    expect(again.data).toMatchObject({ status: 'cancelled', pay: { kind: 'none' } })
    expect(calls).toHaveLength(1)
  })

  it('an order is completed by a later request when its process died before the provider was called', async () => {
    const gate = createGate()
    let first = true
    beforeCreate = () => {
      if (!first) return
      first = false
      return gate.pass()
    }
    const dying = purchase()
    await gate.arrived
    const [order] = await shop.rows<{ id: string; status: string }>(
      'select id, status from orders order by created_at desc limit 1',
    )
    expect(order!.status).toBe('created')
    await makeDue(order!.id)
    await reconcileDue(shop.deps, 'alipay')
    const { data } = await ask({ orderId: order!.id })
    expect(data.list[0]).toMatchObject({ status: 'awaiting_payment', pay: { kind: 'qr' } })
    gate.open()
    expect((await dying).data.pay).toEqual(data.list[0]!.pay)
  })
})

describe('late provider answer', () => {
  it('a late provider answer does not reopen a closed attempt', async () => {
    const gate = createGate()
    beforeCreate = gate.pass
    const placing = purchase()
    await gate.arrived
    const [attempt] = await shop.rows<{ id: string; orderId: string }>(
      `select id, order_id as "orderId" from payment_attempts order by created_at desc limit 1`,
    )
    const { id, orderId } = attempt!
    const amount = { amountMinor: 0, currency: 'CNY' }
    const base = { provider: 'alipay', kind: 'closed', refundId: null, at: new Date(), rawHash: '' } as const
    const closed = { ...base, attemptId: id, providerTxnId: id, amount }
    await shop.deps.database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts: [closed], source: 'query' }))
    gate.open()
    expect((await placing).data).toMatchObject({ status: 'cancelled', pay: { kind: 'none' } })
    const rows = await shop.rows('select status, next_query_at as next from payment_attempts where id = $1', [id])
    expect(rows).toEqual([{ status: 'closed', next: null }])
  })
})

describe('reading orders', () => {
  it("another user's order is answered like one that does not exist", async () => {
    const mine = (await purchase()).data.orderId
    const other = await registerThroughApi(shop.app, `stranger.${Date.now().toString(36)}`)
    const foreign = await ask({ orderId: mine }, other.token)
    const invented = await ask({ orderId: crypto.randomUUID() }, other.token)
    const nonsense = await ask({ orderId: "' or 1=1", ask: true }, other.token)
    expect(foreign.status).toBe('NotFound')
    for (const answer of [invented, nonsense])
      expect({ ...answer.data, requestId: '' }).toEqual({ ...foreign.data, requestId: '' })
    expect([invented.http, nonsense.http]).toEqual([404, 404])
  })

  it('an attempt is queried at the provider at most once in two seconds', async () => {
    const { orderId } = (await purchase()).data
    calls = []
    await Promise.all(Array.from({ length: 10 }, () => ask({ orderId, ask: true })))
    expect(calls).toHaveLength(1)
    await shop.rows(`update payment_attempts set queried_at = queried_at - interval '2 seconds' where order_id = $1`, [
      orderId,
    ])
    await ask({ orderId, ask: true })
    expect(calls).toHaveLength(2)
    await ask({ orderId })
    expect(calls).toHaveLength(2)
  })

  it('reading an order with `ask` finds a payment for which no notification arrived', async () => {
    const { orderId, pay } = (await purchase()).data
    await fetch(payAddress(pay))
    const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
    await shop.switchboard('POST', `alipay/bills/${attempt!.id}/pay`, { notify: 0 })
    const { data } = await ask({ orderId, ask: true })
    expect(data.list[0]).toMatchObject({ status: 'paid', pay: { kind: 'none' } })
  })

  it('orders are listed newest first, page by page', async () => {
    const reader = await registerThroughApi(shop.app, `reader.${Date.now().toString(36)}`)
    await buyLongAgo(23, reader.token, (index) => `${index} seconds`)
    const first = await ask({}, reader.token)
    expect([first.data.list.length, first.data.more]).toEqual([20, true])
    const dates = first.data.list.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    const second = await ask({ before: dates.at(-1) }, reader.token)
    expect([second.data.list.length, second.data.more]).toEqual([3, false])
    expect(new Set([...first.data.list, ...second.data.list].map(({ orderId }) => orderId)).size).toBe(23)
  })

  it('paging loses no order among those of the same millisecond', async () => {
    const reader = await registerThroughApi(shop.app, `quick.${Date.now().toString(36)}`)
    // Orders 19 to 22 share one millisecond, and the first page ends among them.
    await buyLongAgo(25, reader.token, (index) =>
      index >= 3 && index < 7 ? `3 seconds ${index * 100} microseconds` : `${index} seconds`,
    )
    const seen: string[] = []
    let before: number | undefined
    for (let more = true; more;) {
      const { data } = await ask(before === undefined ? {} : { before }, reader.token)
      seen.push(...data.list.map(({ orderId }) => orderId))
      before = data.list.at(-1)?.date
      more = data.more
    }
    expect([seen.length, new Set(seen).size]).toEqual([25, 25])
  })

  /** Ended orders, `at(0)` the oldest, each dated yesterday plus this offset. */
  async function buyLongAgo(many: number, reader: string, at: (index: number) => string) {
    for (let index = 0; index < many; index++) {
      const { data } = await purchase(body(), reader)
      await shop.rows(
        `update orders set status = 'cancelled',
           created_at = date_trunc('day', now() - interval '1 day') + $2::interval where id = $1`,
        [data.orderId, at(index)],
      )
    }
  }
})
