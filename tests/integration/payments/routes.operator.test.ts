import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '#shared/contract/operator.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { perform, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { createGate, openShop, type Placed, type Shop } from './payments.setup.ts'

let shop: Shop
let atAlipay: (() => Promise<void>) | null = null
const gated = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  create: async (attempt) => {
    if (provider.id === 'alipay') await atAlipay?.()
    return provider.create(attempt)
  },
})
beforeAll(async () => {
  shop = await openShop({ wrap: gated })
})
afterEach(async () => {
  atAlipay = null
  await shop.rows(`delete from settings where key in ('methodRoutes', 'pausedMethods')`)
})
afterAll(() => shop.close())

const set = (input: Partial<ActionInput<'routes.set'>> = {}, preview = false) =>
  perform(
    shop.app.db.database,
    'routes.set',
    { method: 'alipay', currency: 'CNY', provider: 'stripe', reason: 'alipay is down', ...input },
    { config: shop.app.config, preview },
  )
const providersOf = async ({ orderId }: Placed) =>
  (
    await shop.rows<{ provider: string }>(
      'select provider from payment_attempts where order_id = $1 order by created_at, id',
      [orderId],
    )
  ).map(({ provider }) => provider)
const payAtAlipay = async (placed: Placed) => {
  await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/pay`, { notify: 0 })
  const attempt = await findAttempt(shop.deps.database, placed.attemptId)
  return attempt && reconcileAttempt(shop.deps, attempt)
}

describe('changed payment route', () => {
  it('a changed route takes new payments at once, and open payments stay with their provider', async () => {
    const begun = await shop.order()
    await shop.visit(begun)
    expect(await set({}, true)).toMatchObject({
      before: 'alipay',
      after: 'stripe',
      openOrders: expect.any(Number) as number,
    })
    expect(await providersOf(await shop.order())).toEqual(['alipay'])
    await set()
    expect(await providersOf(await shop.order())).toEqual(['stripe'])
    expect(await payAtAlipay(begun)).toBe('settled')
    expect((await shop.books(begun)).status).toBe('paid')
    await requestRefund(shop.deps.database, {
      orderId: begun.orderId,
      amountMinor: 'all',
      reason: 'asked for it',
      requestedBy: ada,
    })
    await shop.work()
    expect((await shop.books(begun)).refunds).toEqual(['done 26800 asked for it'])
    expect(shop.simulator.counters.alipay.fakeGateway.get(begun.attemptId).refunds).toHaveLength(1)
    await set({ provider: 'alipay' })
    expect(await providersOf(await shop.order())).toEqual(['alipay'])
    expect(await shop.rows(`select value from settings where key = 'methodRoutes'`)).toEqual([{ value: [] }])
  })

  it('an order that is being opened keeps its provider when the route changes', async () => {
    const gate = createGate()
    atAlipay = () => gate.pass()
    const beginning = shop.order()
    await gate.arrived
    await set()
    const next = await shop.order()
    gate.open()
    const begun = await beginning
    expect([await providersOf(begun), await providersOf(next)]).toEqual([['alipay'], ['stripe']])
    await shop.visit(begun)
    expect(await payAtAlipay(begun)).toBe('settled')
    expect((await shop.books(begun)).status).toBe('paid')
  })

  it('a buyer who retries after a route change gets the new provider, and the old attempt is closed', async () => {
    const placed = await shop.order()
    await shop.visit(placed)
    await set()
    await repayOrder(shop.deps, { userId: placed.userId, orderId: placed.orderId, method: 'alipay' })
    expect(await providersOf(placed)).toEqual(['alipay', 'stripe'])
    const [first] = await shop.rows<{ status: string }>('select status from payment_attempts where id = $1', [
      placed.attemptId,
    ])
    expect(first?.status).toBe('closed')
  })

  it('a changed route changes neither the offered methods nor a pause', async () => {
    const site = () => loadSiteData(shop.app.db.database, shop.app.config, shop.app.payments.offers)
    const before = (await site()).methods
    await set()
    expect((await site()).methods).toEqual(before)
    await perform(shop.app.db.database, 'methods.pause', { method: 'alipay', reason: 'x' }, { config: shop.app.config })
    await expect(shop.order()).rejects.toThrow('MethodNotOffered')
  })

  it('routes list the possible providers, and an impossible or unchanged route is refused', async () => {
    await set()
    const { routes } = await perform(shop.app.db.database, 'routes.list', {}, { config: shop.app.config })
    expect(routes.find(({ method, currency }) => method === 'alipay' && currency === 'CNY')).toEqual({
      method: 'alipay',
      currency: 'CNY',
      provider: 'stripe',
      choices: ['alipay', 'stripe', 'epay1', 'epay2'],
      configured: 'alipay',
    })
    await expect(set()).rejects.toThrow('takes alipay in CNY already')
    await expect(set({ currency: 'USD', provider: 'alipay' })).rejects.toThrow('Possible: stripe')
    await expect(set({ provider: 'wechat' })).rejects.toThrow('Possible: alipay, stripe')
    await expect(set({ method: 'crypto', provider: 'stripe' })).rejects.toThrow(/is not offered|these can/)
  })

  it("a route to a provider that no longer exists falls back to the deployment's route", async () => {
    await shop.rows(
      `insert into settings (key, value) values ('methodRoutes', '[{"method": "alipay", "currency": "CNY", "provider": "gone"}]')`,
    )
    expect(await providersOf(await shop.order())).toEqual(['alipay'])
  })

  it('route changes by two operators at the same moment are both kept', async () => {
    await Promise.all([set(), set({ method: 'wechat' })])
    expect(await providersOf(await shop.order())).toEqual(['stripe'])
    expect(await providersOf(await shop.order({ method: 'wechat' }))).toEqual(['stripe'])
  })
})
