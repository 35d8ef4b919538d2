import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perform } from '#tests/support/operator-acts.ts'
import { countingStatements, readPage } from '../operators/pages.setup.ts'
import { openGroups, plan, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const uidOf = async (userId: string) =>
  (await world.rows<{ uid: number }>('select uid from users where id = $1', [userId]))[0]!.uid
const numberOf = async (orderId: string) =>
  (await world.rows<{ number: string }>('select number from orders where id = $1', [orderId]))[0]!.number
const show = (group: string) => readPage(world.deps.database, 'groups.show', { group })
const each = { amountMinor: plan.unit[3], currency: 'CNY' }

describe('operator page of a group', () => {
  it('the group page shows seats, payments, refunds, events and operator actions', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_self')
    const friend = await world.user()
    const friendsOrder = await world.joinForPay(friend, groupId)
    const [creator, member, first, second] = await Promise.all([
      uidOf(creatorId),
      uidOf(friend),
      numberOf(orderId),
      numberOf(friendsOrder),
    ])
    expect(await show(groupId.toLowerCase())).toMatchObject({
      group: groupId,
      size: 3,
      each,
      type: 'pay_self',
      status: 'unfinished',
      creator,
      seats: [
        { seat: 1, uid: creator, number: first, state: 'paid', lease: null },
        { seat: 2, uid: member, number: second, state: 'held', lease: expect.any(Date) as Date },
      ],
      payments: [
        { number: first, uid: creator, seats: 1, total: each, status: 'paid', returned: { amountMinor: 0 } },
        { number: second, uid: member, seats: 1, total: each, paid: null, returned: { amountMinor: 0 } },
      ],
      acts: [],
    })
    await world.pay(friendsOrder)
    await perform(world.deps.database, 'groups.remove-seat', { group: groupId, seat: 2, reason: 'x' })
    await world.work()
    const after = await show(groupId)
    expect(after.seats.map(({ uid }) => uid)).toEqual([creator])
    expect(after.payments[1]).toMatchObject({ number: second, status: 'refunded', total: each, returned: each })
    expect(after.events.map(({ event, uid }) => [event, uid])).toEqual([
      ['started', creator],
      ['paid', creator],
      ['held', member],
      ['paid', member],
      ['removed', member],
    ])
    expect(after.acts).toMatchObject([{ action: 'groups.remove-seat', by: 'ada' }])
  })

  it('the group page uses a constant number of SQL statements', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const before = countingStatements(world.deps.database)
    await readPage(before.database, 'groups.show', { group: groupId })
    for (let n = 0; n < 2; n++) await world.pay(await world.joinForPay(await world.user(), groupId))
    const after = countingStatements(world.deps.database)
    const page = await readPage(after.database, 'groups.show', { group: groupId })
    expect([page.seats.length, page.payments.length, page.status]).toEqual([3, 3, 'finished'])
    expect(after.count()).toBe(before.count())
  })

  it('the page of an unknown group is refused', async () => {
    await expect(show('0000000000A')).rejects.toThrow('There is no group 0000000000A.')
  })
})
