import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import { registerThroughApi } from '../../support/app.ts'
import { openShop, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await openShop()
  token = (await registerThroughApi(shop.app, 'tamperer')).token
})
afterAll(() => shop.close())

const money = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, 1, -1, '1', '26800', null, [26_800], { amountMinor: 1 }),
)
const extras = fc.dictionary(
  fc.constantFrom(
    'priceMinor',
    'totalMinor',
    'amountMinor',
    'discountMinor',
    'userId',
    'status',
    'paidAt',
    'months',
    'bonusDays',
    'maxDevices',
    'provider',
    'orderId',
    '__proto__',
    'constructor',
  ),
  fc.oneof(money, fc.string(), fc.uuid()),
)
const tampered = fc.record({
  goodsId: fc.constantFrom('plan-1', 'plan-12', 'plan-24', 'PLAN-12', 'plan-12 ', "plan-12' or 1=1", '', 12),
  currency: fc.constantFrom('CNY', 'USD', 'cny', 'EUR', 'JPY', 1),
  method: fc.constantFrom('alipay', 'wechat', 'card', 'ALIPAY', 'free', null),
  expectedTotalMinor: fc.oneof(fc.constantFrom(26_800, 4_490, 2_800, 44_800), money),
  extras,
})
/** A valid purchase, so that some requests of every run are accepted. */
const rightInItself = fc.record({
  goodsId: fc.constant('plan-12'),
  currency: fc.constant('CNY'),
  method: fc.constant('alipay'),
  expectedTotalMinor: fc.constant(26_800),
  extras,
})
const body = fc.oneof({ weight: 4, arbitrary: tampered }, { weight: 1, arbitrary: rightInItself })

it('1,000 tampered purchase bodies never change price, product or buyer', async () => {
  const prices = new Map(
    (
      await shop.rows<{ goods: string; currency: string; price: string }>(
        `select goods_id as goods, currency, price_minor as price from goods_prices`,
      )
    ).map(({ goods, currency, price }) => [`${goods} ${currency}`, Number(price)]),
  )
  const [owner] = await shop.rows<{ id: string }>(
    `select user_id as id from account_identifiers where lookup_key = 'tamperer'`,
  )
  let sent = 0
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(body, async ({ extras: more, ...rest }) => {
      const response = await shop.app.app.inject({
        method: 'POST',
        url: `${apiPrefix('TEST')}/api/payment/payment_purchase`,
        headers: { authorization: token, platform: 'web', language: 'en', 'content-type': 'application/json' },
        payload: JSON.stringify({ ...more, ...rest, idempotencyKey: crypto.randomUUID() }),
      })
      sent++
      if (response.statusCode === 200) accepted++
      expect(response.statusCode).toBeLessThan(500)
      const made = await shop.rows<{
        goods: string
        currency: string
        total: string
        user: string
        status: string
        paid: Date | null
      }>(
        `select goods_id as goods, currency, total_minor as total, user_id as "user", status, paid_at as paid from orders
         where status <> 'expired'`,
      )
      for (const order of made) {
        expect(order).toMatchObject({ user: owner!.id, status: 'awaiting_payment', paid: null })
        expect(Number(order.total)).toBe(prices.get(`${order.goods} ${order.currency}`))
        expect([order.goods, order.currency, Number(order.total)]).toEqual([
          rest.goodsId,
          rest.currency,
          rest.expectedTotalMinor,
        ])
      }
      expect(made.length > 0).toBe(response.statusCode === 200)
      // Ends the order, so that the limits per buyer do not affect the next run.
      await shop.rows(`update orders set status = 'expired', created_at = now() - interval '2 days'`)
    }),
    { numRuns: 1_000 },
  )
  expect(sent).toBe(1_000)
  expect(accepted).toBeGreaterThan(0)
  expect(await shop.rows(`select 1 from membership_grants`)).toEqual([])
})
