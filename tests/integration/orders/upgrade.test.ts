import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import { findMembership, listGrants } from '#server/modules/membership/membership.queries.ts'
import { explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import { previewPurchase } from '#server/workflows/orders/preview-purchase.ts'
import { createUser } from '../../support/factories.ts'
import { openShop, type Shop } from '../payments/payments.setup.ts'
import * as planOrders from './orders.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function buy(userId: string, goodsId: string, expectedTotalMinor?: number): Promise<string> {
  const price = expectedTotalMinor === undefined ? {} : { expectedTotalMinor }
  const ordered = await planOrders.placePlan(shop, userId, { goodsId, ...price })
  planOrders.payAtGateway(shop, ordered)
  await planOrders.settle(shop, ordered.orderId)
  return ordered.orderId
}
const giveBack = (orderId: string) => planOrders.giveBack(shop, orderId)
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
const preview = (userId: string, goodsId: string) =>
  previewPurchase(shop.deps.database, { userId, goodsId, currency: 'CNY' })
const membershipOf = async (userId: string) => (await findMembership(shop.deps.database, userId))!
const conversions = async (userId: string) =>
  (await listGrants(shop.deps.database, userId)).filter(({ source }) => source === 'conversion')

describe('plan with more devices', () => {
  it('a larger plan converts the remaining time as previewed, and its refund restores every second', async () => {
    const { userId } = await createUser(shop.deps.database)
    await buy(userId, 'plan-24')
    await pass(userId, 100)
    const before = await membershipOf(userId)
    const shown = await preview(userId, 'plan-family-12')
    // A day of the first plan (44,800 fen for 730 days) is worth slightly more than half a day of the larger one
    // (42,800 fen for 365).
    const left = Math.round((before.expiresAt!.getTime() - before.now.getTime()) / 86_400_000)
    expect(shown).toMatchObject({ converted: 'remaining', daysBefore: left, devicesBefore: 5, devicesAfter: 10 })
    expect(shown.daysAfter).toBe(Math.ceil(left * (44_800 / 730 / (42_800 / 365))))
    const order = await buy(userId, 'plan-family-12')
    const after = await membershipOf(userId)
    expect(after.maxDevices).toBe(10)
    expect(Math.abs(after.expiresAt!.getTime() - shown.expiresAt.getTime())).toBeLessThan(60_000)
    expect((await conversions(userId)).map(({ seconds }) => Math.sign(seconds))).toEqual([-1, 1])
    const told = await explainMembership(shop.deps.database, userId, 'en')
    const [{ number }] = (await shop.rows<{ number: string }>('select number from orders where id = $1', [order])) as [
      { number: string },
    ]
    expect(told.entries.filter(({ source }) => source === 'conversion').map(({ orderNumber }) => orderNumber)).toEqual([
      number,
      number,
    ])

    await giveBack(order)
    const { now: _now, ...back } = await membershipOf(userId)
    const { now: _then, ...was } = before
    expect(back).toEqual(was)
  })

  it('refunding the first plan takes its converted time and leaves the second plan whole', async () => {
    const { userId } = await createUser(shop.deps.database)
    const first = await buy(userId, 'plan-12')
    await buy(userId, 'plan-family-12')
    await giveBack(first)
    const { expiresAt, maxDevices, totalSeconds, now } = await membershipOf(userId)
    expect(maxDevices).toBe(10)
    const year = (await listGrants(shop.deps.database, userId)).find(
      ({ source, maxDevices: size, reverses }) => source === 'order' && size === 10 && reverses === null,
    )!
    expect(totalSeconds).toBe(year.seconds)
    expect(Math.abs(expiresAt!.getTime() - now.getTime() - year.seconds * 1000)).toBeLessThan(60_000)
  })

  it('refunding a plan in the middle leaves no converted time at the larger device limit', async () => {
    const { userId } = await createUser(shop.deps.database)
    await shop.rows(`insert into goods (id, position, months, max_devices, names) values
      ('plan-huge', 20, 1, 20, '{"en":"Huge","zh-CN":"大"}') on conflict do nothing`)
    await shop.rows(`insert into goods_prices (goods_id, currency, price_minor) values ('plan-huge', 'CNY', 9000)
      on conflict do nothing`)
    await buy(userId, 'plan-24')
    const middle = await buy(userId, 'plan-family-12')
    await buy(userId, 'plan-huge', 9_000)
    await giveBack(middle)
    const { expiresAt, maxDevices, now } = await membershipOf(userId)
    expect(maxDevices).toBe(20)
    // The 730 days of five devices for 44,800 fen convert to 151 days of the largest plan at 9,000 fen a month. The
    // bought month is added.
    const days = (expiresAt!.getTime() - now.getTime()) / 86_400_000
    expect(days).toBeGreaterThan(175)
    expect(days).toBeLessThan(184)
  })
})

describe('plan with fewer devices', () => {
  it('a smaller plan is converted to the current device limit as previewed, and its refund is exact', async () => {
    const { userId } = await createUser(shop.deps.database)
    await buy(userId, 'plan-family-12')
    const before = await membershipOf(userId)
    const shown = await preview(userId, 'plan-12')
    expect(shown).toMatchObject({ converted: 'bought', devicesBefore: 5, devicesAfter: 10 })
    expect(shown.daysAfter).toBe(Math.ceil((shown.daysBefore * 26_800) / 42_800))
    const order = await buy(userId, 'plan-12')
    const after = await membershipOf(userId)
    expect(after.maxDevices).toBe(10)
    expect(after.expiresAt!.getTime() - before.expiresAt!.getTime()).toBe(shown.daysAfter * 86_400_000)
    await giveBack(order)
    expect(await membershipOf(userId)).toMatchObject({ expiresAt: before.expiresAt, maxDevices: 10 })
  })
})

describe('plan bought after a larger one ended', () => {
  it('a plan bought after a larger one ended keeps all its days and leaves earlier free time unchanged', async () => {
    const { userId } = await createUser(shop.deps.database)
    await buy(userId, 'plan-family-12')
    await pass(userId, 730)
    const hour = { userId, source: 'operator', sourceId: crypto.randomUUID(), seconds: 3_600, note: null } as const
    await shop.deps.database.transaction((tx) => grantTime(tx, hour))
    const before = await membershipOf(userId)
    expect(before.maxDevices).toBe(0)
    const shown = await preview(userId, 'plan-12')
    expect(shown).toMatchObject({ converted: 'nothing' })
    await buy(userId, 'plan-12')
    const after = await membershipOf(userId)
    expect(after.expiresAt).toEqual(shown.expiresAt)
    const days = (after.expiresAt!.getTime() - before.expiresAt!.getTime()) / 86_400_000
    expect([365, 366]).toContain(days)
    expect(after.maxDevices).toBe(5)
    expect(await conversions(userId)).toEqual([])
  })
})

describe('plan with the same devices', () => {
  it('a plan with the same device limit adds its days without conversion', async () => {
    const { userId } = await createUser(shop.deps.database)
    expect(await preview(userId, 'plan-1')).toMatchObject({ converted: 'nothing' })
    await buy(userId, 'plan-12')
    expect(await preview(userId, 'plan-24')).toMatchObject({ converted: 'nothing', daysAfter: 0 })
    await buy(userId, 'plan-24')
    expect(await conversions(userId)).toEqual([])
  })

  it('a preview of an unknown plan is refused', async () => {
    const { userId } = await createUser(shop.deps.database)
    await expect(preview(userId, 'nonesuch')).rejects.toMatchObject({ status: 'InvalidProduct' })
  })
})
