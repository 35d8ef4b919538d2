import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinForPay } from '#server/workflows/groups/join-group.ts'
import { readGroup } from '#server/workflows/groups/read-groups.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { createUser } from '../../support/factories.ts'
import { openShop, payAddress, type Placed, type Shop } from '../payments/payments.setup.ts'
import {
  alipayDriver,
  post,
  stripeDriver,
  unionpayDriver,
  wechatDriver,
  type GatewayDriver,
} from '../payments/providers.setup.ts'

const drivers: [string, (shop: Shop) => GatewayDriver][] = [
  ['Alipay', alipayDriver],
  ['WeChat Pay', wechatDriver],
  ['UnionPay', unionpayDriver],
  ['Stripe, card in USD', (shop) => stripeDriver(shop, 'card', 'USD', 0)],
]

/** Complete group purchases through each gateway's real protocol, with signatures. */
describe.each(drivers)('group paid by %s', (_name, take) => {
  let shop: Shop
  let driver: GatewayDriver
  let unitMinor: number
  beforeAll(async () => {
    shop = await openShop({ timeoutMs: 2_000 })
    driver = take(shop)
    const [price] = await shop.rows<{ minor: number }>(
      `select per_person_minor::int as minor from group_prices where goods_id = 'plan-12' and size = 2 and currency = $1`,
      [driver.currency],
    )
    unitMinor = price!.minor
  })
  afterAll(() => shop.close())

  const user = async () => (await createUser(shop.deps.database)).userId
  const terms = () => ({
    method: driver.method,
    expectedTotalMinor: unitMinor,
    idempotencyKey: crypto.randomUUID(),
    device: 'desktop' as const,
  })
  async function placed(userId: string, orderId: string): Promise<Placed> {
    const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
    const order = await readOrder(shop.deps.database, userId, orderId, 'en')
    const found = { userId, orderId, attemptId: attempt!.id, payUrl: payAddress(order.pay) }
    await shop.visit(found)
    return found
  }
  async function start() {
    const userId = await user()
    const offer = { goodsId: 'plan-12', size: 2, paymentType: 'pay_self', currency: driver.currency } as const
    const { orderId } = await startGroup(shop.deps, { ...offer, ...terms(), userId })
    const [order] = await shop.rows<{ groupId: string }>('select group_id as "groupId" from orders where id = $1', [
      orderId,
    ])
    return { groupId: order!.groupId, creator: await placed(userId, orderId) }
  }
  async function join(groupId: string) {
    const userId = await user()
    const { orderId } = await joinForPay(shop.deps, { ...terms(), userId, groupId })
    return placed(userId, orderId)
  }
  async function pay(buyer: Placed, late = false) {
    driver.pay(buyer, { notify: 0, late })
    expect(await post(shop, driver.id, driver.notification(buyer))).toBe(200)
    await shop.work()
  }
  const mine = async ({ userId }: Placed, groupId: string) =>
    (await readGroup(shop.deps.database, userId, groupId, 'en')).mine.state
  async function passTime(groupId: string) {
    await shop.rows(
      `update groups set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second' where id = $1`,
      [groupId],
    )
    await shop.work()
  }

  it('the last share completes the group, and each member is granted once', async () => {
    const { groupId, creator } = await start()
    await pay(creator)
    expect(await mine(creator, groupId)).toBe('waiting')
    const friend = await join(groupId)
    await pay(friend)
    for (const buyer of [creator, friend]) {
      expect(await mine(buyer, groupId)).toBe('member')
      expect(await shop.books(buyer)).toMatchObject({
        status: 'paid',
        grants: 1,
        facts: [`paid ${unitMinor} ${driver.currency}`],
        refunds: [],
        reviews: [],
      })
    }
  })

  it('an unfilled group is refunded once at the gateway, and a late payment is refunded too', async () => {
    const { groupId, creator } = await start()
    await pay(creator)
    const friend = await join(groupId)
    await passTime(groupId)
    await shop.work()
    expect(driver.refunds(creator)).toEqual([unitMinor])
    expect(await mine(creator, groupId)).toBe('refunded')
    expect(await shop.books(friend)).toMatchObject({ status: 'cancelled', grants: 0, refunds: [] })
    await pay(friend, true)
    await shop.work()
    expect(driver.refunds(friend)).toEqual([unitMinor])
    expect(await mine(friend, groupId)).toBe('refunded')
    for (const buyer of [creator, friend])
      expect(await shop.books(buyer)).toMatchObject({ status: 'refunded', grants: 0, reviews: [] })
  })
})
