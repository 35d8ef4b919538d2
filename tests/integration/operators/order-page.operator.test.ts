import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { countingStatements, readPage } from './pages.setup.ts'

let db: TestDatabase
let company: Company
let person: Person
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  company = openCompany(db)
  person = await company.come((await company.affiliate()).inviteCode)
})
afterAll(() => db.drop())

const show = (order: Bought) => readPage(db.database, 'orders.show', { order: order.orderId })
const stagesOf = async (order: Bought) =>
  Object.fromEntries((await show(order)).stages.map(({ stage, state }) => [stage, state]))

describe('order page', () => {
  it('an unpaid order that expired shows the payment as missing', async () => {
    const order = await company.order(person)
    expect(await stagesOf(order)).toMatchObject({ money: 'waits', time: 'missing', app: 'missing' })
    await db.asOwner(
      `update orders set payable_until = now() - interval '1 minute', status = 'expired' where id = $1`,
      [order.orderId],
    )
    expect(await stagesOf(order)).toMatchObject({ money: 'missing' })
  })

  it('a paid order shows the way from payment to time, ledger and app', async () => {
    const order = await company.buy(person, { totalMinor: 26_800 })
    const page = await show(order)
    expect(page).toMatchObject({
      user: person.uid,
      status: 'paid',
      total: { amountMinor: 26_800, currency: 'CNY' },
      came: { amountMinor: 26_800 },
      gone: { amountMinor: 0 },
      kept: { amountMinor: 26_800 },
      facts: [{ provider: 'alipay', kind: 'paid', transaction: `T${order.attemptId}`, sum: { amountMinor: 26_800 } }],
      attempts: [{ id: order.attemptId, status: 'paid' }],
      ledger: [{ source: 'payment', credit: 'revenue' }, { source: 'commission' }],
      time: [{ source: 'order', order: page.number, state: 'stands' }],
    })
    expect(page.memberUntil).toEqual(page.time[0]?.expires)
    expect(await stagesOf(order)).toMatchObject({ money: 'done', time: 'done', app: 'missing' })
    await db.asOwner(
      `insert into sessions (id, user_id, platform, device_id, ends_at) values (gen_random_uuid(), $1, 'ios', 'a phone', now() + interval '1 day')`,
      [person.userId],
    )
    expect(await stagesOf(order)).toMatchObject({ app: 'done' })
  })

  it('the timeline lists reports of the provider, their effects and operator actions in order', async () => {
    const order = await company.buy(person, { totalMinor: 26_800 })
    await perform(db.database, 'orders.refund', {
      order: order.orderId,
      amount: '10.00',

      reason: 'slow',
    })
    const { way, acts, refunds } = await show(order)
    const told = way.map(({ kind, what }) => `${kind} ${what}`)
    expect(told).toContain('fact paid')
    expect(told).toContain('act orders.refund')
    expect(told).toContain('refund requested')
    expect(way.map(({ at }) => at.getTime())).toEqual(way.map(({ at }) => at.getTime()).toSorted((a, b) => a - b))
    expect(acts).toMatchObject([{ by: 'ada', action: 'orders.refund' }])
    expect(refunds).toMatchObject([{ sum: { amountMinor: 1_000, currency: 'CNY' }, status: 'requested' }])
  })

  it('a fully refunded order shows payment and time as taken back', async () => {
    const order = await company.buy(person, { totalMinor: 3_500 })
    await company.settle(order.orderId, [company.fact(order, 'refunded', 3_500)])
    const page = await show(order)
    expect(page).toMatchObject({ came: { amountMinor: 3_500 }, gone: { amountMinor: 3_500 } })
    expect(page.kept).toEqual({ amountMinor: 0, currency: 'CNY' })
    expect(page.time.map(({ state }) => state)).toEqual(['reversal', 'reversed'])
    expect(await stagesOf(order)).toMatchObject({ money: 'back', time: 'back' })
  })

  it('an order with an open review shows that it waits for a decision', async () => {
    const order = await company.order(person)
    await company.settle(order.orderId, [{ ...company.fact(order, 'paid', 100) }])
    const page = await show(order)
    expect(page.reviews).toHaveLength(1)
    expect(await stagesOf(order)).toMatchObject({ money: 'waits' })
  })

  it('an order with a long history needs as many queries as a short one', async () => {
    const order = await company.buy(person, { totalMinor: 26_800 })
    const before = countingStatements(db.database)
    await readPage(before.database, 'orders.show', { order: order.orderId })
    for (let n = 0; n < 4; n++)
      await perform(db.database, 'orders.refund', { order: order.orderId, amount: '1.00', reason: 'x' })
    const after = countingStatements(db.database)
    const page = await readPage(after.database, 'orders.show', { order: order.orderId })
    expect(page.refunds).toHaveLength(4)
    expect(after.count()).toBe(before.count())
  })

  it('an unknown order number is refused', async () => {
    await expect(readPage(db.database, 'orders.show', { order: 'NONE-0000' })).rejects.toThrow('{order}')
  })
})
