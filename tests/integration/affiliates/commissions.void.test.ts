import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { listTold } from '../../support/sent-messages.ts'
import { perform, tryPerform } from '../../support/operator-acts.ts'
import { ada, ben } from '../../support/operators.ts'
import { openCompany, type Bought, type Company } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

async function earned() {
  const affiliate = await company.affiliate()
  const friend = await company.come(affiliate.inviteCode)
  const order = await company.buy(friend, { totalMinor: 4_490, currency: 'USD' })
  return { affiliate, friend, order }
}
const take = ({ orderId: order }: Bought, operator = ada) =>
  perform(db.database, 'commissions.void', { order, reason: 'Bought by themselves.' }, { operator })
const problems = async () => (await verifyLedger(db.database)).problems

describe('voided commission', () => {
  it('a voided commission stays zero whatever happens to its order, and the affiliate sees the reason', async () => {
    const { affiliate, order } = await earned()
    const seen = { amount: { amountMinor: 1_122, currency: 'USD' }, paid: { amountMinor: 0 }, next: { amountMinor: 0 } }
    expect(await take(order)).toMatchObject(seen)
    expect(await company.commissions(order)).toEqual([1_122, -1_122])
    await company.pay(order)
    await company.refund(order, 1_000)
    await company.settle(order.orderId, [])
    expect(await company.commissions(order)).toEqual([1_122, -1_122])
    const told = (await listTold(db.asOwner, affiliate.userId)).filter(({ template }) => template === 'aff-void')
    expect(told).toMatchObject([{ facts: { amountMinor: 1_122, reason: 'Bought by themselves.', paidMinor: 0 } }])
    expect(await problems()).toEqual([])
    await expect(take(order)).rejects.toThrow('has no valid commission')
  })

  it('voiding a commission leaves other orders alone, and later purchases earn', async () => {
    const { friend, order } = await earned()
    const next = await company.buy(friend, { totalMinor: 4_490, currency: 'USD' })
    await take(order)
    expect(await company.commissions(next)).toEqual([898])
    const third = await company.buy(friend, { totalMinor: 4_490, currency: 'USD' })
    expect((await company.commissions(third)).length).toBe(1)
    expect(await problems()).toEqual([])
  })

  it('voiding takes only what refunds have left of a commission', async () => {
    const { order } = await earned()
    await company.refund(order, 1_000)
    expect((await take(order)).amount.amountMinor).toBe(872)
    expect((await company.commissions(order)).reduce((sum, each) => sum + each, 0)).toBe(0)
    expect(await problems()).toEqual([])
  })

  it('two operators voiding one commission at once void it once', async () => {
    const { order } = await earned()
    const input = { order: order.orderId, reason: 'x' }
    const both = await Promise.all(
      [ada, ben].map((operator) => tryPerform(db.database, 'commissions.void', input, { operator })),
    )
    expect(both.filter((each) => each !== null)).toHaveLength(1)
    expect(await company.commissions(order)).toEqual([1_122, -1_122])
  })

  it('a voided commission that was paid out is deducted from later ones', async () => {
    const { affiliate, friend, order } = await earned()
    const id = '00000000-0000-4000-8000-0000000000aa'
    await db.asOwner(
      `insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by, prepared_by_id, state, approved_by,
         approved_by_id, approved_at, chain, address, paid_by, paid_at, transaction_hash)
       values ($1, $2, '2026-01-01', 1122, 1, 'ada', $3, 'paid', 'ben', $4, now(), 'tron', 'TXYZ', 'ben', now(), 'aa')`,
      [id, affiliate.userId, ada.id, ben.id],
    )
    await db.asOwner('update commissions set settlement_id = $1 where order_id = $2', [id, order.orderId])
    expect(await take(order)).toMatchObject({ paid: { amountMinor: 1_122 }, next: { amountMinor: -1_122 } })
    await company.buy(friend, { totalMinor: 4_490, currency: 'USD' })
    const [owed] = await db.asOwner<{ minor: number }>(
      `select sum(amount_minor)::int as minor from commissions where affiliate_id = $1 and settlement_id is null`,
      [affiliate.userId],
    )
    expect(owed?.minor).toBe(898 - 1_122)
  })
})
