import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGroups, plan, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const refused = (status: string) => expect.objectContaining({ status })

describe('creator pays the rest', () => {
  it('the creator can pay for the open seats, which completes the group and leaves them free to take', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_self')
    expect((await world.view(creatorId, groupId)).mine).toMatchObject({ restSeats: 2, restMinor: 2 * plan.unit[3] })
    const rest = await world.payRest(creatorId, groupId, 2)
    await expect(world.payRest(creatorId, groupId, 2)).rejects.toEqual(refused('GroupNothingToPay'))
    await expect(world.joinForPay(await world.user(), groupId)).rejects.toEqual(refused('GroupSeatsHeld'))
    await world.pay(rest)
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(creatorId)).toMatchObject({ standing: 1 })
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    expect(await world.time(friend)).toMatchObject({ standing: 1 })
    await world.passTime(groupId)
    await world.work()
    expect(await world.time(creatorId)).toMatchObject({ standing: 2 })
    // A dispute about this payment takes back the time of its seat; the creator keeps their own share.
    await world.state(rest, 'disputed')
    expect(await world.time(creatorId)).toMatchObject({ standing: 1 })
    expect(await world.time(friend)).toEqual({ standing: 0, seconds: 0 })
    expect(await world.orderStatus(orderId)).toBe('paid')
  })

  it('a friend who is paying keeps the seat when the creator pays for the remaining seats', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const [friend, guest] = [await world.user(), await world.user()]
    const share = await world.joinForPay(friend, groupId)
    await expect(world.payRest(creatorId, groupId, 2)).rejects.toEqual(refused('PriceChanged'))
    await world.pay(await world.payRest(creatorId, groupId, 1))
    expect(await world.status(groupId)).toBe('unfinished')
    await world.joinFree(guest, groupId)
    expect((await world.view(guest, groupId)).mine).toMatchObject({ state: 'waiting' })
    expect(await world.time(guest)).toEqual({ standing: 0, seconds: 0 })
    await world.leave(guest, groupId)
    await world.joinFree(guest, groupId)
    await world.pay(share)
    for (const userId of [creatorId, friend, guest]) expect(await world.time(userId)).toMatchObject({ standing: 1 })
  })

  it("the creator's payments are refunded when the group expires anyway", async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_self')
    const friend = await world.user()
    await world.joinForPay(friend, groupId)
    const rest = await world.payRest(creatorId, groupId, 1)
    await world.pay(rest)
    await world.passTime(groupId)
    await world.work()
    expect([await world.orderStatus(orderId), await world.orderStatus(rest)]).toEqual(['refunded', 'refunded'])
  })

  it('only the creator can pay for the remaining seats', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    await expect(world.payRest(await world.user(), groupId, 2)).rejects.toEqual(refused('NotFound'))
    const friend = await world.user()
    await world.joinForPay(friend, groupId)
    await expect(world.payRest(friend, groupId, 1)).rejects.toEqual(refused('Forbidden'))
  })
})
