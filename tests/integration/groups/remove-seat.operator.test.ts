import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '#shared/contract/operator.ts'
import { exportGroups } from '#server/workflows/groups/export-groups.ts'
import { perform } from '../../support/operator-acts.ts'
import { waitForWaiters } from '../../support/native.ts'
import { countRounds } from '../../support/race-rounds.ts'
import { listTold } from '../../support/sent-messages.ts'
import { openGroups, plan, type GroupWorld } from './groups.setup.ts'
import { sentence, type BareCode } from '#text/sentence.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const remove = (
  group: string,
  seat: number,
  more: Partial<ActionInput<'groups.remove-seat'>> & { preview?: boolean } = {},
) => {
  const { preview = false, ...input } = more
  return perform(
    world.deps.database,
    'groups.remove-seat',
    { group, seat, reason: 'A stolen card.', ...input },
    { preview },
  )
}
const refused = (status: string) => expect.objectContaining({ status })
const stated = (code: BareCode) =>
  expect.objectContaining({ refusal: expect.objectContaining({ sentence: sentence(code) }) as object })
const toldAbout = async (userId: string) =>
  (await listTold(world.rows, userId)).filter(({ template }) => template === 'group-removed').map(({ facts }) => facts)
const unit = { amountMinor: plan.unit[3], currency: 'CNY' }

async function halfFull() {
  const made = await world.paidGroup(3, 'pay_self')
  const friend = await world.user()
  const orderId = await world.joinForPay(friend, made.groupId)
  await world.pay(orderId)
  return { ...made, friend, friendsOrder: orderId }
}

describe('removing a seat before the group is complete', () => {
  it('a friend is refunded once when they leave, are removed twice and the last share is paid at the same time', async () => {
    await world.rows(`insert into settings (key, value) values ('operatorLimits', '{"refundCny": 20000}')`)
    for (let round = 0; round < countRounds(20, 4); round++) {
      const { groupId, friend, friendsOrder } = await halfFull()
      const last = await world.joinForPay(await world.user(), groupId)
      await Promise.allSettled([remove(groupId, 2), world.pay(last), remove(groupId, 2), world.leave(friend, groupId)])
      await world.work()
      const [refunded] = await world.rows<{ minor: number }>(
        `select coalesce(sum(amount_minor), 0)::int as minor from refunds where order_id = $1 and status <> 'failed'`,
        [friendsOrder],
      )
      const { standing } = await world.time(friend)
      expect([refunded?.minor, standing]).toEqual([plan.unit[3], 0])
      expect(await world.orderStatus(last)).toBe('paid')
    }
  })

  it('a removed member is refunded, cannot join again, and the seat is open for others', async () => {
    const { groupId, creatorId, friend, friendsOrder } = await halfFull()
    const seen = await remove(groupId, 2, { preview: true })
    expect(seen).toMatchObject({ back: unit, becomes: 'open', others: 1, status: 'unfinished', cancelled: false })
    expect(await world.seats(groupId)).toHaveLength(2)
    await remove(groupId, 2)
    expect((await world.seats(groupId)).map(({ userId }) => userId)).toEqual([creatorId])
    await world.work()
    expect(await world.orderStatus(friendsOrder)).toBe('refunded')
    await expect(world.joinForPay(friend, groupId)).rejects.toEqual(refused('GroupRemoved'))
    const exported = await world.deps.database.transaction((tx) => exportGroups(tx, friend, 'en'))
    expect(exported).toMatchObject([{ group: groupId, seat: null, removed: true }])
    const other = await world.user()
    await world.pay(await world.joinForPay(other, groupId))
    expect((await world.seats(groupId)).map(({ userId }) => userId)).toEqual([creatorId, other])
    expect(await toldAbout(friend)).toEqual([
      expect.objectContaining({ isOwn: true, back: unit, becomes: 'open', reason: 'A stolen card.' }),
    ])
    expect(await toldAbout(creatorId)).toEqual([expect.objectContaining({ isOwn: false, back: null, reason: null })])
    const audit = await world.rows<{ details: object }>(
      `select details from audit_log where action = 'groups.remove-seat' and subject = $1`,
      [`group ${groupId}`],
    )
    expect(audit).toEqual([
      { details: expect.objectContaining({ reason: 'A stolen card.', seat: 2, back: unit }) as object },
    ])
  })

  it('removing an unpaid seat cancels its order, and a late payment is refunded', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const friend = await world.user()
    const orderId = await world.joinForPay(friend, groupId)
    expect(await remove(groupId, 2)).toMatchObject({ cancelled: true, back: null, becomes: 'open' })
    await world.pay(orderId)
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('refunded')
    expect(await world.seats(groupId)).toHaveLength(1)
  })

  it('removing a seat that the creator paid for leaves it free or refunds its price to the creator', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const slow = await world.user()
    await world.joinForPay(slow, groupId)
    const rest = await world.payRest(creatorId, groupId, 1)
    await world.pay(rest)
    const guest = await world.user()
    await world.joinFree(guest, groupId)
    expect(await remove(groupId, 3)).toMatchObject({ back: null, becomes: 'free' })
    await expect(world.joinFree(guest, groupId)).rejects.toEqual(refused('GroupRemoved'))
    const next = await world.user()
    await world.joinFree(next, groupId)
    expect(await remove(groupId, 3, { moneyBack: true })).toMatchObject({ back: unit, becomes: 'open' })
    await world.work()
    expect(await world.orderStatus(rest)).toBe('refunded')
    expect((await world.seats(groupId)).map(({ seat }) => seat)).toEqual([1, 2])
  })
})

describe('removing a seat of a complete group', () => {
  it('removing a paid seat takes its time at once and refunds it, and other members keep theirs', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const orderId = await world.joinForPay(friend, groupId)
    await world.pay(orderId)
    const done = await remove(groupId, 2)
    expect(done).toMatchObject({
      back: { amountMinor: plan.unit[2] },
      becomes: 'closed',
      status: 'finished',
      others: 1,
    })
    expect(done.after!.getTime()).toBeLessThan(done.before!.getTime())
    expect(done.creatorAfter).toEqual(done.creatorBefore)
    expect(await world.time(friend)).toMatchObject({ standing: 0, seconds: 0 })
    expect(await world.time(creatorId)).toMatchObject({ standing: 1 })
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('refunded')
    await world.pay(orderId)
    expect(await world.time(friend)).toMatchObject({ standing: 0 })
    expect((await world.view(friend, groupId)).mine.state).toBe('refunded')
  })

  it('a seat stays removed when its refund is refused, and a review is opened', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const orderId = await world.joinForPay(friend, groupId)
    await world.pay(orderId)
    world.bank.refuseRefunds = true
    try {
      await remove(groupId, 2)
      await world.work()
    } finally {
      world.bank.refuseRefunds = false
    }
    await world.pay(orderId)
    expect((await world.seats(groupId)).map(({ state }) => state)).toEqual(['paid', 'removed'])
    expect(await world.time(friend)).toMatchObject({ standing: 0 })
  })

  it('a removed seat that the creator paid for can be taken by another user', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_all')
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    expect(await remove(groupId, 2)).toMatchObject({ back: null, becomes: 'free' })
    expect(await world.time(friend)).toMatchObject({ standing: 0 })
    const other = await world.user()
    await world.joinFree(other, groupId)
    expect(await world.time(other)).toMatchObject({ standing: 1 })
    expect(await world.time(creatorId)).toMatchObject({ standing: 1 })
    expect(await world.orderStatus(orderId)).toBe('paid')
  })

  it("a removed seat that the creator paid for becomes the creator's after the deadline", async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_all')
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    await world.passTime(groupId)
    await world.work()
    const done = await remove(groupId, 2)
    expect(done).toMatchObject({ becomes: 'creator' })
    expect(done.creatorAfter!.getTime()).toBeGreaterThan(done.creatorBefore!.getTime())
    expect(await world.time(friend)).toMatchObject({ standing: 0 })
    expect(await world.time(creatorId)).toMatchObject({ standing: 2 })
  })

  it('removing a seat of a pay-all group refunds one share, and the other seats keep their time', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_all')
    const [one, two] = [await world.user(), await world.user()]
    await world.joinFree(one, groupId)
    await world.joinFree(two, groupId)
    await remove(groupId, 2, { moneyBack: true })
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('partially_refunded')
    expect((await world.seats(groupId)).map(({ state }) => state)).toEqual(['paid', 'removed', 'paid'])
    for (const [person, standing] of [
      [creatorId, 1],
      [one, 0],
      [two, 1],
    ] as const)
      expect(await world.time(person)).toMatchObject({ standing })
    expect(await toldAbout(creatorId)).toEqual([
      expect.objectContaining({ isOwn: false, back: unit, becomes: 'closed' }),
    ])
    expect(await toldAbout(one)).toEqual([expect.objectContaining({ isOwn: true, back: null })])
    // Refunds the remaining seats; the seat refunded before is not deducted twice.
    await perform(world.deps.database, 'orders.refund', { order: orderId, all: true, reason: 'x' })
    await world.work()
    expect((await world.seats(groupId)).map(({ state }) => state)).toEqual(['lost', 'removed', 'lost'])
    const [back] = await world.rows<{ sum: string }>('select sum(amount_minor) from refunds where order_id = $1', [
      orderId,
    ])
    expect(Number(back!.sum)).toBe(3 * plan.unit[3])
  })
})

describe('seat that cannot be removed', () => {
  it('a seat that cannot be removed is refused with the reason', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_all')
    await expect(remove(groupId, 1)).rejects.toEqual(stated('seat.isCreators'))
    await expect(remove(groupId, 2)).rejects.toEqual(stated('seat.isEmpty'))
    expect(await remove(groupId, 2, { moneyBack: true })).toMatchObject({ uid: null, back: unit })
    await expect(remove(groupId, 2)).rejects.toEqual(stated('seat.hasNoTime'))
    const other = await world.paidGroup(2, 'pay_self')
    await expect(remove(other.groupId, 2)).rejects.toEqual(stated('seat.isOpen'))
    await perform(world.deps.database, 'groups.expire', { group: other.groupId, reason: 'x' })
    await expect(remove(other.groupId, 1)).rejects.toEqual(stated('group.isOver'))
  })
})

describe('concurrent payment', () => {
  async function inTurn(groupId: string, first: () => Promise<unknown>, second: () => Promise<unknown>) {
    const holder = new pg.Client(world.db.connection)
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select from groups where id = $1 for no key update', [groupId])
      const one = first()
      await waitForWaiters(world, 1)
      const two = second()
      await waitForWaiters(world, 2)
      await holder.query('commit')
      await Promise.all([one, two])
    } finally {
      await holder.end()
    }
  }

  it.each(['the payment first', 'the removal first'])(
    'a payment racing the removal of its seat is refunded once, and no seat is left: %s',
    async (order) => {
      const { groupId } = await world.paidGroup(2, 'pay_self')
      const friend = await world.user()
      const orderId = await world.joinForPay(friend, groupId)
      const pay = () => world.pay(orderId)
      const take = () => remove(groupId, 2)
      await (order === 'the payment first' ? inTurn(groupId, pay, take) : inTurn(groupId, take, pay))
      await world.work()
      expect(await world.orderStatus(orderId)).toBe('refunded')
      expect(await world.time(friend)).toMatchObject({ standing: 0 })
      const refunds = await world.rows('select from refunds where order_id = $1', [orderId])
      expect(refunds).toHaveLength(1)
    },
  )

  it('two operators removing one seat at once remove and refund it once', async () => {
    const { groupId, friendsOrder } = await halfFull()
    const results: PromiseSettledResult<unknown>[] = []
    const tried = async () => {
      results.push(...(await Promise.allSettled([remove(groupId, 2)])))
    }
    await inTurn(groupId, tried, tried)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await world.rows('select from refunds where order_id = $1', [friendsOrder])).toHaveLength(1)
  })
})
