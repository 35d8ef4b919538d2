import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideReferral, holdCommission } from '#tests/support/operator-acts.ts'
import { waitForWaiters } from '../../support/native.ts'
import { openCompany, type Company } from '../affiliates/affiliates.setup.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'
import { ada } from '#tests/support/operators.ts'

let world: GroupWorld
let company: Company
beforeAll(async () => {
  world = await openGroups()
  company = openCompany(world.db)
})
afterAll(() => world.close())

/** Complete group of two whose member was referred by an affiliate. */
async function broughtGroup() {
  const affiliate = await company.affiliate()
  const member = await company.come(affiliate.inviteCode)
  const { groupId } = await world.paidGroup(2, 'pay_self')
  const orderId = await world.joinForPay(member.userId, groupId)
  await world.pay(orderId)
  return { member, groupId, orderId }
}

/**
 * Runs `work` while another transaction locks the groups, like a payment. `had`: number of orders that could be locked
 * meanwhile. It must be all, because a transaction that waits for a group must hold no order.
 */
async function whileHeld<T>(groupIds: string[], orderIds: string[], work: () => Promise<T>) {
  const holder = new pg.Client(world.db.connection)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from groups where id = any($1) order by id for no key update', [groupIds])
    const done = work()
    await waitForWaiters(world, 1)
    const { rowCount } = await holder.query('select from orders where id = any($1) for update skip locked', [orderIds])
    await holder.query('commit')
    return { had: rowCount, result: await done }
  } finally {
    await holder.end()
  }
}

describe('operator decision about a group order', () => {
  it('holding a commission locks the group before the order', async () => {
    const { groupId, orderId } = await broughtGroup()
    const about = { orderId, number: 'N', operator: ada }
    const { had, result } = await whileHeld([groupId], [orderId], () =>
      holdCommission(world.deps.database, about, 'odd payer'),
    )
    expect([had, result]).toEqual([1, 1])
  })

  it('deciding about a referral locks both groups before any order', async () => {
    const { member, groupId, orderId } = await broughtGroup()
    const second = await world.paidGroup(2, 'pay_self')
    const other = await world.joinForPay(member.userId, second.groupId)
    await world.pay(other)
    const plan = await company.buy(member)
    const decision = { userId: member.userId, uid: 1, operator: ada }
    const last = [groupId, second.groupId].toSorted()[1]!
    const { had, result } = await whileHeld([last], [orderId, other, plan.orderId], () =>
      decideReferral(world.deps.database, decision, 'refused'),
    )
    expect([had, result]).toEqual([3, true])
    expect((await company.referral(member))?.verdict).toBe('refused')
  })
})
