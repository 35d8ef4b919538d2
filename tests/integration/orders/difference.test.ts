import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInvite } from '#shared/typed-code.ts'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { findMembership, listGrants } from '#server/modules/membership/membership.queries.ts'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import { attributeReferral } from '#server/workflows/accounts/registration/attribute-referral.ts'
import { joinGroup } from '#server/workflows/groups/join-group.ts'
import { redeemCode } from '#server/workflows/orders/redeem-code.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import type { Purchase } from '#server/workflows/orders/place-order.ts'
import { previewPurchase } from '#server/workflows/orders/preview-purchase.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { readReceipt } from '#server/workflows/orders/read-receipt.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { createUser } from '../../support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { yearDays } from '#tests/support/one-year.ts'
import { createGate, eventually, openShop, type Shop } from '../payments/payments.setup.ts'
import * as planOrders from './orders.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const dayMs = 86_400_000
const place = (userId: string, more: Partial<Purchase> = {}) => planOrders.placePlan(shop, userId, more)
const preview = (userId: string) =>
  previewPurchase(shop.deps.database, { userId, goodsId: 'plan-family-12', currency: 'CNY' })
async function placeDifference(userId: string, more: Partial<Purchase> = {}): Promise<planOrders.Ordered> {
  const { difference } = await preview(userId)
  const shown = { goodsId: 'plan-family-12', onlyDifference: true, expectedTotalMinor: difference?.priceMinor ?? 0 }
  return place(userId, { ...shown, ...more })
}
const payAtGateway = (ordered: planOrders.Ordered) => planOrders.payAtGateway(shop, ordered)
const settle = ({ orderId }: planOrders.Ordered, status?: string) => planOrders.settle(shop, orderId, status)
const giveBack = ({ orderId }: planOrders.Ordered, amountMinor: number | 'all') =>
  planOrders.giveBack(shop, orderId, amountMinor)
async function pay(ordered: planOrders.Ordered): Promise<planOrders.Ordered> {
  payAtGateway(ordered)
  await settle(ordered)
  return ordered
}
const membershipOf = async (userId: string) => (await findMembership(shop.deps.database, userId))!
const daysLeft = async (userId: string) => {
  const { expiresAt, now } = await membershipOf(userId)
  return (expiresAt!.getTime() - now.getTime()) / dayMs
}
async function member(): Promise<string> {
  const { userId } = await createUser(shop.deps.database)
  await pay(await place(userId))
  return userId
}
async function pass(userId: string, days: number): Promise<void> {
  const by = `make_interval(days => ${days})`
  await shop.rows(
    `update membership_grants set granted_at = granted_at - ${by}, expires_at = expires_at - ${by} where user_id = $1`,
    [userId],
  )
  await shop.rows(
    `update memberships set expires_at = expires_at - ${by}, yearly_until = yearly_until - ${by}
       where user_id = $1`,
    [userId],
  )
}
const view = ({ orderId, userId }: planOrders.Ordered) => readOrder(shop.deps.database, userId, orderId, 'en')

describe('device upgrade', () => {
  it('an upgrade raises the device limit at the price shown, and the membership end stays', async () => {
    const userId = await member()
    const { difference, converted } = await preview(userId)
    expect(converted).toBe('remaining')
    // The price difference of the two yearly plans for the remaining part of the year.
    expect(difference).toMatchObject({ priceMinor: 16_000, devicesBefore: 5, maxDevices: 10 })
    const before = await membershipOf(userId)
    const ordered = await placeDifference(userId)
    expect(await view(ordered)).toMatchObject({
      outcome: 'open',
      productName: `10 devices instead of 5, for ${yearDays} days`,
      months: 0,
      amountMinor: 16_000,
      difference: { days: yearDays, devicesBefore: 5, devicesAfter: 10 },
    })
    await pay(ordered)
    const { now: _now, ...after } = await membershipOf(userId)
    const { now: _then, ...was } = before
    expect(after).toEqual({
      ...was,
      maxDevices: 10,
      expiresAt: new Date(was.expiresAt!.getTime() + 1000),
      totalSeconds: was.totalSeconds + 1,
    })
    expect((await preview(userId)).difference).toBeNull()
    expect(await view(ordered)).toMatchObject({ outcome: 'paid', boughtDays: null, receivedMinor: 16_000 })
  })

  it('the receipt and the membership history describe the upgrade', async () => {
    const userId = await member()
    const ordered = await pay(await placeDifference(userId))
    const receipt = await readReceipt(shop.deps.database, { ...ordered, language: 'zh-CN' })
    expect(receipt).toMatchObject({
      productName: `剩余 ${yearDays} 天从 5 台升到 10 台`,
      maxDevices: 10,
      paidMinor: 16_000,
    })
    expect(receipt.period!.to - receipt.period!.from).toBeGreaterThan((yearDays - 0.1) * dayMs)
    const { entries } = await explainMembership(shop.deps.database, userId, 'en')
    expect(entries.map(({ source, productName }) => [source, productName]).slice(1)).toEqual(
      ['conversion', 'conversion', 'order'].map((source) => [source, `10 devices instead of 5, for ${yearDays} days`]),
    )
  })

  it('a partial refund keeps the upgraded devices, and a full refund takes them back but no time', async () => {
    const userId = await member()
    const before = await membershipOf(userId)
    const ordered = await pay(await placeDifference(userId))
    await giveBack(ordered, 6_000)
    expect(await membershipOf(userId)).toMatchObject({ maxDevices: 10 })
    expect(await view(ordered)).toMatchObject({ outcome: 'partly', refundedMinor: 6_000 })
    await giveBack(ordered, 'all')
    const { now: _now, ...after } = await membershipOf(userId)
    const { now: _then, ...was } = before
    expect(after).toEqual(was)
    expect(await view(ordered)).toMatchObject({ outcome: 'refunded', refundedMinor: 16_000, boughtDays: null })
  })

  it('an upgrade must be refunded before the plan that it upgraded', async () => {
    const { userId } = await createUser(shop.deps.database)
    const first = await pay(await place(userId))
    const ordered = await pay(await placeDifference(userId))
    const refund = () =>
      perform(shop.deps.database, 'orders.refund', { order: first.orderId, all: true, reason: 'asked for' })
    const { number } = await view(ordered)
    await expect(refund()).rejects.toThrow(
      `Order ${number} bought more devices for this time. Refund that order first.`,
    )
    await perform(shop.deps.database, 'orders.refund', {
      order: first.orderId,
      amount: '1.00',

      reason: 'a part',
    })
    await giveBack(ordered, 'all')
    await refund()
    await settle(first, 'refunded')
    expect((await membershipOf(userId)).totalSeconds).toBe(0)
  })

  it('an upgrade accepts no promo code and does not reveal whether one exists', async () => {
    const userId = await member()
    for (const code of ['WAYFARE15', 'NONESUCH'])
      await expect(placeDifference(userId, { promo: { code, network: '10.1.1.1' } })).rejects.toMatchObject({
        status: 'PromoNotForDifference',
      })
  })

  it.each([
    ['a cent less', 15_999],
    ['a cent more', 16_001],
    ['a price of zero', 0],
    ['the price of the whole plan', 42_800],
  ])('an upgrade is refused at another price than the one shown: %s', async (_what, expectedTotalMinor) => {
    const userId = await member()
    await expect(placeDifference(userId, { expectedTotalMinor })).rejects.toMatchObject({ status: 'PriceChanged' })
  })

  it('an upgrade is refused without a plan, or with a plan of as many devices', async () => {
    const { userId } = await createUser(shop.deps.database)
    const gift = {
      userId,
      source: 'operator',
      sourceId: crypto.randomUUID(),
      seconds: 40 * 86_400,
      note: null,
    } as const
    await shop.deps.database.transaction((tx) => grantTime(tx, gift))
    expect((await preview(userId)).difference).toBeNull()
    await expect(placeDifference(userId)).rejects.toMatchObject({ status: 'PriceChanged' })
    await pay(await place(userId, { goodsId: 'plan-family-12' }))
    expect((await preview(userId)).difference).toBeNull()
    await expect(placeDifference(userId, { goodsId: 'nonesuch' })).rejects.toMatchObject({ status: 'InvalidProduct' })
  })

  it('an upgrade and a plan under the same idempotency key conflict, and a repeated upgrade returns the same order', async () => {
    const userId = await member()
    const idempotencyKey = crypto.randomUUID()
    const { orderId } = await placeDifference(userId, { idempotencyKey })
    expect((await placeDifference(userId, { idempotencyKey })).orderId).toBe(orderId)
    await expect(
      place(userId, { goodsId: 'plan-family-12', expectedTotalMinor: 16_000, idempotencyKey }),
    ).rejects.toMatchObject({ status: 'IdempotencyConflict' })
  })
})

describe('events while an upgrade is being paid', () => {
  it('a paid upgrade buys the larger plan for its value if the redeemed code under it was reversed meanwhile', async () => {
    const { userId, uid } = await createUser(shop.deps.database)
    const batch = { name: 'taken back', count: 1, months: 12, devices: 5 }
    const { codes } = await perform(shop.deps.database, 'redeem.create', batch)
    const caller = { network: 'n', networks: ['n'], isExit: false }
    await redeemCode(shop.deps, { ...caller, code: codes[0]!, userId })
    const ordered = await placeDifference(userId)
    const [{ id: grant } = { id: '' }] = await shop.rows<{ id: string }>(
      'select id from membership_grants where user_id = $1',
      [userId],
    )
    await perform(shop.deps.database, 'people.reverse-grant', { user: String(uid), grant, reason: 'x' })
    await pay(ordered)
    // The paid ¥160 buy 160/428 of a year of the larger plan, which costs ¥428.
    expect(await membershipOf(userId)).toMatchObject({ maxDevices: 10 })
    expect(Math.round(await daysLeft(userId))).toBe(Math.round((yearDays * 160) / 428))
  })

  it('time bought while an upgrade is being paid is converted to ten devices by value, not for free', async () => {
    const userId = await member()
    const ordered = await placeDifference(userId)
    await pay(await place(userId))
    await pay(ordered)
    expect(await membershipOf(userId)).toMatchObject({ maxDevices: 10 })
    const left = await daysLeft(userId)
    expect(left).toBeGreaterThan(yearDays + 227)
    expect(left).toBeLessThan(366 + 231)
  })

  it('an upgrade paid after the membership ended grants time of the larger plan for its price', async () => {
    const userId = await member()
    const ordered = await placeDifference(userId)
    await pass(userId, 400)
    await pay(ordered)
    expect(await membershipOf(userId)).toMatchObject({ maxDevices: 10 })
    expect(await daysLeft(userId)).toBeCloseTo((yearDays * 16_000) / 42_800, 1)
    await giveBack(ordered, 'all')
    expect((await membershipOf(userId)).expiresAt!.getTime()).toBeLessThan(Date.now())
  })

  it('an upgrade paid after its payment window still counts', async () => {
    const userId = await member()
    const ordered = await placeDifference(userId)
    payAtGateway(ordered)
    await shop.rows(`update orders set payable_until = now() - interval '1 hour' where id = $1`, [ordered.orderId])
    await settle(ordered)
    expect(await membershipOf(userId)).toMatchObject({ maxDevices: 10 })
  })

  it('a second paid upgrade turns into time instead of raising devices twice', async () => {
    const userId = await member()
    const both = [await placeDifference(userId), await placeDifference(userId)]
    for (const ordered of both) await pay(ordered)
    expect(await daysLeft(userId)).toBeCloseTo(yearDays + (yearDays * 16_000) / 42_800, 1)
  })

  it('a plan, a second upgrade and a gift settled at the same moment lose nothing and give equal results', async () => {
    const ends: number[] = []
    for (let round = 0; round < 4; round++) {
      const userId = await member()
      const orders = [await placeDifference(userId), await placeDifference(userId), await place(userId)]
      for (const ordered of orders) payAtGateway(ordered)
      const gate = createGate()
      const holding = shop.deps.database.transaction(async (tx) => {
        await tx.run({
          text: 'update memberships set total_seconds = total_seconds where user_id = $1',
          values: [userId],
          name: 'hold_membership',
        })
        await gate.pass()
      })
      await gate.arrived
      const gift = { userId, source: 'operator', sourceId: crypto.randomUUID(), seconds: 86_400, note: null } as const
      const settling = [
        ...(round % 2 === 0 ? orders : orders.toReversed()).map(async ({ attemptId }) =>
          reconcileAttempt(shop.deps, (await findAttempt(shop.deps.database, attemptId))!),
        ),
        shop.deps.database.transaction((tx) => grantTime(tx, gift)),
      ]
      await eventually(async () => {
        const [waiting] = await shop.rows<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting!.count >= 4
      })
      gate.open()
      await holding
      await Promise.all(settling)
      for (const ordered of orders) await settle(ordered)
      const grants = await listGrants(shop.deps.database, userId)
      const { expiresAt, totalSeconds, maxDevices } = await membershipOf(userId)
      expect(grants.reduce((total, { seconds }) => total + seconds, 0)).toBe(totalSeconds)
      expect(grants.at(-1)!.expiresAt).toEqual(expiresAt)
      expect(maxDevices).toBe(10)
      ends.push(await daysLeft(userId))
      // In order: the plan, the upgrade that became time, the upgrade that raised the first plan.
      const grantOf = ({ orderId }: planOrders.Ordered) =>
        grants.find(({ sourceId }) => sourceId === orderId)?.seconds ?? 0
      for (const ordered of orders.toSorted((a, b) => grantOf(b) - grantOf(a))) await giveBack(ordered, 'all')
      expect((await membershipOf(userId)).totalSeconds).toBe((grants[0]?.seconds ?? 0) + 86_400)
    }
    // Allows a day of rounding, whichever was settled first.
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(1.1)
    expect(Math.min(...ends)).toBeGreaterThan(yearDays + 227 + (yearDays * 16_000) / 42_800)
  })
})

async function cameBy(inviterId: string): Promise<string> {
  const { database, digest } = shop.deps
  const { userId } = await createUser(database)
  const [row] = await shop.rows<{ code: string }>('select invite_code as code from users where id = $1', [inviterId])
  const caller = { platform: 'web', deviceId: 'web', network: '10.1.2.3' } as const
  await database.transaction((tx) =>
    attributeReferral(tx, { digest }, { userId, invite: readInvite(row!.code), campaign: undefined }, caller),
  )
  return userId
}

describe('upgrade whose base plan is refunded at the provider', () => {
  const itemOf = async ({ orderId }: planOrders.Ordered) =>
    (await listOpenReviews(shop.deps.database)).filter((item) => item.orderId === orderId)
  const decide = (id: string, decision: 'keep' | 'refund') =>
    perform(shop.deps.database, 'reviews.decide', { id, decision, reason: 'the plan went back' })
  const bases = {
    'a refund in its back office': async (userId: string) => {
      const base = await pay(await place(userId))
      return {
        base,
        takeBack: () =>
          shop.switchboard('POST', `alipay/bills/${base.attemptId}/refund`, {
            amountMinor: 26_800,
            number: `BACKOFFICE-${base.attemptId}`,
          }),
      }
    },
    'a chargeback': async (userId: string) => {
      const { fakeGateway } = shop.simulator.counters.stripe
      const base = await place(userId, { method: 'card', currency: 'USD', expectedTotalMinor: 4_490 })
      fakeGateway.pay(fakeGateway.get(base.attemptId))
      await settle(base)
      return { base, takeBack: async () => fakeGateway.dispute(fakeGateway.get(base.attemptId)) }
    },
  } as const

  it.each(Object.keys(bases) as (keyof typeof bases)[])(
    'an upgrade goes to review after %s of its plan, and can be refunded from there',
    async (what) => {
      const { userId } = await createUser(shop.deps.database)
      const { base, takeBack } = await bases[what](userId)
      const ordered = await pay(await placeDifference(userId))
      await takeBack()
      await eventually(async () => (await shop.work(), (await itemOf(ordered)).length > 0))
      const { number } = await view(base)
      const [item, ...more] = await itemOf(ordered)
      expect(more).toEqual([])
      expect(item).toMatchObject({
        reason: 'difference_without_time',
        details: { baseOrder: number, amountMinor: 16_000, currency: 'CNY' },
      })
      // The remaining second was added by the upgrade itself.
      expect(await membershipOf(userId)).toMatchObject({ totalSeconds: 1 })
      const shown = await perform(shop.deps.database, 'reviews.show', { id: item!.id })
      expect(shown).toMatchObject({ possible: ['keep', 'refund'] })
      await decide(item!.id, 'refund')
      await settle(ordered, 'refunded')
      expect(await membershipOf(userId)).toMatchObject({ totalSeconds: 0 })
      expect(await itemOf(ordered)).toEqual([])
      expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    },
  )

  it('an upgrade whose base plan was refunded stays paid if the operator keeps its money', async () => {
    const { userId } = await createUser(shop.deps.database)
    const { takeBack } = await bases['a refund in its back office'](userId)
    const ordered = await pay(await placeDifference(userId))
    await takeBack()
    await eventually(async () => (await shop.work(), (await itemOf(ordered)).length > 0))
    await decide((await itemOf(ordered))[0]!.id, 'keep')
    await shop.work()
    expect(await view(ordered)).toMatchObject({ outcome: 'paid', receivedMinor: 16_000 })
    expect(await itemOf(ordered)).toEqual([])
  })

  it('an upgrade that was already refunded opens no review', async () => {
    const { userId } = await createUser(shop.deps.database)
    const { base, takeBack } = await bases['a refund in its back office'](userId)
    const ordered = await pay(await placeDifference(userId))
    await giveBack(ordered, 'all')
    await takeBack()
    await settle(base, 'refunded')
    expect(await itemOf(ordered)).toEqual([])
  })
})

describe('upgrade with affiliates and groups', () => {
  it('an upgrade earns the affiliate a renewal commission, and its refund takes the commission back', async () => {
    const { userId: affiliateId } = await createUser(shop.deps.database)
    await shop.deps.database.transaction((tx) => openAffiliate(tx, affiliateId))
    const userId = await cameBy(affiliateId)
    await pay(await place(userId))
    const ordered = await pay(await placeDifference(userId))
    const earned = async () =>
      shop.rows<{ type: string; paid: number; amount: number }>(
        `select type, paid_minor::int as paid, amount_minor::int as amount from commissions where order_id = $1
         order by id`,
        [ordered.orderId],
      )
    // The renewal commission is a fifth of ¥160, converted at 14 cents per yuan.
    expect(await earned()).toEqual([{ type: 'renewal', paid: 16_000, amount: 448 }])
    await giveBack(ordered, 'all')
    expect((await earned()).map(({ amount }) => amount)).toEqual([448, -448])
  })

  it('an upgraded group seat keeps the refund of the seat waiting until the upgrade is refunded', async () => {
    const creator = await createUser(shop.deps.database)
    const { userId } = await createUser(shop.deps.database)
    const { orderId } = await startGroup(shop.deps, {
      userId: creator.userId,
      goodsId: 'plan-12',
      size: 2,
      paymentType: 'pay_all',
      currency: 'CNY',
      method: 'alipay',
      expectedTotalMinor: 43_600,
      idempotencyKey: crypto.randomUUID(),
    })
    const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
    const group = await pay({ orderId, userId: creator.userId, attemptId: attempt!.id })
    const [made] = await shop.rows<{ id: string }>('select group_id as id from orders where id = $1', [orderId])
    await joinGroup(shop.deps.database, userId, made!.id)
    const before = await membershipOf(userId)
    expect(before.maxDevices).toBe(5)
    const { difference } = await preview(userId)
    expect(difference).toMatchObject({ devicesBefore: 5, maxDevices: 10, priceMinor: 16_000 })
    const ordered = await pay(await placeDifference(userId))
    expect(await membershipOf(userId)).toMatchObject({ maxDevices: 10 })
    expect((await membershipOf(creator.userId)).maxDevices).toBe(5)
    const { number } = await view(ordered)
    const refund = () =>
      perform(shop.deps.database, 'orders.refund', { order: group.orderId, all: true, reason: 'asked for' })
    await expect(refund()).rejects.toThrow(
      `Order ${number} bought more devices for this time. Refund that order first.`,
    )
    await giveBack(ordered, 'all')
    const { now: _now, ...after } = await membershipOf(userId)
    const { now: _then, ...was } = before
    expect(after).toEqual(was)
    await refund()
    await settle(group, 'refunded')
    expect((await membershipOf(userId)).totalSeconds).toBe(0)
  })
})
