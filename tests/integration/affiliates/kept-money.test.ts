import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Bought, type Company } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
})
afterAll(() => db.drop())

const inCoins = { totalMinor: 4_490, currency: 'USD', provider: 'crypto' } as const
const statusOf = async ({ orderId }: Bought) =>
  (await db.asOwner<{ status: string }>('select status from orders where id = $1', [orderId]))[0]!.status
const typeOf = async ({ orderId }: Bought) =>
  (await db.asOwner<{ type: string }>('select type from commissions where order_id = $1', [orderId]))[0]?.type
const firstOrderOf = async ({ userId }: { userId: string }) =>
  (
    await db.asOwner<{ id: string | null }>('select first_order_id as id from referrals where user_id = $1', [userId])
  )[0]!.id

describe('money received beyond the order total', () => {
  it('refunding the excess of one transfer leaves the commission unchanged', async () => {
    const friend = await company.come((await company.affiliate()).inviteCode)
    const order = await company.order(friend, inCoins)
    await company.transfer(order, 'one', 6_735)
    await company.giveBack(order, 'one', 2_245)
    expect(await statusOf(order)).toBe('paid')
    expect(await company.commissions(order)).toEqual([1_122])
    await company.giveBack(order, 'one', 490)
    expect(await statusOf(order)).toBe('partially_refunded')
    expect(await company.commissions(order)).toEqual([1_122, -122])
  })

  it.each(['one', 'two'])('refunding a second transfer keeps commission and first purchase: %s', async (back) => {
    const friend = await company.come((await company.affiliate()).inviteCode)
    const order = await company.order(friend, inCoins)
    await company.transfer(order, `${back} one`, 4_490)
    await company.transfer(order, `${back} two`, 4_990)
    await company.giveBack(order, `${back} ${back}`, back === 'one' ? 4_490 : 4_990)
    expect(await statusOf(order)).toBe('paid')
    expect(await company.commissions(order)).toEqual([1_122])
    expect(await firstOrderOf(friend)).toBe(order.orderId)
  })

  it('refunding an excess keeps the bonus time of the inviter', async () => {
    const member = await company.member()
    const friend = await company.come(member.inviteCode)
    const order = await company.order(friend, inCoins)
    await company.transfer(order, 'bonus', 8_980)
    const bonus = await company.seconds(member)
    expect(bonus).toBeGreaterThan(0)
    await company.giveBack(order, 'bonus', 4_490)
    expect(await company.seconds(member)).toBe(bonus)
    expect((await company.referral(friend))?.outcome).toBe('rewarded')
  })

  it('an excess payment makes no second first purchase, and the next order is a renewal', async () => {
    const friend = await company.come((await company.affiliate()).inviteCode)
    const small = await company.order(friend, { ...inCoins, totalMinor: 590, months: 1 })
    await company.transfer(small, 'small', 1_180)
    await company.giveBack(small, 'small', 590)
    const large = await company.buy(friend, { totalMinor: 9_900, currency: 'USD', months: 24 })
    expect([await typeOf(small), await typeOf(large)]).toEqual(['first', 'renewal'])
  })
})
