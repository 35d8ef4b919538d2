import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  company = openCompany(db)
})
afterAll(() => db.drop())

async function askedBack(): Promise<Bought & { refundId: string }> {
  const order = await company.buy(await company.person())
  await requestRefund(db.database, { orderId: order.orderId, amountMinor: 'all', reason: 'asked', requestedBy: ada })
  const [refund] = await db.asOwner<{ id: string }>('select id from refunds where order_id = $1', [order.orderId])
  return { ...order, refundId: refund!.id }
}
const state = async ({ orderId }: Bought) => {
  const [order] = await db.asOwner<{ status: string; granted: boolean }>(
    'select status, standing_grant is not null as granted from orders where id = $1',
    [orderId],
  )
  const [books] = await db.asOwner<{ back: number }>(
    `select coalesce(sum(amount_minor), 0)::int as back from ledger_postings where order_id = $1 and source = 'refund'`,
    [orderId],
  )
  const reviews = await db.asOwner<{ reason: string; asked: number }>(
    `select reason, (details->>'askedMinor')::int as asked from review_items where order_id = $1`,
    [orderId],
  )
  return { ...order, ...books, reviews }
}
const asksPerson = { reviews: [{ reason: 'conflicting_facts', asked: 26_800 }] }

it.each([
  [0, 'paid', 0],
  [100, 'partially_refunded', 100],
  [30_000, 'refunded', 26_800],
])(
  'a refund that the provider reports as %i minor units counts as that amount and opens a review',
  async (stated, status, back) => {
    const order = await askedBack()
    for (let told = 0; told < 2; told++)
      await company.settle(order.orderId, [company.fact(order, 'refunded', stated, order.refundId)])
    expect(await state(order)).toEqual({ status, granted: status !== 'refunded', back, ...asksPerson })
  },
)

it('a refund reported in another currency refunds nothing and opens a review', async () => {
  const order = await askedBack()
  const fact = company.fact(order, 'refunded', 26_800, order.refundId)
  await company.settle(order.orderId, [{ ...fact, amount: { amountMinor: 26_800, currency: 'JPY' } }])
  expect(await state(order)).toEqual({ status: 'refunding', granted: true, back: 0, ...asksPerson })
})

it('ledger verification finds no problems with these refunds', async () => {
  expect((await verifyLedger(db.database)).problems).toEqual([])
})
