import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { createUser } from '../../support/factories.ts'
import { eventually, openShop, type Placed, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const repay = ({ userId, orderId }: Placed, method: 'alipay' | 'wechat' | 'unionpay' | 'crypto') =>
  repayOrder(shop.deps, { userId, orderId, method })
const attempts = ({ orderId }: Placed) =>
  shop.rows<{ id: string; provider: string; status: string }>(
    `select id, provider, status from payment_attempts where order_id = $1 order by id`,
    [orderId],
  )
const settled = (placed: Placed, status: string) =>
  eventually(async () => (await shop.work(), (await shop.books(placed)).status === status))

describe('paying an order another way', () => {
  it('repaying opens one attempt per method, however often and concurrently it is requested', async () => {
    const placed = await shop.order({ method: 'wechat' })
    await Promise.all(Array.from({ length: 10 }, () => repay(placed, 'unionpay')))
    await repay(placed, 'unionpay')
    expect((await attempts(placed)).map(({ provider }) => provider)).toEqual(['wechat', 'unionpay'])
    expect(await shop.view(placed)).toMatchObject({ method: 'unionpay', pay: { kind: 'qr' }, amountMinor: 26_800 })
    // The first attempt was closed at its provider, so returning to the method opens a new one.
    await repay(placed, 'wechat')
    expect((await attempts(placed)).map(({ status }) => status)).toEqual(['closed', 'open', 'open'])
    const { wechat, unionpay } = shop.simulator.counters
    expect(wechat.fakeGateway.get(placed.attemptId).closedAt).not.toBeNull()
    // UnionPay cannot close orders: a late payment counts as a duplicate and is refunded.
    expect(unionpay.fakeGateway.get((await attempts(placed))[1]!.id).closedAt).toBeNull()
    const { method, pay } = await shop.view(placed)
    expect({ method, pay }).toEqual({ method: 'wechat', pay: { kind: 'qr', content: expect.anything() } })
    expect(pay).not.toMatchObject({ content: placed.payUrl })
  })

  it('a mobile page of WeChat Pay that has expired is replaced by a new one', async () => {
    const placed = await shop.order({ method: 'wechat', device: 'phone' })
    const again = () =>
      repayOrder(shop.deps, { userId: placed.userId, orderId: placed.orderId, method: 'wechat', device: 'phone' })
    const grow = (interval: string) =>
      shop.rows(`update payment_attempts set created_at = created_at - $2::interval where id = $1`, [
        placed.attemptId,
        interval,
      ])
    await grow('4 minutes')
    await again()
    expect((await shop.view(placed)).pay).toEqual({ kind: 'redirect', url: placed.payUrl })
    await grow('1 minute')
    expect((await shop.view(placed)).pay).toEqual({ kind: 'none' })
    await Promise.all([again(), again()])
    expect((await attempts(placed)).map(({ status }) => status)).toEqual(['closed', 'open'])
    const { pay } = await shop.view(placed)
    expect(pay).toEqual({ kind: 'redirect', url: expect.stringContaining('redirect_url') })
    expect(pay).not.toMatchObject({ url: placed.payUrl })
    const { fakeGateway } = shop.simulator.counters.wechat
    expect(fakeGateway.get(placed.attemptId).closedAt).not.toBeNull()
  })

  it('repaying opens no attempt when the previous one was just paid', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { notify: 0 })
    await repay(placed, 'unionpay')
    expect(await shop.view(placed)).toMatchObject({ status: 'paid', outcome: 'paid', pay: { kind: 'none' } })
    await shop.work()
    expect(shop.simulator.counters.unionpay.fakeGateway.find((await attempts(placed))[1]!.id)).toBeUndefined()
  })

  it('an order paid by two methods is granted once, and the second payment is refunded by its provider (invariant 7)', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const { wechat, unionpay } = shop.simulator.counters
    // WeChat does not answer the closing, so the order can still be paid.
    wechat.faults.add({ method: '*', kind: 'status500', times: 3, ms: 0 })
    await repay(placed, 'unionpay')
    wechat.faults.clear()
    const [first, second] = await attempts(placed)
    wechat.fakeGateway.pay(wechat.fakeGateway.get(first!.id))
    await settled(placed, 'paid')
    unionpay.fakeGateway.pay(unionpay.fakeGateway.get(second!.id))
    await eventually(
      async () => (await shop.work(), (await shop.books(placed)).refunds.join() === 'done 26800 duplicate'),
    )
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, standing: 1, reviews: [] })
    expect(await shop.view(placed)).toMatchObject({
      outcome: 'paid',
      receivedMinor: 26_800,
      refundedMinor: 0,
      secondPayment: { amountMinor: 26_800, refundedAt: expect.any(Number), isStuck: false },
    })
    expect(wechat.fakeGateway.get(first!.id).refunds).toEqual([])
    expect(unionpay.fakeGateway.get(second!.id).refunds).toMatchObject([{ amountMinor: 26_800 }])
  })

  it("repaying is refused for a closed order, a method not offered, or another user's order", async () => {
    const placed = await shop.order({ method: 'wechat' })
    await expect(repay(placed, 'crypto')).rejects.toThrow('MethodNotOffered')
    const { userId } = await createUser(shop.deps.database)
    await expect(repay({ ...placed, userId }, 'alipay')).rejects.toThrow('NotFound')
    await expect(cancelOrder(shop.deps, userId, placed.orderId)).rejects.toThrow('NotFound')
    await cancelOrder(shop.deps, placed.userId, placed.orderId)
    await expect(repay(placed, 'alipay')).rejects.toThrow('OrderOver')
  })
})

describe('cancelling an order', () => {
  it('cancelling closes the attempt at the provider, once', async () => {
    const placed = await shop.order({ method: 'wechat' })
    await cancelOrder(shop.deps, placed.userId, placed.orderId)
    await cancelOrder(shop.deps, placed.userId, placed.orderId)
    expect((await shop.books(placed)).status).toBe('cancelled')
    expect(shop.simulator.counters.wechat.fakeGateway.get(placed.attemptId).closedAt).not.toBeNull()
    expect((await shop.history(placed)).filter(({ to }) => to === 'cancelled')).toHaveLength(1)
  })

  it('cancelling an order that was just paid makes it paid', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { notify: 0 })
    await cancelOrder(shop.deps, placed.userId, placed.orderId)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    await expect(cancelOrder(shop.deps, placed.userId, placed.orderId)).rejects.toThrow('OrderOver')
  })

  it('cancelling is refused while the provider cannot say whether the order was paid', async () => {
    const placed = await shop.order({ method: 'wechat' })
    shop.simulator.counters.wechat.faults.add({ method: '*', kind: 'status500', times: 3, ms: 0 })
    await expect(cancelOrder(shop.deps, placed.userId, placed.orderId)).rejects.toThrow('ProviderUnavailable')
    shop.simulator.counters.wechat.faults.clear()
    expect((await shop.books(placed)).status).toBe('awaiting_payment')
  })
})
