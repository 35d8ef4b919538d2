import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Currency } from '#shared/money.ts'
import { createProviders, cryptoRoutes, routePayments } from '#server/modules/payments/create-payments.ts'
import type { Method } from '#shared/method.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { openShop, payAddress, type Shop } from '../payments/payments.setup.ts'
import {
  alipayDriver,
  stripeDriver,
  unionpayDriver,
  wechatDriver,
  type GatewayDriver,
} from '../payments/providers.setup.ts'

let shop: Shop
let app: TestApp
const units = new Map<Currency, number>()
beforeAll(async () => {
  shop = await openShop({ timeoutMs: 2_000 })
  app = await createTestApp({
    db: shop.app.db,
    env: { PUBLIC_ORIGIN: shop.app.config.publicOrigin, SIMULATOR_PORT: new URL(shop.simulatorUrl).port },
    payments: (config) =>
      routePayments(createProviders({ ...config, cryptoCurrencies: ['USD'] }), [
        ...config.paymentRoutes,
        ...cryptoRoutes(['USD']),
      ]),
  })
  const prices = await shop.rows<{ currency: Currency; minor: number }>(
    `select currency, per_person_minor::int as minor from group_prices where goods_id = 'plan-12' and size = 2`,
  )
  for (const { currency, minor } of prices) units.set(currency, minor)
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

let people = 0
const person = async () => (await registerThroughApi(app, `method.person.${people++}`)).token
const terms = (method: Method, currency: Currency) => ({
  method,
  expectedTotalMinor: units.get(currency) ?? 0,
  idempotencyKey: crypto.randomUUID(),
})
const start = async (token: string, method: Method, currency: Currency) => {
  const offer = { goodsId: 'plan-12', size: 2, paymentType: 1, currency } as const
  return app.call('/api/payment/payment_joint_purchase', { ...offer, ...terms(method, currency) }, { token })
}
const join = async (token: string, group: string, method: Method, currency: Currency) =>
  app.call('/api/payment/payment_joint_join_for_pay', { group, ...terms(method, currency) }, { token })

type Order = Awaited<ReturnType<typeof start>>['data']['order']
const drivers: Record<Exclude<Method, 'crypto'>, () => GatewayDriver> = {
  alipay: () => alipayDriver(shop),
  wechat: () => wechatDriver(shop),
  unionpay: () => unionpayDriver(shop),
  card: () => stripeDriver(shop, 'card', 'USD', 0),
}
async function pay({ orderId, method, pay: step }: Order, isPaid: () => Promise<boolean>): Promise<void> {
  if (method === 'crypto') throw new Error('no one pays on a chain here')
  const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  const placed = { orderId, userId: '', attemptId: attempt!.id, payUrl: payAddress(step) }
  await shop.visit(placed)
  drivers[method]().pay(placed)
  await expect.poll(async () => (await shop.work(), await isPaid())).toBe(true)
}
const stateOf = async (group: string, token: string) =>
  (await app.call('/api/payment/payment_joint_order', { group }, { token })).data.group?.mine.state

it.each([
  ['alipay', 'CNY'],
  ['wechat', 'CNY'],
  ['unionpay', 'CNY'],
  ['card', 'USD'],
] as const)('a group is started, joined and completed by %s in %s', async (method, currency) => {
  const [creator, friend] = [await person(), await person()]
  const started = await start(creator, method, currency)
  expect(started.data.order).toMatchObject({ method, currency, status: 'awaiting_payment' })
  const group = started.data.group.groupId
  await pay(started.data.order, async () => (await stateOf(group, creator)) === 'waiting')
  const joined = await join(friend, group, method, currency)
  expect(joined.data).toMatchObject({ group: { mine: { state: 'unpaid' } }, order: { method, currency } })
  await pay(joined.data.order, async () => (await stateOf(group, friend)) === 'member')
  expect(await stateOf(group, creator)).toBe('member')
})

it('a crypto buyer holds a seat while choosing network and token, before any attempt is opened', async () => {
  const [creator, host, friend] = [await person(), await person(), await person()]
  const started = await start(creator, 'crypto', 'USD')
  const page = ({ orderId }: Order) => ({ kind: 'page', path: `/crypto-pay/plan-12?order=${orderId}` })
  expect(started.data.order).toMatchObject({ method: 'crypto', pay: page(started.data.order) })
  expect(started.data.group).toMatchObject({ state: 'creator_unpaid', mine: { state: 'unpaid', seat: 1 } })

  const { data } = await start(host, 'card', 'USD')
  const group = data.group.groupId
  await pay(data.order, async () => (await stateOf(group, host)) === 'waiting')
  const joined = await join(friend, group, 'crypto', 'USD')
  expect(joined.data.order).toMatchObject({ method: 'crypto', pay: page(joined.data.order) })
  expect(joined.data.group).toMatchObject({ openSeats: 0, mine: { state: 'unpaid', seat: 2 } })
  const attempts = await shop.rows('select id from payment_attempts where order_id = any($1)', [
    [started.data.order.orderId, joined.data.order.orderId],
  ])
  expect(attempts).toEqual([])
})
