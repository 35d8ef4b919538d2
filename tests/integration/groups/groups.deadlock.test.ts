import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { waitForWaiters } from '../../support/native.ts'
import { openCompany, type Company } from '../affiliates/affiliates.setup.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
let company: Company
beforeAll(async () => {
  world = await openGroups()
  company = openCompany(world.db)
})
afterAll(() => world.close())

it('completing a group and a concurrent purchase by its member lock memberships in the same order and both succeed', async () => {
  const { database } = world.deps
  const inviter = await company.member()
  const friend = await company.come(inviter.inviteCode)
  const gift = { source: 'operator', sourceId: friend.userId, seconds: 86_400, note: null } as const
  await database.transaction((tx) => grantTime(tx, { userId: friend.userId, ...gift }))
  // A group locks its memberships in order of user id.
  expect(inviter.userId < friend.userId).toBe(true)
  const { groupId, orderId: share } = await world.start(inviter.userId, 2, 'pay_self')
  await world.pay(share)
  const last = await world.joinForPay(friend.userId, groupId)
  const plan = await company.order(friend)
  const [attempt] = await world.rows<{ id: string; amount: string }>(
    'select id, amount_minor as amount from payment_attempts where order_id = $1',
    [last],
  )
  const groupFact: Fact = {
    provider: 'alipay',
    kind: 'paid',
    attemptId: attempt!.id,
    providerTxnId: `txn-${attempt!.id}`,
    refundId: null,
    amount: { amountMinor: Number(attempt!.amount), currency: 'CNY' },
    at: new Date(),
    rawHash: '',
  }
  let rounds = 0
  const settle = (orderId: string, fact: Fact) =>
    database.transaction((tx) => {
      rounds++
      return applyPaymentFacts(tx, { orderId, facts: [fact], source: 'notification' })
    })
  const holder = new pg.Client(world.db.connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from memberships where user_id = any($1) for update', [[inviter.userId, friend.userId]])
  // Both payments need both memberships: the group for its seats, the plan for the friend and the inviter's bonus time.
  const both = [settle(last, groupFact), settle(plan.orderId, company.fact(plan, 'paid', plan.totalMinor))]
  await waitForWaiters(world, 2)
  await holder.query('commit')
  await holder.end()
  await Promise.all(both)
  expect(rounds).toBe(2)
  expect(await world.status(groupId)).toBe('finished')
  expect([await world.orderStatus(last), await world.orderStatus(plan.orderId)]).toEqual(['paid', 'paid'])
  const grants = async (userId: string) =>
    (
      await world.rows<{ source: string }>('select source from membership_grants where user_id = $1 order by source', [
        userId,
      ])
    ).map(({ source }) => source)
  expect(await grants(inviter.userId)).toEqual(['group', 'invite', 'operator'])
  expect(await grants(friend.userId)).toEqual(['group', 'operator', 'order'])
})
