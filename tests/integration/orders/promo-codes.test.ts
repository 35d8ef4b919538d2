import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { insertPromoCode, type NewPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { registerThroughApi } from '../../support/app.ts'
import { createUser } from '../../support/factories.ts'
import { userIdOf } from '../../support/native.ts'
import { openShop, plan, type Shop, payAddress } from '../payments/payments.setup.ts'
import { countRounds } from '../../support/race-rounds.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

let counter = 0
async function makePromoCode(change: Partial<NewPromoCode> = {}): Promise<string> {
  const code = `CODE-${counter++}`
  const promo: NewPromoCode = {
    code,
    kind: 'percent',
    percentBps: 2_500,
    amounts: null,
    goodsIds: null,
    methods: null,
    firstPurchaseOnly: false,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesPerUser: null,
    note: 'test',
    ...change,
  }
  expect(await insertPromoCode(shop.deps.database, promo)).toBe(1)
  return code
}
const purchase = (userId: string, promoCode: string, expectedTotalMinor: number) =>
  placeOrder(shop.deps, {
    userId,
    goodsId: plan.id,
    currency: 'CNY',
    method: 'alipay',
    expectedTotalMinor,
    promo: { code: promoCode, network: userId },
    idempotencyKey: crypto.randomUUID(),
  })
const preview = (code: string, change = {}, token?: string) =>
  shop.app.call(
    '/api/payment/payment_coupon',
    { code, goodsId: plan.id, currency: 'CNY', method: 'alipay', ...change },
    { token },
  )
const usesOf = async (code: string) => {
  const [row] = await shop.rows<{ uses: number; perUser: number; orders: string[] }>(
    `select uses, (select coalesce(sum(uses), 0)::int from promo_users u where u.code = p.code) as "perUser",
       array(select status from promo_uses s where s.code = p.code order by status) as orders
     from promo_codes p where code = $1`,
    [code],
  )
  return row!
}
const count = async (table: string) => (await shop.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n
const statusOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 'ok' : outcome.reason instanceof AppError ? outcome.reason.status : 'broken'

describe('promo code at checkout', () => {
  it('a preview shows the discounted price without reserving the code, in any letter case', async () => {
    const code = await makePromoCode()
    const { data } = await preview(`  ${code.toLowerCase()} `)
    expect(data).toEqual({ code, priceMinor: 26_800, discountMinor: 6_700, totalMinor: 20_100, currency: 'CNY' })
    expect((await usesOf(code)).uses).toBe(0)
  })

  it.each([
    ['PromoNotForPlan', { goodsIds: ['plan-1'] }],
    ['PromoNotForMethod', { methods: ['card'] }],
    ['PromoNotForPlan', { kind: 'fixed', percentBps: null, amounts: { USD: 500 } }],
    ['PromoUnknown', { startsAt: new Date(Date.now() + 60_000) }],
    ['PromoOver', { startsAt: new Date(Date.now() - 60_000), endsAt: new Date(Date.now() - 1_000) }],
  ] as const)('an unsuitable code is refused with %s for %j, and nothing is bought', async (status, change) => {
    const code = await makePromoCode(change)
    expect((await preview(code)).status).toBe(status)
    const before = await count('orders')
    const { userId } = await createUser(shop.deps.database)
    await expect(purchase(userId, code, 20_100)).rejects.toThrow(status)
    expect(await count('orders')).toBe(before)
  })

  const bounds = { plans: null, methods: null, currencies: null }
  it.each([
    [{ goodsIds: ['plan-1', 'plan-24'] }, { ...bounds, plans: ['plan-1', 'plan-24'] }],
    [{ methods: ['card'] }, { ...bounds, methods: ['card'] }],
    [
      { kind: 'fixed', percentBps: null, amounts: { USD: 500, CNY: 0 } },
      { ...bounds, currencies: ['USD'] },
    ],
    [{ startsAt: new Date(Date.now() + 60_000), goodsIds: ['plan-1'] }, undefined],
    [
      { startsAt: new Date(Date.now() - 60_000), endsAt: new Date(Date.now() - 1_000), goodsIds: ['plan-1'] },
      undefined,
    ],
  ] as const)('a refused code with %j tells what it is valid for, if anything', async (change, fits) => {
    const code = await makePromoCode(change)
    const { data } = await preview(code)
    expect((data as { fits?: unknown }).fits).toEqual(fits)
    expect(Object.keys((await preview('NONESUCH')).data as object)).toEqual(['requestId'])
  })

  it('a discount never exceeds the price, and a total of zero needs no provider', async () => {
    const code = await makePromoCode({ kind: 'fixed', percentBps: null, amounts: { CNY: 999_999_99 } })
    expect((await preview(code)).data).toMatchObject({ discountMinor: 26_800, totalMinor: 0 })
    const { userId } = await createUser(shop.deps.database)
    const { orderId } = await purchase(userId, code, 0)
    const placed = { orderId, userId, attemptId: '', payUrl: '' }
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, facts: [] })
    expect(await usesOf(code)).toMatchObject({ uses: 1, orders: ['used'] })
  })

  it('an order with a promo code is refused unless the expected total matches', async () => {
    const code = await makePromoCode()
    const { userId } = await createUser(shop.deps.database)
    await expect(purchase(userId, code, 26_800)).rejects.toThrow('PriceChanged')
    await expect(purchase(userId, code, 1)).rejects.toThrow('PriceChanged')
    const { orderId } = await purchase(userId, code, 20_100)
    const [attempt] = await shop.rows(`select amount_minor from payment_attempts where order_id = $1`, [orderId])
    expect(attempt).toEqual({ amount_minor: '20100' })
    expect(await shop.view({ orderId, userId, attemptId: '', payUrl: '' })).toMatchObject({
      amountMinor: 20_100,
      priceMinor: 26_800,
      discountMinor: 6_700,
      promoCode: code,
    })
  })

  it('a first-purchase code is refused to a buyer who has already paid', async () => {
    const code = await makePromoCode({ firstPurchaseOnly: true, maxUsesPerUser: 5 })
    const placed = await shop.order()
    expect((await purchase(placed.userId, code, 20_100)).orderId).toBeTruthy()
    await shop.rows(`update orders set paid_at = now() where id = $1`, [placed.orderId])
    await expect(purchase(placed.userId, code, 20_100)).rejects.toThrow('PromoFirstOnly')
  })

  it('a promo code limited to methods cannot be kept when the order is repaid by another method', async () => {
    const code = await makePromoCode({ methods: ['alipay'] })
    const { userId } = await createUser(shop.deps.database)
    const { orderId } = await purchase(userId, code, 20_100)
    await expect(repayOrder(shop.deps, { userId, orderId, method: 'wechat' })).rejects.toThrow('PromoNotForMethod')
  })

  it('promo code previews are rate limited after twenty wrong codes, and valid codes use up no attempt', async () => {
    const { token } = await registerThroughApi(shop.app, 'promo.guesser')
    const code = await makePromoCode()
    for (let round = 0; round < 25; round++) expect((await preview(code, {}, token)).status).toBe('OK')
    for (let round = 0; round < 20; round++)
      expect((await preview(`NONE${round}`, {}, token)).status).toBe('PromoUnknown')
    expect((await preview(code, {}, token)).status).toBe('TooManyRequests')
  })

  it('purchases with wrong promo codes count towards the limit of guesses, and a repeated purchase does not', async () => {
    const { token } = await registerThroughApi(shop.app, 'promo.buyer')
    const code = await makePromoCode({ maxUsesPerUser: 9 })
    const buy = (promoCode: string, idempotencyKey: string = crypto.randomUUID()) =>
      shop.app.call(
        '/api/payment/payment_purchase',
        { goodsId: plan.id, currency: 'CNY', method: 'alipay', expectedTotalMinor: 20_100, promoCode, idempotencyKey },
        { token },
      )
    const bought = crypto.randomUUID()
    for (let round = 0; round < 3; round++) expect((await buy(code, bought)).status).toBe('OK')
    for (let round = 0; round < 10; round++)
      expect((await preview(`NO${round}`, {}, token)).status).toBe('PromoUnknown')
    for (let round = 0; round < 10; round++) expect((await buy(`NO-${round}`)).status).toBe('PromoUnknown')
    expect((await buy(code)).status).toBe('TooManyRequests')
    expect((await preview(code, {}, token)).status).toBe('TooManyRequests')
    expect((await buy(code, bought)).status, 'what was bought is found again').toBe('OK')
  })

  it.each(['over', 'disabled'] as const)('a promo code keeps its payment method limits after it is %s', async (end) => {
    const code = await makePromoCode({ methods: ['alipay', 'card'] })
    const { userId } = await createUser(shop.deps.database)
    const { orderId } = await purchase(userId, code, 20_100)
    await shop.rows(
      end === 'over'
        ? `update promo_codes set starts_at = now() - interval '2 minutes', ends_at = now() - interval '1 minute' where code = $1`
        : 'update promo_codes set disabled_at = now() where code = $1',
      [code],
    )
    await expect(repayOrder(shop.deps, { userId, orderId, method: 'wechat' })).rejects.toThrow('PromoNotForMethod')
    await repayOrder(shop.deps, { userId, orderId, method: 'card' })
    expect((await shop.view({ orderId, userId, attemptId: '', payUrl: '' })).amountMinor).toBe(20_100)
  })
})

const raceRounds = countRounds(1_000, 10)

describe('promo code limits under concurrency', () => {
  it(
    'a code with one use is given to exactly one of 200 concurrent buyers',
    async () => {
      const users = await Promise.all(Array.from({ length: 200 }, () => createUser(shop.deps.database)))
      for (let round = 0; round < raceRounds; round++) {
        const code = await makePromoCode({ maxUses: 1 })
        const outcomes = (await Promise.allSettled(users.map(({ userId }) => purchase(userId, code, 20_100)))).map(
          statusOf,
        )
        expect(outcomes.filter((status) => status === 'ok')).toHaveLength(1)
        // An overloaded server may answer Unavailable, but nobody gets a second use.
        expect(outcomes.filter((status) => !['ok', 'PromoUsedUp', 'Unavailable'].includes(status))).toEqual([])
        expect(await usesOf(code)).toEqual({ uses: 1, perUser: 1, orders: ['reserved'] })
        // Cancels the winner's order and moves it into the past, because it would count against this buyer in the
        // next round.
        await shop.rows(
          `update orders set status = 'cancelled', created_at = created_at - interval '2 hours' where promo_code = $1`,
          [code],
        )
      }
    },
    300_000 + raceRounds * 20_000,
  )

  it('a code limited to one use per user is used once in 200 concurrent attempts', async () => {
    const code = await makePromoCode({ maxUsesPerUser: 1 })
    const { userId } = await createUser(shop.deps.database)
    const tries = Array.from({ length: 200 }, () => purchase(userId, code, 20_100))
    const outcomes = (await Promise.allSettled(tries)).map(statusOf)
    expect(outcomes.filter((status) => status === 'ok')).toHaveLength(1)
    // The shop refuses attempts at a promo code unchecked while twenty others run, because each may be a guess.
    expect(outcomes.filter((status) => !['ok', 'PromoUsed', 'TooManyRequests'].includes(status))).toEqual([])
    expect(await usesOf(code)).toEqual({ uses: 1, perUser: 1, orders: ['reserved'] })
  })
})

describe('released promo code use', () => {
  async function reserved() {
    const code = await makePromoCode({ maxUses: 1, maxUsesPerUser: 1 })
    const { userId } = await createUser(shop.deps.database)
    const { orderId } = await purchase(userId, code, 20_100)
    return { code, userId, orderId }
  }
  const free = { uses: 0, perUser: 0, orders: ['released'] }

  it('a promo code use is released exactly once when the order is cancelled', async () => {
    const { code, userId, orderId } = await reserved()
    await Promise.all(Array.from({ length: 20 }, () => cancelOrder(shop.deps, userId, orderId).catch(() => {})))
    await cancelOrder(shop.deps, userId, orderId)
    expect(await usesOf(code)).toEqual(free)
    expect((await purchase(userId, code, 20_100)).orderId).toBeTruthy()
  })

  it('a promo code use is released when the order expires', async () => {
    const { code, orderId } = await reserved()
    await shop.rows(`update orders set payable_until = now() - interval '1 second' where id = $1`, [orderId])
    await Promise.all(Array.from({ length: 10 }, () => expireOrder(shop.deps, orderId)))
    expect(await usesOf(code)).toEqual(free)
  })

  it('a released promo code use is spent when a late payment arrives', async () => {
    const { code, userId, orderId } = await reserved()
    const placed = await shop.rows<{ id: string }>(`select id from payment_attempts where order_id = $1`, [orderId])
    const { pay } = await shop.view({ orderId, userId, attemptId: '', payUrl: '' })
    await shop.visit({ orderId, userId, attemptId: '', payUrl: payAddress(pay) })
    await cancelOrder(shop.deps, userId, orderId)
    expect(await usesOf(code)).toEqual(free)
    const { fakeGateway } = shop.simulator.counters.alipay
    fakeGateway.pay(fakeGateway.get(placed[0]!.id), { late: true })
    await expect
      .poll(async () => (await shop.work(), await usesOf(code)))
      .toEqual({ uses: 1, perUser: 1, orders: ['used'] })
  })

  it('a promo code is refused to a buyer who used it as often as allowed, and not to others', async () => {
    const code = await makePromoCode({ maxUsesPerUser: 2 })
    const { token, uid } = await registerThroughApi(shop.app, 'promo.spent')
    const userId = await userIdOf(shop.app, uid)
    for (let paid = 0; paid < 2; paid++) {
      expect((await preview(code, {}, token)).status).toBe('OK')
      await payLate((await purchase(userId, code, 20_100)).orderId)
    }
    expect((await preview(code, {}, token)).status).toBe('PromoUsed')
    await expect(purchase(userId, code, 20_100)).rejects.toThrow('PromoUsed')
    expect(await usesOf(code)).toEqual({ uses: 2, perUser: 2, orders: ['used', 'used'] })
    const { userId: other } = await createUser(shop.deps.database)
    expect((await purchase(other, code, 20_100)).orderId).toBeTruthy()
  })

  it('a late payment beyond the limit of its promo code keeps the plan and opens a review', async () => {
    const { code, userId, orderId } = await reserved()
    await cancelOrder(shop.deps, userId, orderId)
    const again = await purchase(userId, code, 20_100)
    for (const late of [again.orderId, orderId]) await payLate(late)
    await payLate(orderId)
    expect(await usesOf(code)).toEqual({ uses: 2, perUser: 2, orders: ['used', 'used'] })
    expect(
      await shop.rows(
        `select o.status, r.reason, r.details->>'code' as code from orders o left join review_items r on r.order_id = o.id
         where o.user_id = $1 order by o.created_at`,
        [userId],
      ),
    ).toEqual([
      { status: 'paid', reason: 'promo_used_up', code },
      { status: 'paid', reason: null, code: null },
    ])
  })

  async function payLate(orderId: string): Promise<void> {
    const [attempt] = await shop.rows<{ id: string; minor: number }>(
      'select id, amount_minor::int as minor from payment_attempts where order_id = $1',
      [orderId],
    )
    const { id: attemptId, minor: amountMinor } = attempt!
    const fact: Fact = {
      provider: 'alipay',
      kind: 'paid',
      attemptId,
      providerTxnId: `late-${attemptId}`,
      refundId: null,
      amount: { amountMinor, currency: 'CNY' },
      at: new Date(),
      rawHash: '',
    }
    await shop.deps.database.transaction((tx) =>
      applyPaymentFacts(tx, { orderId, facts: [fact], source: 'notification' }),
    )
  }

  it('the second of two paid first-purchase orders of one buyer opens a review', async () => {
    const code = await makePromoCode({ firstPurchaseOnly: true })
    const { userId } = await createUser(shop.deps.database)
    const [one, two] = [await purchase(userId, code, 20_100), await purchase(userId, code, 20_100)]
    await payLate(two.orderId)
    await payLate(one.orderId)
    await payLate(two.orderId)
    expect(
      await shop.rows('select order_id as "orderId", reason from review_items where order_id = any($1)', [
        [one.orderId, two.orderId],
      ]),
    ).toEqual([{ orderId: one.orderId, reason: 'promo_not_first' }])
  })
})
