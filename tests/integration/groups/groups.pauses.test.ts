import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freeHeldSeat } from '#server/workflows/groups/free-seat.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const age = (groupId: string, minutes: number) =>
  world.rows('update group_events set at = at - make_interval(mins => $2) where group_id = $1', [groupId, minutes])

describe('holding seats without paying', () => {
  it('a user pauses for an hour after two seats left unpaid in one group, and other users and groups are not affected', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const { groupId: other } = await world.paidGroup(3, 'pay_self')
    const [hoarder, friend] = [await world.user(), await world.user()]
    for (let seat = 0; seat < 2; seat++) await world.closeWindow(await world.joinForPay(hoarder, groupId))
    await expect(world.joinForPay(hoarder, groupId)).rejects.toMatchObject({ status: 'GroupSeatPause' })
    await world.joinForPay(hoarder, other)
    await world.joinForPay(friend, groupId)
    await age(groupId, 61)
    await world.joinForPay(hoarder, groupId)
  })

  it('concurrent joins give no third unpaid seat', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const hoarder = await world.user()
    for (let round = 0; round < 3; round++) {
      const tries = await Promise.allSettled(Array.from({ length: 6 }, () => world.joinForPay(hoarder, groupId)))
      for (const found of tries) if (found.status === 'fulfilled') await world.closeWindow(found.value)
    }
    const [held] = await world.rows<{ count: number }>(
      `select count(*)::int as count from group_events where group_id = $1 and user_id = $2 and event = 'held'`,
      [groupId, hoarder],
    )
    expect(held).toEqual({ count: 2 })
  })

  it('seats that were paid do not cause a pause, even after leaving', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const friend = await world.user()
    for (let time = 0; time < 2; time++) {
      await world.pay(await world.joinForPay(friend, groupId))
      await world.leave(friend, groupId)
    }
    await expect(world.joinForPay(friend, groupId)).resolves.toEqual(expect.any(String))
  })
})

describe('paying and leaving', () => {
  it('a user can leave paid groups twice a day, and not a third time', async () => {
    const friend = await world.user()
    const groups = []
    for (let index = 0; index < 3; index++) {
      const { groupId } = await world.paidGroup(3, 'pay_self')
      await world.pay(await world.joinForPay(friend, groupId))
      groups.push(groupId)
    }
    const left = await Promise.allSettled(groups.map((groupId) => world.leave(friend, groupId)))
    expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(left.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 'GroupLeavePause' } })
    const stays = groups[left.findIndex(({ status }) => status === 'rejected')]!
    await age(
      groups.find((groupId) => groupId !== stays)!,
      24 * 60 + 1,
    )
    await world.leave(friend, stays)
  })
})

describe('seat held without payment', () => {
  it('the creator can free an unpaid seat after ten minutes, and a later payment for it is refunded or seated', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const [slow, quick] = [await world.user(), await world.user()]
    const order = await world.joinForPay(slow, groupId)
    const free = (userId: string, seat = 2) => freeHeldSeat(world.deps.database, userId, groupId, seat)
    expect((await world.view(creatorId, groupId)).mine.freeableSeats).toEqual([])
    await expect(free(creatorId)).rejects.toMatchObject({ status: 'GroupSeatNotHeld' })
    await age(groupId, 10)
    expect((await world.view(creatorId, groupId)).mine.freeableSeats).toEqual([2])
    expect((await world.view(slow, groupId)).mine.freeableSeats).toEqual([])
    for (const stranger of [slow, quick]) await expect(free(stranger)).rejects.toMatchObject({ status: 'NotFound' })
    await expect(free(creatorId, 1)).rejects.toMatchObject({ status: 'GroupSeatNotHeld' })
    await free(creatorId)
    await expect(free(creatorId)).rejects.toMatchObject({ status: 'GroupSeatNotHeld' })
    await world.pay(await world.joinForPay(quick, groupId))
    expect(await world.status(groupId)).toBe('finished')
    await world.pay(order)
    await world.work()
    expect(await world.orderStatus(order)).toBe('refunded')
    expect((await world.time(slow)).standing).toBe(0)
    expect((await world.time(quick)).standing).toBe(1)
  })

  it('freeing a seat racing its payment credits the payment', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const order = await world.joinForPay(friend, groupId)
    await age(groupId, 11)
    await Promise.allSettled([freeHeldSeat(world.deps.database, creatorId, groupId, 2), world.pay(order)])
    await world.work()
    // The group is complete either way: a payment that comes first takes the seat, and a seat that was freed first is
    // open for that payment.
    expect(await world.status(groupId)).toBe('finished')
    expect((await world.time(friend)).standing).toBe(1)
  })
})
