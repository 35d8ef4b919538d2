import { commissionOf } from '#shared/affiliate-terms.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCompany, type Company } from './affiliates.setup.ts'
import { openGroups, plan, type GroupWorld } from '../groups/groups.setup.ts'

let world: GroupWorld
let company: Company
beforeAll(async () => {
  world = await openGroups()
  company = openCompany(world.db)
})
afterAll(() => world.close())

const day = 86_400
const unit = plan.unit[2]
/** A quarter of the yuan of `seats` seats, at what the terms say a yuan is worth. */
const first = (seats: number) => commissionOf(unit * seats, 2_500, 140_000)
const commissions = async (orderId: string) =>
  (
    await world.rows<{ minor: number }>(
      'select amount_minor::int as minor from commissions where order_id = $1 order by booked_at, id',
      [orderId],
    )
  ).map(({ minor }) => minor)
const dispute = (orderId: string) => world.state(orderId, 'disputed')

describe('an invited friend in a group', () => {
  it('earns the inviter bonus time when the group is complete, nothing before, and nothing when the money goes', async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const orderId = await world.joinForPay(friend.userId, groupId)
    expect(await company.seconds(inviter)).toBe(0)
    await world.pay(orderId)
    expect(await world.status(groupId)).toBe('finished')
    const earned = await company.seconds(inviter)
    expect(earned).toBeGreaterThanOrEqual(36.5 * day)
    expect(earned).toBeLessThanOrEqual(36.6 * day)
    await world.pay(orderId)
    expect(await company.seconds(inviter)).toBe(earned)
    await dispute(orderId)
    await world.work()
    expect(await company.seconds(inviter)).toBe(0)
    expect(await company.referral(friend)).toMatchObject({ outcome: 'reversed' })
  })

  it('who waits earns no one anything, until another one’s payment completes the group', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const { groupId, orderId } = await world.start(friend.userId, 2, 'pay_self')
    await world.pay(orderId)
    expect([await world.status(groupId), await commissions(orderId)]).toEqual(['unfinished', []])
    expect(await company.referral(friend)).toMatchObject({ outcome: null })
    const other = await world.joinForPay(await world.user(), groupId)
    await world.pay(other)
    expect([await commissions(orderId), await commissions(other)]).toEqual([[first(1)], []])
    await dispute(orderId)
    await world.work()
    expect(await commissions(orderId)).toEqual([first(1), -first(1)])
  })

  it('whose group no one joins earned no one anything when the money is back', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const { groupId, orderId } = await world.start(friend.userId, 2, 'pay_self')
    await world.pay(orderId)
    await world.passTime(groupId)
    await world.work()
    expect([await world.orderStatus(orderId), await commissions(orderId)]).toEqual(['refunded', []])
    expect(await company.referral(friend)).toMatchObject({ outcome: null })
  })

  it('who pays for every seat earns by all of them', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const { orderId } = await world.start(friend.userId, 2, 'pay_all')
    await world.pay(orderId)
    expect(await commissions(orderId)).toEqual([first(2)])
  })

  it('who pays for the seats that are left earns by them too, no matter who takes them', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const { groupId, orderId } = await world.start(friend.userId, 2, 'pay_self')
    await world.pay(orderId)
    const rest = await world.payRest(friend.userId, groupId, 1)
    await world.pay(rest)
    expect(await world.status(groupId)).toBe('finished')
    const renewal = Math.floor((unit * 14) / 500)
    expect([await commissions(orderId), await commissions(rest)]).toEqual([[first(1)], [renewal]])
    await world.joinFree(await world.user(), groupId)
    expect(await commissions(rest)).toEqual([renewal])
    await dispute(rest)
    await world.work()
    expect(await commissions(rest)).toEqual([renewal, -renewal])
  })
})
