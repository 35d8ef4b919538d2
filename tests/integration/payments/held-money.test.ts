import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMoved } from '#server/modules/ledger/daily-revenue.queries.ts'
import { listMovedOf } from '#server/modules/ledger/ledger.queries.ts'
import { sumByCurrency, sumRevenue } from '#server/modules/ledger/revenue.rules.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
})
afterAll(() => db.drop())

const price = 4_490
const coins = async () =>
  company.order(await company.person(), { totalMinor: price, currency: 'USD', provider: 'crypto' })
const card = (order: Bought, kind: 'paid' | 'refunded', minor: number) =>
  company.settle(order.orderId, [company.fact(order, kind, minor)])
const dropped = (order: Bought, hash: string, minor: number) =>
  company.settle(order.orderId, [
    { ...company.fact(order, 'reverted', minor), provider: 'crypto', providerTxnId: hash },
  ])
const lost = (order: Bought, hash: string, minor: number) =>
  company.settle(order.orderId, [
    {
      ...company.fact(order, 'disputed', minor),
      provider: 'crypto',
      providerTxnId: hash,
      disputeId: `D ${hash}`,
      isLost: true,
    },
  ])
/** Balances of an order: money held in suspense, and revenue less refunds and chargebacks. */
async function books({ orderId }: Bought): Promise<{ held: number; revenue: number }> {
  const [row] = await db.asOwner<{ held: number; revenue: number }>(
    `select coalesce(sum((credit = 'suspense')::int * amount_minor - (debit = 'suspense')::int * amount_minor), 0)::int as held,
       coalesce(sum((credit = any(a))::int * amount_minor - (debit = any(a))::int * amount_minor), 0)::int as revenue
     from ledger_postings, (select array['revenue', 'refunds', 'chargebacks'] as a) accounts where order_id = $1`,
    [orderId],
  )
  const { problems } = await verifyLedger(db.database)
  expect(problems).toEqual([])
  return row!
}

describe('excess money of an order', () => {
  it('money in suspense is no revenue of the day or the user, and leaves suspense when it is refunded', async () => {
    const from = new Date()
    const order = await coins()
    await company.transfer(order, `A ${order.orderId}`, price + 2_245)
    expect(await books(order)).toEqual({ held: 2_245, revenue: price })
    const revenue = async () =>
      sumRevenue(await listMoved(db.database, from, new Date(Date.now() + 60_000))).map(({ netMinor }) => netMinor)
    expect(await revenue()).toEqual([price])
    const ofPerson = sumByCurrency(await listMovedOf(db.database, order.userId, 10))
    expect(ofPerson).toEqual([{ currency: 'USD', paidMinor: price, refundedMinor: 0, lostMinor: 0 }])
    await company.giveBack(order, `A ${order.orderId}`, 2_245)
    expect(await books(order)).toEqual({ held: 0, revenue: price })
    expect(await revenue()).toEqual([price])
    expect(sumByCurrency(await listMovedOf(db.database, order.userId, 10))).toEqual(ofPerson)
  })

  it('a second transfer is in suspense, whichever of the two is refunded', async () => {
    for (const back of ['A', 'B']) {
      const order = await coins()
      for (const each of ['A', 'B']) await company.transfer(order, `${each} ${order.orderId}`, price)
      expect(await books(order)).toEqual({ held: price, revenue: price })
      await company.giveBack(order, `${back} ${order.orderId}`, price)
      expect(await books(order)).toEqual({ held: 0, revenue: price })
    }
  })

  it('all money of a short order is in suspense, and only the excess once more arrived', async () => {
    const order = await coins()
    await company.transfer(order, `A ${order.orderId}`, 4_000)
    expect(await books(order)).toEqual({ held: 4_000, revenue: 0 })
    await company.transfer(order, `B ${order.orderId}`, 1_000)
    expect(await books(order)).toEqual({ held: 510, revenue: price })
  })

  it('the duplicate is in suspense when a card and a chain payment both arrive, in either order', async () => {
    for (const isCardFirst of [true, false]) {
      const order = await coins()
      const [attempt] = await db.asOwner<{ id: string }>(
        `insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, expires_at)
         select 'C' || substr(id, 2), order_id, 'alipay', 'alipay', currency, amount_minor, status, expires_at
         from payment_attempts where order_id = $1 returning id`,
        [order.orderId],
      )
      const byCard = { ...order, attemptId: attempt!.id }
      if (isCardFirst) await card(byCard, 'paid', price)
      await company.transfer(order, `A ${order.orderId}`, price)
      if (!isCardFirst) await card(byCard, 'paid', price)
      expect(await books(order)).toEqual({ held: price, revenue: price })
      await company.giveBack(order, `A ${order.orderId}`, price)
      expect(await books(order)).toEqual({ held: 0, revenue: price })
    }
  })

  it('the remaining partial payment is in suspense when the chain drops the other one', async () => {
    const order = await coins()
    await company.transfer(order, `A ${order.orderId}`, 3_000)
    await company.transfer(order, `B ${order.orderId}`, 2_000)
    expect(await books(order)).toEqual({ held: 510, revenue: price })
    await dropped(order, `A ${order.orderId}`, 3_000)
    expect(await books(order)).toEqual({ held: 2_000, revenue: 0 })
    await company.transfer(order, `A.1 ${order.orderId}`, 3_000)
    expect(await books(order)).toEqual({ held: 510, revenue: price })
  })

  it('a lost dispute is paid from suspense first, before and after a refund of that order', async () => {
    for (const isLostFirst of [true, false]) {
      const order = await coins()
      await company.transfer(order, `A ${order.orderId}`, price)
      await company.transfer(order, `B ${order.orderId}`, price)
      const steps = [
        () => lost(order, `A ${order.orderId}`, price),
        () => company.giveBack(order, `B ${order.orderId}`, 1_000),
      ]
      for (const step of isLostFirst ? steps : steps.toReversed()) await step()
      expect(await books(order)).toEqual({ held: 0, revenue: price - 1_000 })
    }
  })

  it('ledger verification finds suspense booked as revenue, or twice', async () => {
    const order = await coins()
    await company.transfer(order, `A ${order.orderId}`, price + 700)
    const move = (id: string, debit: string, credit: string) =>
      db.asOwner(
        `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
         values (gen_random_uuid(), 'adjustment', $2, $1, $3, $4, 'USD', 700)`,
        [order.orderId, id, debit, credit],
      )
    await move('taken', 'suspense', 'revenue')
    expect((await verifyLedger(db.database)).problems).toEqual([
      `order ${order.orderId}: money held in USD is 700 by the facts and 0 in the books`,
    ])
    // The next settlement corrects the books.
    await company.settle(order.orderId, [])
    expect(await books(order)).toEqual({ held: 700, revenue: price })
    await move('twice', 'revenue', 'suspense')
    expect((await verifyLedger(db.database)).problems).toHaveLength(1)
    await company.settle(order.orderId, [])
    expect(await books(order)).toEqual({ held: 700, revenue: price })
  })
})
