import { commissionOf } from '#shared/commission.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForWaiters } from '../../support/native.ts'
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
/** Commission of a quarter of the price of `seats` seats, converted from yuan by the terms. */
const first = (seats: number) => commissionOf(unit * seats, 2_500, 140_000)
const commissions = async (orderId: string) =>
  (
    await world.rows<{ minor: number }>(
      'select amount_minor::int as minor from commissions where order_id = $1 order by booked_at, id',
      [orderId],
    )
  ).map(({ minor }) => minor)
const dispute = (orderId: string) => world.state(orderId, 'disputed')

describe('invited friend in a group', () => {
  it('an inviter gets bonus time when the group completes, and loses it with the refund', async () => {
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

  it('a waiting group earns no commission until another payment completes it', async () => {
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

  it('an unfilled group earns nothing after its refund', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const { groupId, orderId } = await world.start(friend.userId, 2, 'pay_self')
    await world.pay(orderId)
    await world.passTime(groupId)
    await world.work()
    expect([await world.orderStatus(orderId), await commissions(orderId)]).toEqual(['refunded', []])
    expect(await company.referral(friend)).toMatchObject({ outcome: null })
  })

  it('a friend who pays for all seats earns the affiliate a commission on all', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const { orderId } = await world.start(friend.userId, 2, 'pay_all')
    await world.pay(orderId)
    expect(await commissions(orderId)).toEqual([first(2)])
  })

  it('an affiliate also earns a commission on the remaining seats that an invited friend pays for', async () => {
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

  describe('two groups paid at the same moment', () => {
    async function payBoth(inviteCode: string) {
      const friend = await company.come(inviteCode)
      const orders = [await world.start(friend.userId, 2, 'pay_all'), await world.start(friend.userId, 2, 'pay_all')]
      const gate = new pg.Client(world.db.connection)
      await gate.connect()
      await gate.query('begin')
      await gate.query('select 1 from referrals where user_id = $1 for update', [friend.userId])
      const paid = Promise.all(orders.map(({ orderId }) => world.pay(orderId)))
      await waitForWaiters(world, 2)
      await gate.query('commit')
      await gate.end()
      await paid
      return { friend, orderIds: orders.map(({ orderId }) => orderId) }
    }

    it('two groups paid at once earn one first and one renewal commission', async () => {
      const affiliate = await company.affiliate()
      const { friend, orderIds } = await payBoth(affiliate.inviteCode)
      const types = await world.rows<{ type: string }>(
        'select type from commissions where order_id = any($1) order by type',
        [orderIds],
      )
      expect(types.map(({ type }) => type)).toEqual(['first', 'renewal'])
      const [totals] = await world.rows('select paid from inviter_totals where user_id = $1', [affiliate.userId])
      expect([totals, (await company.referral(friend))?.outcome]).toEqual([{ paid: 1 }, 'commission'])
    })

    it('two groups paid at once earn the inviter bonus time for one', async () => {
      const member = await company.member()
      const before = await company.seconds(member)
      const { orderIds } = await payBoth(member.inviteCode)
      const earned = (await company.seconds(member)) - before
      expect([earned > 36 * day, earned < 37 * day]).toEqual([true, true])
      expect(await Promise.all(orderIds.map((id) => world.orderStatus(id)))).toEqual(['paid', 'paid'])
    })
  })
})
