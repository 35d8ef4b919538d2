import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freeHeldSeat } from '#server/workflows/groups/free-seat.ts'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { openGroups, plan, type GroupWorld } from './groups.setup.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const refused = (status: string) => expect.objectContaining({ status })

describe('share price', () => {
  it.each([2, 3] as const)(
    'a share costs the price of a group of %i, and without that price no such group is sold',
    async (size) => {
      const { groupId } = await world.start(await world.user(), size, 'pay_self')
      const [group] = await world.rows<{ unit: string }>('select unit_price_minor as unit from groups where id = $1', [
        groupId,
      ])
      expect(Number(group!.unit)).toBe(plan.unit[size])

      const creator = await world.user()
      const [price] = await world.rows<{ minor: string }>(
        `delete from group_prices where goods_id = $1 and size = $2 and currency = 'CNY' returning per_person_minor as minor`,
        [plan.id, size],
      )
      try {
        await expect(world.start(creator, size, 'pay_self')).rejects.toEqual(refused('InvalidProduct'))
      } finally {
        await world.rows(
          `insert into group_prices (goods_id, size, currency, per_person_minor) values ($1, $2, 'CNY', $3) returning size`,
          [plan.id, size, price!.minor],
        )
      }
    },
  )
})

describe('pay all', () => {
  it('a pay-all group is finished by the creator’s payment, and each friend joins once for free', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_all')
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(creatorId)).toMatchObject({ standing: 1 })
    const [friend, other, third] = [await world.user(), await world.user(), await world.user()]
    await world.joinFree(friend, groupId)
    await expect(world.joinFree(friend, groupId)).rejects.toEqual(refused('GroupJoined'))
    await expect(world.joinForPay(other, groupId)).rejects.toEqual(refused('GroupSeatFree'))
    await world.joinFree(other, groupId)
    await expect(world.joinFree(third, groupId)).rejects.toEqual(refused('GroupFull'))
    for (const userId of [friend, other]) expect(await world.time(userId)).toMatchObject({ standing: 1 })
    expect(await world.time(third)).toEqual({ standing: 0, seconds: 0 })
    const orders = await world.rows('select id from orders where group_id = $1', [groupId])
    expect(orders).toEqual([{ id: orderId }])
    const view = await world.view(creatorId, groupId)
    expect(view).toMatchObject({ state: 'finished', status: 1, paymentType: 0, amountPaidMinor: 3 * plan.unit[3] })
    expect(view.mine).toMatchObject({ isCreator: true, state: 'member', canLeave: false, restSeats: 0 })
    await expect(world.leave(friend, groupId)).rejects.toEqual(refused('GroupFinished'))
  })

  it('the creator gets the time of every seat that nobody took, once', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_all')
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    await world.passTime(groupId)
    await expect(world.joinFree(await world.user(), groupId)).rejects.toEqual(refused('GroupExpired'))
    await world.work()
    await world.work()
    expect(await world.time(creatorId)).toMatchObject({ standing: 2 })
    expect(await world.time(friend)).toMatchObject({ standing: 1 })
    await expect(world.joinFree(await world.user(), groupId)).rejects.toEqual(refused('GroupExpired'))
  })

  it('a dispute about a pay-all payment takes back exactly the time that it bought', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(2, 'pay_all')
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    await world.state(orderId, 'disputed')
    for (const userId of [creatorId, friend]) expect(await world.time(userId)).toEqual({ standing: 0, seconds: 0 })
    expect((await world.seats(groupId)).map(({ state }) => state)).toEqual(['lost', 'lost'])
    const late = await world.user()
    await expect(world.joinFree(late, groupId)).rejects.toEqual(refused('GroupFull'))
  })

  it('a pay-all group accepts nobody before the creator has paid', async () => {
    const creator = await world.user()
    const { groupId, orderId } = await world.start(creator, 2, 'pay_all')
    await expect(world.joinFree(await world.user(), groupId)).rejects.toEqual(refused('GroupCreatorUnpaid'))
    await expect(world.joinForPay(await world.user(), groupId)).rejects.toEqual(refused('GroupCreatorUnpaid'))
    expect(await world.time(creator)).toEqual({ standing: 0, seconds: 0 })
    await world.leave(creator, groupId)
    expect(await world.status(groupId)).toBe('closed')
    expect(await world.orderStatus(orderId)).toBe('cancelled')
    await expect(world.joinFree(await world.user(), groupId)).rejects.toEqual(refused('GroupClosed'))
    await world.pay(orderId)
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(creator)).toMatchObject({ standing: 1 })
  })
})

describe('pay self', () => {
  it('the payment of the last share grants time to all members in one database transaction', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const [a, b, c] = [await world.user(), await world.user(), await world.user()]
    const first = await world.joinForPay(a, groupId)
    await expect(world.joinForPay(a, groupId)).rejects.toEqual(refused('GroupJoined'))
    const second = await world.joinForPay(b, groupId)
    await expect(world.joinForPay(c, groupId)).rejects.toEqual(refused('GroupSeatsHeld'))
    await expect(world.joinFree(c, groupId)).rejects.toEqual(refused('GroupSeatsHeld'))
    await world.pay(first)
    expect((await world.view(a, groupId)).mine).toMatchObject({ state: 'waiting', seat: 2 })
    expect(await world.time(creatorId)).toEqual({ standing: 0, seconds: 0 })
    await world.pay(second)
    for (const userId of [creatorId, a, b]) {
      expect(await world.time(userId)).toMatchObject({ standing: 1 })
      expect((await world.view(userId, groupId)).mine).toMatchObject({ state: 'member' })
    }
    const instants = await world.rows(`select distinct granted_at from membership_grants where source_id like $1`, [
      `${groupId}:%`,
    ])
    expect(instants).toHaveLength(1)
    await world.pay(second)
    expect(await world.time(b)).toMatchObject({ standing: 1 })
  })

  it('a free join is refused in a group where each member pays', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    await expect(world.joinFree(await world.user(), groupId)).rejects.toEqual(refused('GroupSeatNotFree'))
  })

  it('an expired unfilled group refunds every payment', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_self')
    const [member, paying] = [await world.user(), await world.user()]
    const share = await world.joinForPay(member, groupId)
    await world.pay(share)
    const unpaid = await world.joinForPay(paying, groupId)
    await world.passTime(groupId)
    await expect(world.joinForPay(await world.user(), groupId)).rejects.toEqual(refused('GroupExpired'))
    await world.work()
    expect(await world.status(groupId)).toBe('expired')
    expect([await world.orderStatus(orderId), await world.orderStatus(share)]).toEqual(['refunded', 'refunded'])
    expect(await world.orderStatus(unpaid)).toBe('cancelled')
    expect((await world.view(member, groupId)).mine.state).toBe('refunded')
    expect((await world.view(paying, groupId)).mine.state).toBe('left')
    for (const userId of [creatorId, member, paying])
      expect(await world.time(userId)).toEqual({ standing: 0, seconds: 0 })
    // The provider did not close the attempt in time, so the payment is refunded.
    await world.pay(unpaid)
    await world.work()
    expect(await world.orderStatus(unpaid)).toBe('refunded')
  })

  it('a group has a deadline after 24 hours and a job that ends it', async () => {
    const { groupId } = await world.start(await world.user(), 2, 'pay_self')
    const [times] = await world.rows<{ hours: number; lateSeconds: number }>(
      `select extract(epoch from g.expires_at - g.created_at)::float8 / 3600 as hours,
         extract(epoch from j.start_after - g.expires_at)::float8 as "lateSeconds"
       from groups g join pgboss.job j on j.data->'payload'->>'groupId' = g.id where g.id = $1`,
      [groupId],
    )
    expect(times!.hours).toBe(24)
    // The job runs a second after the deadline, less the microseconds that a Date drops.
    expect(times!.lateSeconds).toBeGreaterThanOrEqual(0)
    expect(times!.lateSeconds).toBeLessThanOrEqual(1)
  })

  it('a payment after the deadline ends the group and is refunded', async () => {
    const { groupId, orderId } = await world.paidGroup(2, 'pay_self')
    const share = await world.joinForPay(await world.user(), groupId)
    await world.passTime(groupId)
    await world.pay(share)
    expect(await world.status(groupId)).toBe('expired')
    await world.work()
    expect([await world.orderStatus(orderId), await world.orderStatus(share)]).toEqual(['refunded', 'refunded'])
  })
})

describe('group seats', () => {
  it('a seat is free again when its order ends', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const [a, b] = [await world.user(), await world.user()]
    const order = await world.joinForPay(a, groupId)
    await expect(world.joinForPay(b, groupId)).rejects.toEqual(refused('GroupSeatsHeld'))
    await world.leave(a, groupId)
    expect(await world.orderStatus(order)).toBe('cancelled')
    expect((await world.view(a, groupId)).mine).toMatchObject({ state: 'left', seat: null })
    await world.joinForPay(b, groupId)
  })

  it('a lapsed seat goes to the next buyer, and the late payer gets another seat or a refund', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const [late, quick, last] = [await world.user(), await world.user(), await world.user()]
    const lateOrder = await world.joinForPay(late, groupId)
    const lastOrder = await world.joinForPay(last, groupId)
    await world.closeWindow(lateOrder)
    await world.pay(await world.joinForPay(quick, groupId))
    await world.leave(last, groupId)
    await world.pay(lateOrder)
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(late)).toMatchObject({ standing: 1 })
    await world.pay(lastOrder)
    await world.work()
    expect(await world.orderStatus(lastOrder)).toBe('refunded')
    expect(await world.time(last)).toEqual({ standing: 0, seconds: 0 })
  })

  it('a lapsed seat that nobody took is still valid for its holder', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const order = await world.joinForPay(friend, groupId)
    await world.closeWindow(order)
    await world.pay(order)
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(friend)).toMatchObject({ standing: 1 })
  })

  it('a seat is free again even when the provider cannot close the attempt', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const [a, b] = [await world.user(), await world.user()]
    const [cancelled, expired] = [await world.joinForPay(a, groupId), await world.joinForPay(b, groupId)]
    world.bank.closing = 'not_found'
    await world.leave(a, groupId)
    await world.closeWindow(expired)
    await expireOrder(world.deps, expired)
    world.bank.closing = 'closed'
    expect([await world.orderStatus(cancelled), await world.orderStatus(expired)]).toEqual(['cancelled', 'expired'])
    expect(await world.seats(groupId)).toHaveLength(1)
  })

  it('a seat expires with its order', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const order = await world.joinForPay(await world.user(), groupId)
    await world.closeWindow(order)
    await expireOrder(world.deps, order)
    expect(await world.orderStatus(order)).toBe('expired')
    expect(await world.seats(groupId)).toHaveLength(1)
  })
})

describe('leaving a group', () => {
  it('leaving before completion refunds the share and frees the seat', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const [a, b] = [await world.user(), await world.user()]
    const share = await world.joinForPay(a, groupId)
    await expect(world.leave(b, groupId)).rejects.toEqual(refused('NotFound'))
    await world.rows(`update groups set size = 3 where id = $1`, [groupId])
    await world.pay(share)
    await world.leave(a, groupId)
    expect(await world.orderStatus(share)).toBe('refunding')
    expect((await world.view(a, groupId)).mine.state).toBe('refunding')
    await world.work()
    expect((await world.view(a, groupId)).mine.state).toBe('refunded')
    await world.pay(await world.joinForPay(a, groupId))
    await world.pay(await world.joinForPay(b, groupId))
    expect(await world.time(a)).toMatchObject({ standing: 1 })
  })

  it('a buyer whose payment completes the group while they leave is told so, and keeps the seat', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const order = await world.joinForPay(friend, groupId)
    const { close } = world.bank
    world.bank.close = async () => {
      await world.pay(order)
      return 'closed'
    }
    try {
      await expect(world.leave(friend, groupId)).rejects.toEqual(refused('GroupFinished'))
    } finally {
      world.bank.close = close
    }
    expect(await world.time(friend)).toMatchObject({ standing: 1 })
  })

  it('a creator who leaves ends the group, and all payments are refunded', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_self')
    const [member, paying] = [await world.user(), await world.user()]
    const share = await world.joinForPay(member, groupId)
    await world.pay(share)
    const unpaid = await world.joinForPay(paying, groupId)
    await world.leave(creatorId, groupId)
    await world.work()
    expect(await world.status(groupId)).toBe('closed')
    expect([await world.orderStatus(orderId), await world.orderStatus(share)]).toEqual(['refunded', 'refunded'])
    expect(await world.orderStatus(unpaid)).toBe('cancelled')
    await expect(world.joinForPay(await world.user(), groupId)).rejects.toEqual(refused('GroupClosed'))
  })

  it('a share paid 0.01 short is under review while its seat is reserved, and the member can neither pay nor leave', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const member = await world.user()
    const share = await world.joinForPay(member, groupId)
    expect((await world.view(member, groupId)).mine).toMatchObject({ state: 'unpaid', canLeave: true })
    const { amountMinor } = (await world.view(member, groupId)).mine.orders[0]!
    await world.pay(share, undefined, amountMinor - 1)
    expect(await world.orderStatus(share)).toBe('review')
    const view = await world.view(member, groupId)
    expect(view.mine).toMatchObject({ state: 'review', canLeave: false, seat: 2 })
    expect(view.seats[1]).toMatchObject({ state: 'held' })
    await expect(world.leave(member, groupId)).rejects.toEqual(refused('OrderOver'))
  })

  it('a seat paid 0.01 short stays with its buyer while the payment is checked, and nobody else gets it', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const [member, stranger] = [await world.user(), await world.user()]
    const share = await world.joinForPay(member, groupId)
    await world.payShort(share)
    await world.closeWindow(share)
    await world.rows(`update group_events set at = at - interval '1 hour' where group_id = $1`, [groupId])
    const { mine, expiresAt } = await world.view(member, groupId)
    expect(mine).toMatchObject({ state: 'review', seat: 2, keptUntil: expiresAt - 2 * 3_600_000 })
    await expect(world.joinForPay(stranger, groupId)).rejects.toEqual(refused('GroupSeatsHeld'))
    await expect(world.joinForPay(member, groupId)).rejects.toEqual(refused('GroupJoined'))
    await expect(world.payRest(creatorId, groupId, 1)).rejects.toEqual(refused('GroupNothingToPay'))
    expect((await world.view(creatorId, groupId)).mine.freeableSeats).toEqual([])
    await expect(freeHeldSeat(world.deps.database, creatorId, groupId, 2)).rejects.toEqual(refused('GroupSeatNotHeld'))
    await world.pay(share)
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(member)).toMatchObject({ standing: 1 })
  })

  it('a half-paid seat opens again two hours before the group ends, and its late payer is refunded', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const [member, stranger] = [await world.user(), await world.user()]
    const share = await world.joinForPay(member, groupId)
    await world.payShort(share)
    await world.closeWindow(share)
    await world.rows(
      `with soon as (update groups set expires_at = now() + interval '119 minutes' where id = $1 returning id, expires_at)
       update group_seats s set half_paid_until = soon.expires_at - interval '2 hours' from soon
       where group_id = soon.id and half_paid_until is not null`,
      [groupId],
    )
    expect((await world.view(member, groupId)).mine).toMatchObject({ state: 'review', keptUntil: null })
    await world.pay(await world.joinForPay(stranger, groupId))
    await world.pay(share)
    await world.work()
    expect([await world.status(groupId), await world.orderStatus(share)]).toEqual(['finished', 'refunded'])
    expect([await world.time(stranger), await world.time(member)]).toMatchObject([{ standing: 1 }, { standing: 0 }])
  })

  it('a seat with less than half of its price lapses with its payment window', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const [member, stranger] = [await world.user(), await world.user()]
    const share = await world.joinForPay(member, groupId)
    await world.pay(share, undefined, Math.floor(plan.unit[2] / 2) - 1)
    await world.closeWindow(share)
    expect((await world.view(member, groupId)).mine).toMatchObject({ state: 'review', keptUntil: null })
    await world.joinForPay(stranger, groupId)
  })

  it('a refused refund after leaving opens a review, and the seat is not given back', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const member = await world.user()
    const share = await world.joinForPay(member, groupId)
    await world.pay(share)
    world.bank.refuseRefunds = true
    await world.leave(member, groupId)
    await world.work()
    world.bank.refuseRefunds = false
    expect((await world.view(member, groupId)).mine.state).toBe('review')
    expect(await world.seats(groupId)).toHaveLength(1)
    const reviews = await world.rows('select reason from review_items where order_id = $1', [share])
    expect(reviews).toEqual([{ reason: 'refund_failed' }])
  })
})

describe('refund after completion', () => {
  it("a refund after completion takes only that member's time", async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const share = await world.joinForPay(friend, groupId)
    await world.pay(share)
    await requestRefund(world.deps.database, {
      orderId: share,
      amountMinor: 'all',
      reason: 'asked',
      requestedBy: ada,
    })
    await world.work()
    expect(await world.time(friend)).toEqual({ standing: 0, seconds: 0 })
    expect((await world.view(friend, groupId)).mine.state).toBe('refunded')
    expect(await world.time(creatorId)).toMatchObject({ standing: 1 })
    expect(await world.status(groupId)).toBe('finished')
  })
})
