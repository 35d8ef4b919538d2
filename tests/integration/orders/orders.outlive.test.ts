import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { closeAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { createUser } from '../../support/factories.ts'
import { openShop, plan, type Placed, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const closeAll = async ({ orderId }: Pick<Placed, 'orderId'>) => {
  const rows = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  for (const { id } of rows) await closeAttempt(shop.deps, id)
}
const repay = ({ userId, orderId }: Pick<Placed, 'userId' | 'orderId'>, method: 'alipay' | 'wechat' = 'wechat') =>
  repayOrder(shop.deps, { userId, orderId, method })
/** Payment window in whole minutes: time left, and time left when it was extended. */
const windowOf = async ({ orderId }: Placed) => {
  const [row] = await shop.rows<{ extended: boolean; minutes: number | null; until: Date; attempt: Date }>(
    `select extended_at is not null as extended, payable_until as until,
       (extract(epoch from payable_until - extended_at) / 60)::float8 as minutes,
       (select max(expires_at) from payment_attempts where order_id = o.id) as attempt
     from orders o where id = $1`,
    [orderId],
  )
  return row!
}
const leaveMinutes = async ({ orderId }: Placed, minutes: number) => {
  await shop.rows(
    `update orders set payable_until = now() + make_interval(mins => $2), created_at = created_at - interval '30 minutes'
     where id = $1`,
    [orderId, minutes],
  )
  await shop.rows(
    `update payment_attempts a set expires_at = o.payable_until from orders o where o.id = a.order_id and o.id = $1`,
    [orderId],
  )
}

describe('order whose attempt ended unpaid', () => {
  it('an order keeps its price and promo code after an unpaid attempt, and the next attempt pays it', async () => {
    const { userId } = await createUser(shop.deps.database)
    const code = 'OUTLIVES'
    const limits = { maxUses: 1, maxUsesPerUser: 1, startsAt: null, endsAt: null, firstPurchaseOnly: false }
    const promo = { code, kind: 'percent', percentBps: 1_500, amounts: null, goodsIds: null, methods: null } as const
    await insertPromoCode(shop.deps.database, { ...promo, ...limits, note: '' })
    const { orderId } = await placeOrder(shop.deps, {
      userId,
      goodsId: plan.id,
      currency: 'CNY',
      method: 'wechat',
      expectedTotalMinor: 22_780,
      promo: { code, network: userId },
      idempotencyKey: crypto.randomUUID(),
    })
    const placed = { userId, orderId }
    await closeAll(placed)
    const view = () => readOrder(shop.deps.database, userId, orderId, 'en')
    const kept = { amountMinor: 22_780, promoCode: code, discountMinor: 4_020 }
    expect(await view()).toMatchObject({ ...kept, status: 'awaiting_payment', outcome: 'back', pay: { kind: 'none' } })
    const uses = () => shop.rows('select status from promo_uses where order_id = $1', [orderId])
    expect(await uses()).toEqual([{ status: 'reserved' }])
    await repay(placed)
    expect(await view()).toMatchObject({ ...kept, outcome: 'open', method: 'wechat', pay: { kind: 'qr' } })
    const { fakeGateway } = shop.simulator.counters.wechat
    const [attempt] = await shop.rows<{ id: string }>(
      `select id from payment_attempts where order_id = $1 and status = 'open'`,
      [orderId],
    )
    fakeGateway.pay(fakeGateway.get(attempt!.id), { notify: 0 })
    await closeAttempt(shop.deps, attempt!.id)
    expect(await view()).toMatchObject({ ...kept, outcome: 'paid', receivedMinor: 22_780, endedBy: null })
    expect(await uses()).toEqual([{ status: 'used' }])
  })

  it('an order view says whether the buyer or the time limit ended it', async () => {
    const given = await shop.order()
    await closeAll(given)
    await cancelOrder(shop.deps, given.userId, given.orderId)
    expect(await shop.view(given)).toMatchObject({ outcome: 'cancelled', endedBy: 'buyer', receivedMinor: 0 })
    const late = await shop.order()
    await closeAll(late)
    await shop.closeWindow(late)
    expect((await shop.view(late)).outcome).toBe('checking')
    expect(await expireOrder(shop.deps, late.orderId)).toBe('expired')
    expect(await shop.view(late)).toMatchObject({ outcome: 'expired', endedBy: 'time' })
  })
})

describe('attempt shortly before the order expires', () => {
  it('a late attempt extends the window to ten minutes, once', async () => {
    const placed = await shop.order()
    await leaveMinutes(placed, 3)
    await repay(placed)
    const extended = await windowOf(placed)
    expect(extended).toMatchObject({ extended: true, minutes: 10, attempt: extended.until })
    await leaveMinutes(placed, 2)
    const [before] = await shop.rows<{ until: Date }>('select payable_until as until from orders where id = $1', [
      placed.orderId,
    ])
    await repay(placed, 'alipay')
    expect((await windowOf(placed)).until).toEqual(before!.until)
  })

  it('a late retry with the same method gets a new attempt that is valid as long as the order', async () => {
    const placed = await shop.order({ method: 'wechat' })
    await leaveMinutes(placed, 3)
    await repay(placed, 'wechat')
    const { until, attempt } = await windowOf(placed)
    expect(attempt).toEqual(until)
    expect((await shop.view(placed)).pay).not.toMatchObject({ content: placed.payUrl })
  })

  it('an attempt with more than ten minutes left does not extend the window', async () => {
    const placed = await shop.order()
    const { until } = await windowOf(placed)
    await repay(placed)
    expect(await windowOf(placed)).toMatchObject({ extended: false, until })
  })
})

describe('payment state without sign-in', () => {
  it('a caller without a session learns only whether the order is paid, can still be paid, or neither', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const state = (orderId = placed.orderId, ask = false) =>
      shop.app.call('/api/payment/payment_state', { orderId, ask })
    expect((await state()).data).toEqual({ outcome: 'elsewhere-wait' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { notify: 0 })
    expect((await state()).data).toEqual({ outcome: 'elsewhere-wait' })
    expect((await state(placed.orderId, true)).data).toEqual({ outcome: 'elsewhere' })
    expect((await state(crypto.randomUUID())).status).toBe('NotFound')
    expect((await state('0')).status).toBe('NotFound')
    const given = await shop.order()
    await cancelOrder(shop.deps, given.userId, given.orderId)
    expect((await state(given.orderId)).data).toEqual({ outcome: 'elsewhere-other' })
  })
})
