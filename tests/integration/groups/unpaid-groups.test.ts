import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { forgetUnpaid } from '#server/workflows/orders/forget-unpaid.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'

/** The days are written as a number, because a test that imports the constant would accept any value. */
const unpaidOrderDays = 90

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const forget = () => forgetUnpaid(world.deps.database)
async function age(groupId: string, ago: string): Promise<void> {
  for (const text of [
    'update groups set created_at = now() - $2::interval * 2, expires_at = now() - $2::interval, ended_at = now() - $2::interval where id = $1',
    `update orders set payable_until = now() - $2::interval - interval '1 hour' where group_id = $1`,
    `update order_events set at = now() - $2::interval - interval '1 hour' where order_id in (select id from orders where group_id = $1)`,
  ])
    await world.rows(text, [groupId, ago])
}
const count = async (table: string, groupId: string) =>
  (await world.rows(`select 1 from ${table} where ${table === 'groups' ? 'id' : 'group_id'} = $1`, [groupId])).length
const parts = async (groupId: string) =>
  Promise.all(['groups', 'orders', 'group_seats', 'group_events'].map((table) => count(table, groupId)))
async function unfilled(): Promise<string> {
  const { groupId } = await world.start(await world.user(), 2, 'pay_self')
  await world.passTime(groupId)
  await world.work()
  await world.work()
  expect(['expired', 'closed']).toContain(await world.status(groupId))
  return groupId
}
const over = `${unpaidOrderDays} days 1 minute`
const within = `${unpaidOrderDays - 1} days 23 hours 59 minutes`

describe('deleting unpaid groups', () => {
  it('an unpaid group is deleted with seats, history and orders after its retention, and not a minute earlier', async () => {
    const [young, old] = [await unfilled(), await unfilled()]
    expect((await parts(old)).every((n) => n > 0)).toBe(true)
    const before = await parts(young)
    await age(young, within)
    await age(old, over)
    await forget()
    expect([await parts(young), await parts(old)]).toEqual([before, [0, 0, 0, 0]])
  })

  it('a group is kept whole when one order is open or must be kept', async () => {
    const [waiting, reviewed, seatless] = [await unfilled(), await unfilled(), await unfilled()]
    for (const groupId of [waiting, reviewed, seatless]) await age(groupId, over)
    await world.rows(
      `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, price_minor,
         total_minor, status, idempotency_key, request_hash, payable_until, group_id)
       select gen_random_uuid(), 'SEATLESS', user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, price_minor,
         total_minor, 'awaiting_payment', 'seatless', request_hash, payable_until, group_id from orders where group_id = $1`,
      [seatless],
    )
    await world.rows(`update orders set status = 'awaiting_payment' where group_id = $1`, [waiting])
    await world.rows(
      `insert into review_items (id, order_id, reason, details) select gen_random_uuid(), id, 'x', '{}' from orders where group_id = $1`,
      [reviewed],
    )
    const before = [await parts(waiting), await parts(reviewed), await parts(seatless)]
    await forget()
    expect([await parts(waiting), await parts(reviewed), await parts(seatless)]).toEqual(before)
  })
})

describe('group with a payment', () => {
  it('a group with a payment is kept, even when all money was refunded', async () => {
    const { groupId, orderId } = await world.paidGroup(2, 'pay_self')
    await world.passTime(groupId)
    for (let round = 0; round < 3; round++) await world.work()
    expect(await world.orderStatus(orderId)).toBe('refunded')
    await age(groupId, over)
    const before = await parts(groupId)
    await forget()
    expect(await parts(groupId)).toEqual(before)
  })

  it('an unpaid order without a seat is deleted from a paid group, and its seat history stays', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const [slow, quick] = [await world.user(), await world.user()]
    const lost = await world.joinForPay(slow, groupId)
    await world.closeWindow(lost)
    await expireOrder(world.deps, lost)
    expect(await world.orderStatus(lost)).toBe('expired')
    await world.pay(await world.joinForPay(quick, groupId))
    expect(await world.status(groupId)).toBe('finished')
    await age(groupId, over)
    const [, , seats, events] = await parts(groupId)
    const seen = () =>
      world.rows(`select order_id from group_events where group_id = $1 and user_id = $2 order by at`, [groupId, slow])
    expect(await seen()).toContainEqual({ order_id: lost })
    await forget()
    expect(await parts(groupId)).toEqual([1, 2, seats, events])
    expect(await world.rows('select 1 from orders where id = $1', [lost])).toEqual([])
    expect((await seen()).length).toBeGreaterThan(0)
    expect(await seen()).not.toContainEqual({ order_id: lost })
  })
})
