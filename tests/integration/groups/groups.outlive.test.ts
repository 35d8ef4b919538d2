import { afterAll, beforeAll, expect, it } from 'vitest'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { closeAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const closeAttempts = async (orderId: string) => {
  const rows = await world.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  for (const { id } of rows) await closeAttempt(world.deps, id)
}
const outcomeOf = async (userId: string, groupId: string) =>
  (await world.view(userId, groupId)).mine.orders.map(({ outcome }) => outcome)

it('a seat stays held when its attempt ends unpaid, and the next attempt pays it', async () => {
  const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
  const friend = await world.user()
  const orderId = await world.joinForPay(friend, groupId)
  await closeAttempts(orderId)
  expect((await world.seats(groupId)).map(({ state, userId }) => [state, userId])).toEqual([
    ['paid', creatorId],
    ['held', friend],
  ])
  expect(await outcomeOf(friend, groupId)).toEqual(['back'])
  await repayOrder(world.deps, { userId: friend, orderId, method: 'alipay' })
  expect(await outcomeOf(friend, groupId)).toEqual(['open'])
  await world.rows(
    `update orders set payable_until = now() + interval '2 minutes', created_at = created_at - interval '30 minutes'
     where id = $1`,
    [orderId],
  )
  await repayOrder(world.deps, { userId: friend, orderId, method: 'alipay' })
  const [lease] = await world.rows<{ covers: boolean }>(
    `select lease_until >= payable_until and extended_at is not null as covers
     from group_seats s join orders o on o.id = s.order_id where o.id = $1`,
    [orderId],
  )
  expect(lease).toEqual({ covers: true })
  await world.pay(orderId)
  expect([await outcomeOf(friend, groupId), await outcomeOf(creatorId, groupId)]).toEqual([
    ['group-full'],
    ['group-full'],
  ])
})

it('a creator can still pay for a group after the first attempt ended', async () => {
  const creator = await world.user()
  const { groupId, orderId } = await world.start(creator, 3, 'pay_all')
  await closeAttempts(orderId)
  expect(await world.status(groupId)).toBe('unfinished')
  await repayOrder(world.deps, { userId: creator, orderId, method: 'alipay' })
  await world.pay(orderId)
  expect(await outcomeOf(creator, groupId)).toEqual(['group-treat'])
  for (const friend of [await world.user(), await world.user()]) await world.joinFree(friend, groupId)
  expect(await outcomeOf(creator, groupId)).toEqual(['group-full'])
})

it('each order of a group shows its outcome when the group completes or expires', async () => {
  const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
  expect(await outcomeOf(creatorId, groupId)).toEqual(['group-wait'])
  const friend = await world.user()
  const orderId = await world.joinForPay(friend, groupId)
  await world.closeWindow(orderId)
  await expireOrder(world.deps, orderId)
  expect(await outcomeOf(friend, groupId)).toEqual(['group-seat'])
  await world.passTime(groupId)
  await world.work()
  const [view] = (await world.view(creatorId, groupId)).mine.orders
  expect(view).toMatchObject({
    outcome: 'group-back',
    refundedMinor: view!.amountMinor,
    refundingMinor: 0,
    boughtDays: null,
    group: { state: 'over', size: 2 },
  })
})
