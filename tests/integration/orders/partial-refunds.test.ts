import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { momentIn } from '#shared/moment-text.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import type { Purchase } from '#server/workflows/orders/place-order.ts'
import { readReceipt } from '#server/workflows/orders/read-receipt.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { yearDays } from '#tests/support/one-year.ts'
import { createUser } from '../../support/factories.ts'
import { createGate, eventually, openShop, type Shop } from '../payments/payments.setup.ts'
import * as planOrders from './orders.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const dayMs = 86_400_000
const settle = ({ orderId }: planOrders.Ordered, status?: string) => planOrders.settle(shop, orderId, status)
async function buy(userId: string, more: Partial<Purchase> = {}): Promise<planOrders.Ordered> {
  const ordered = await planOrders.placePlan(shop, userId, more)
  planOrders.payAtGateway(shop, ordered)
  await settle(ordered)
  return ordered
}
const newBuyer = async () => (await createUser(shop.deps.database)).userId
const ask = ({ orderId }: planOrders.Ordered, amount: string, takeDays: number, preview = false) =>
  perform(shop.deps.database, 'orders.refund', { order: orderId, amount, takeDays, reason: 'asked for' }, { preview })
async function part(ordered: planOrders.Ordered, amount: string, takeDays: number): Promise<void> {
  await ask(ordered, amount, takeDays)
  await settle(ordered, 'partially_refunded')
}
const giveAllBack = (ordered: planOrders.Ordered) => planOrders.giveBack(shop, ordered.orderId)
const membershipOf = async (userId: string) => (await findMembership(shop.deps.database, userId))!
const daysLeft = async (userId: string): Promise<number> => {
  const { expiresAt, now } = await membershipOf(userId)
  return Math.round(Math.max(0, expiresAt!.getTime() - now.getTime()) / dayMs)
}
const mails = async (userId: string) =>
  (
    await shop.rows<{ facts: { takenDays?: number } }>(
      `select facts from outbox_messages where user_id = $1 and template = 'refund' order by created_at`,
      [userId],
    )
  ).map(({ facts }) => facts)

describe('partial refund that takes days back', () => {
  it('a partial refund previews the days it takes, takes them once it is paid, and reports them afterwards', async () => {
    const userId = await newBuyer()
    const ordered = await buy(userId)
    const { expiresAt } = await membershipOf(userId)
    const shown = await ask(ordered, '100.00', 120, true)
    const then = new Date(expiresAt!.getTime() - 120 * dayMs)
    expect(shown).toMatchObject({ takesTimeBack: false, takesDays: 120, onceSent: then })
    expect(await daysLeft(userId)).toBe(yearDays)
    await ask(ordered, '100.00', 120)
    expect(await daysLeft(userId)).toBe(yearDays)
    await settle(ordered, 'partially_refunded')
    expect(await membershipOf(userId)).toMatchObject({ expiresAt: then, yearlyUntil: then })
    const { entries } = await explainMembership(shop.deps.database, userId, 'en')
    const [first, second, ...more] = entries
    expect(more).toEqual([])
    expect(second).toMatchObject({
      source: 'refund',
      seconds: (-120 * dayMs) / 1000,
      orderNumber: first!.orderNumber,
      productName: first!.productName,
    })
    const receipt = await readReceipt(shop.deps.database, { ...ordered, language: 'en' })
    expect(receipt).toMatchObject({ refunds: [{ amountMinor: 10_000 }], inTheEndMinor: 16_800, takenDays: 120 })
    expect(await mails(userId)).toMatchObject([{ takenDays: 120 }])
    const page = await perform(shop.deps.database, 'orders.show', { order: ordered.orderId })
    expect(page.time.map(({ source, order }) => [source, order])).toEqual([
      ['refund', page.number],
      ['order', page.number],
    ])
    expect(page.stages.find(({ stage }) => stage === 'time')?.state).toBe('done')
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it('keeps the time if no days are given, and previews the end of the membership in the time zone of the shop', async () => {
    const zones = [{ from: '2020-01', zone: 'Asia/Shanghai' }]
    await shop.rows(`insert into settings (key, value) values ('monthZones', $1)`, [JSON.stringify(zones)])
    const userId = await newBuyer()
    const ordered = await buy(userId)
    const { expiresAt } = await membershipOf(userId)
    const textOf = (at: Date) => momentIn(at, 'en', 'Asia/Shanghai')
    const [kept, shorter] = [await ask(ordered, '1.00', 0, true), await ask(ordered, '1.00', 30, true)]
    expect([kept.time, shorter.time]).toEqual([
      `All of the time is kept. The membership then ends on ${textOf(expiresAt!)}.`,
      `30 days are taken back when the money has arrived. The membership then ends on ${textOf(new Date(expiresAt!.getTime() - 30 * dayMs))}.`,
    ])
    await part(ordered, '1.00', 0)
    expect(await membershipOf(userId)).toMatchObject({ expiresAt })
    const whole = { order: ordered.orderId, all: true, reason: 'x' }
    const { time } = await perform(shop.deps.database, 'orders.refund', whole, { preview: true })
    expect(time).toBe('All of the time that this order bought is taken back when the money has arrived.')
    await shop.rows(`delete from settings where key = 'monthZones'`)
  })

  it('refuses in the preview what the refund would refuse: too many days, and days with a full refund', async () => {
    const userId = await newBuyer()
    const ordered = await buy(userId)
    for (const preview of [true, false]) {
      await expect(ask(ordered, '1.00', yearDays + 1, preview)).rejects.toThrow(`this order: ${yearDays}.`)
      await expect(ask(ordered, '268.00', 1, preview)).rejects.toThrow('A full refund takes the time back too')
    }
    await giveAllBack(ordered)
    expect(await mails(userId)).toHaveLength(1)
  })

  it('days of a pending partial refund are counted when another is requested at the same moment', async () => {
    const userId = await newBuyer()
    const ordered = await buy(userId)
    const gate = createGate()
    const holding = shop.deps.database.transaction(async (tx) => {
      await lockOrder(tx, ordered.orderId)
      await gate.pass()
    })
    await gate.arrived
    const asking = Promise.allSettled([ask(ordered, '100.00', 200), ask(ordered, '100.00', 200)])
    await eventually(async () => {
      const [waiting] = await shop.rows<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting!.count >= 2
    })
    gate.open()
    await holding
    const both = await asking
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(String(both.find((each) => each.status === 'rejected')?.reason)).toContain(`this order: ${yearDays - 200}.`)
    await ask(ordered, '50.00', yearDays - 200)
    await settle(ordered, 'partially_refunded')
    expect(await daysLeft(userId)).toBe(0)
  })

  it('a full refund after a partial one takes no day twice', async () => {
    const userId = await newBuyer()
    const kept = await buy(userId, { goodsId: 'plan-1' })
    const { expiresAt, totalSeconds } = await membershipOf(userId)
    const ordered = await buy(userId)
    await part(ordered, '100.00', 100)
    expect(await daysLeft(userId)).toBeLessThan(yearDays)
    await giveAllBack(ordered)
    expect(await membershipOf(userId)).toMatchObject({ expiresAt, totalSeconds })
    const receipt = await readReceipt(shop.deps.database, { ...ordered, language: 'en' })
    expect(receipt.takenDays).toBe(0)
    await giveAllBack(kept)
    expect(await membershipOf(userId)).toMatchObject({ totalSeconds: 0 })
  })

  it('a chargeback after a partial refund takes all time, and a won dispute restores it without the taken days', async () => {
    const { fakeGateway } = shop.simulator.counters.stripe
    const userId = await newBuyer()
    const ordered = await planOrders.placePlan(shop, userId, {
      method: 'card',
      currency: 'USD',
      expectedTotalMinor: 4_490,
    })
    fakeGateway.pay(fakeGateway.get(ordered.attemptId))
    await settle(ordered)
    await part(ordered, '10.00', 60)
    expect(await daysLeft(userId)).toBe(yearDays - 60)
    fakeGateway.dispute(fakeGateway.get(ordered.attemptId))
    await settle(ordered, 'review')
    expect(await membershipOf(userId)).toMatchObject({ totalSeconds: 0 })
    const [item] = await shop.rows<{ id: string }>(
      `select id from review_items where order_id = $1 and reason = 'disputed' and resolved_at is null`,
      [ordered.orderId],
    )
    await perform(shop.deps.database, 'reviews.decide', { id: item!.id, decision: 'won', reason: 'the bank agreed' })
    await settle(ordered, 'partially_refunded')
    expect(await daysLeft(userId)).toBe(yearDays - 60)
  })

  it('a failed partial refund returns the days, and a retry takes them again', async () => {
    const { fakeGateway } = shop.simulator.counters.stripe
    const userId = await newBuyer()
    const ordered = await planOrders.placePlan(shop, userId, {
      method: 'card',
      currency: 'USD',
      expectedTotalMinor: 4_490,
    })
    fakeGateway.pay(fakeGateway.get(ordered.attemptId))
    await settle(ordered)
    await part(ordered, '10.00', 60)
    const payment = fakeGateway.get(ordered.attemptId)
    fakeGateway.settleRefund(payment, payment.refunds[0]!.number, 'failed')
    await eventually(async () => (await shop.work(), (await daysLeft(userId)) === yearDays))
    const [failed] = await shop.rows<{ id: string }>('select id from refunds where order_id = $1', [ordered.orderId])
    await perform(shop.deps.database, 'refunds.retry', { refund: failed!.id, reason: 'again' })
    await eventually(async () => (await shop.work(), (await daysLeft(userId)) < yearDays))
    expect(await daysLeft(userId)).toBe(yearDays - 60)
  })

  it('a partial refund with days is refused until the upgrade of that time is refunded', async () => {
    const userId = await newBuyer()
    const ordered = await buy(userId)
    const raised = await buy(userId, {
      goodsId: 'plan-family-12',
      onlyDifference: true,
      expectedTotalMinor: 16_000,
    })
    await expect(ask(ordered, '10.00', 5)).rejects.toThrow('bought more devices for this time')
    await giveAllBack(raised)
    await part(ordered, '10.00', 5)
    expect(await daysLeft(userId)).toBe(yearDays - 5)
  })
})
