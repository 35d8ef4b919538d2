import { describe, expect, it } from 'vitest'
import {
  chainSteps,
  endAs,
  endInTime,
  freeSeat,
  applySeatMoney,
  orderOpenSeats,
  orderSeat,
  leave,
  start,
  noStep,
  occupyFreeSeat,
  type SeatOrder,
} from './group-steps.rules.ts'
import { group, held, leaseUntil, seat } from './group.test-support.ts'

const order = (id: string, payerId: string, seats = 1): SeatOrder => ({ id, payerId, seats, leaseUntil })
const nothing = { events: [], refund: [], cancel: [] }

describe('new group', () => {
  it('gives the first seat of a new group to its creator, held by their order', () => {
    const step = start(group([]), order('o1', 'ann'))
    expect(step).toEqual({
      group: group([held(1, 'ann')]),
      events: [{ event: 'started', userId: 'ann', orderId: 'o1' }],
      refund: [],
      cancel: [],
    })
  })

  it("holds all seats of a pay-all group for the creator's order, with nobody on the others", () => {
    const { seats } = start(group([]), order('o1', 'ann', 3)).group
    expect(
      seats.map(({ seat: number, userId, payerId, orderId, state }) => [number, userId, payerId, orderId, state]),
    ).toEqual([
      [1, 'ann', 'ann', 'o1', 'held'],
      [2, null, 'ann', 'o1', 'held'],
      [3, null, 'ann', 'o1', 'held'],
    ])
  })
})

describe('order for a share', () => {
  it('holds the first open seat for the buyer', () => {
    const step = orderSeat(group([seat(1, 'ann'), seat(3, 'cai')]), order('o2', 'ben'))
    expect(step.group.seats).toEqual([seat(1, 'ann'), seat(3, 'cai'), held(2, 'ben')])
    expect(step).toMatchObject({
      events: [{ event: 'held', seat: 2, orderId: 'o2', userId: 'ben' }],
      refund: [],
      cancel: [],
    })
  })

  it('gives a lapsed seat to the new order, and releases everything that its old order held', () => {
    const lapsed = { lapsed: true, orderId: 'rest' }
    const before = group([seat(1, 'ann'), held(2, null, lapsed), held(3, null, lapsed)])
    const step = orderSeat(before, order('o9', 'ben'))
    expect(step.group.seats).toEqual([seat(1, 'ann'), held(2, 'ben', { orderId: 'o9' })])
    expect(step.events).toEqual([
      { event: 'lease_lost', orderId: 'rest' },
      { event: 'held', seat: 2, orderId: 'o9', userId: 'ben' },
    ])
  })

  it('a new order replaces a lapsed order of the same user', () => {
    const before = group([seat(1, 'ann'), seat(2, 'cai'), held(3, 'ben', { lapsed: true, orderId: 'old' })])
    const free = group([seat(1, 'ann'), held(3, 'ben', { lapsed: true, orderId: 'old' })])
    expect(orderSeat(free, order('new', 'ben')).group.seats).toEqual([
      seat(1, 'ann'),
      held(2, 'ben', { orderId: 'new' }),
    ])
    expect(orderSeat(before, order('new', 'ben')).events[0]).toEqual({ event: 'lease_lost', orderId: 'old' })
  })

  it("does not touch another user's lapsed seat that is not needed", () => {
    const before = group([seat(1, 'ann'), held(3, 'cai', { lapsed: true, orderId: 'old' })])
    expect(orderSeat(before, order('new', 'ben')).group.seats).toContainEqual(
      held(3, 'cai', { lapsed: true, orderId: 'old' }),
    )
  })

  it('does not touch a held seat whose lease is running', () => {
    const step = orderSeat(group([seat(1, 'ann'), held(2, 'cai')]), order('o3', 'ben'))
    expect(step.group.seats.at(-1)).toEqual(held(3, 'ben'))
    expect(step.events).toHaveLength(1)
  })
})

it('holds every open seat, without members, for an order that pays all remaining seats', () => {
  const step = orderOpenSeats(group([seat(1, 'ann')]), order('rest', 'ann', 2))
  expect(step.group.seats).toEqual([
    seat(1, 'ann'),
    held(2, null, { orderId: 'rest' }),
    held(3, null, { orderId: 'rest' }),
  ])
  expect(step.events).toEqual([2, 3].map((number) => ({ event: 'held', seat: number, orderId: 'rest', userId: 'ann' })))
})

it('an order that pays all remaining seats leaves lapsed seats that it does not need', () => {
  const lapsed = held(3, null, { lapsed: true, orderId: 'old' })
  const step = orderOpenSeats(group([seat(1, 'ann'), lapsed]), order('rest', 'ann', 1))
  expect(step.group.seats).toEqual([seat(1, 'ann'), lapsed, held(2, null, { orderId: 'rest' })])
})

describe('paid free seat', () => {
  it('gives a free seat to the first user who comes, and releases their own lapsed seat', () => {
    const before = group([seat(1, 'ann'), seat(2, null), held(3, 'ben', { lapsed: true })])
    const step = occupyFreeSeat(before, 'ben')
    expect(step).toEqual({
      ...nothing,
      group: group([seat(1, 'ann'), seat(2, 'ben', { payerId: 'ann' })]),
      events: [{ event: 'taken', seat: 2, userId: 'ben' }],
    })
  })

  it('gives no seat when all are occupied', () => {
    const before = group([seat(1, 'ann'), seat(2, 'cai')])
    expect(occupyFreeSeat(before, 'ben')).toEqual({ ...nothing, group: before })
  })
})

describe('deadline of a group', () => {
  it("does nothing at a group's deadline before its time, or a second time", () => {
    const early = group([seat(1, 'ann')])
    const ended = group([seat(1, 'ann')], { over: true, ended: true })
    expect(endInTime(early)).toEqual({ ...nothing, group: early })
    expect(endInTime(ended)).toEqual({ ...nothing, group: ended })
  })

  it('refunds each paid order of an unfilled group once and cancels open ones', () => {
    const seats = [seat(1, 'ann'), seat(2, null, { orderId: 'o1' }), held(3, 'ben')]
    expect(endInTime(group(seats, { over: true }))).toEqual({
      group: group(seats, { over: true, status: 'expired', ended: true }),
      events: [{ event: 'expired' }],
      refund: ['o1'],
      cancel: ['o3'],
    })
  })

  it('gives unclaimed seats of a full group to its creator', () => {
    const seats = [seat(1, 'ann'), seat(2, null), seat(3, null, { state: 'lost' })]
    expect(endInTime(group(seats, { over: true, status: 'finished' }))).toEqual({
      ...nothing,
      group: group(seats, { over: true, status: 'finished', ended: true }),
      events: [{ event: 'unclaimed', seat: 2 }],
    })
  })

  it('keeps the seats of an ended group for the record, and neither refunds nor cancels orders with lost seats', () => {
    const seats = [seat(1, 'ann', { state: 'lost' })]
    expect(endAs(group(seats), 'closed')).toEqual({
      group: group(seats, { status: 'closed', ended: true }),
      events: [{ event: 'closed' }],
      refund: [],
      cancel: [],
    })
  })
})

describe('leaving a group', () => {
  it('leaving a group without a paid seat changes nothing', () => {
    for (const seats of [[seat(1, 'ann')], [seat(1, 'ann'), held(2, 'ben')]])
      expect(leave(group(seats), 'ben')).toEqual({ ...nothing, group: group(seats) })
  })

  it('leaving a group refunds the share and opens the seat', () => {
    expect(leave(group([seat(1, 'ann'), seat(2, 'ben')]), 'ben')).toEqual({
      group: group([seat(1, 'ann')]),
      events: [{ event: 'left', seat: 2, userId: 'ben', orderId: 'o2' }],
      refund: ['o2'],
      cancel: [],
    })
  })

  it('leaving a seat that the creator paid makes it free for another user', () => {
    expect(leave(group([seat(1, 'ann'), seat(2, 'ben', { payerId: 'ann' })]), 'ben')).toEqual({
      ...nothing,
      group: group([seat(1, 'ann'), seat(2, null)]),
      events: [{ event: 'left', seat: 2, userId: 'ben' }],
    })
  })

  it('a creator who leaves closes the group', () => {
    expect(leave(group([seat(1, 'ann'), seat(2, 'ben'), held(3, 'cai')]), 'ann')).toMatchObject({
      group: { status: 'closed', ended: true },
      events: [{ event: 'left', seat: 1, userId: 'ann', orderId: 'o1' }, { event: 'closed' }],
      refund: ['o1', 'o2'],
      cancel: ['o3'],
    })
  })
})

describe('seat freed by the creator', () => {
  it('a freed seat is open again and its order is cancelled', () => {
    expect(freeSeat(group([seat(1, 'ann'), held(2, 'ben'), held(3, 'cai')]), 2)).toEqual({
      group: group([seat(1, 'ann'), held(3, 'cai')]),
      events: [{ event: 'released', seat: 2, orderId: 'o2', userId: 'ben' }],
      refund: [],
      cancel: ['o2'],
    })
  })

  it('a paid or open seat cannot be freed', () => {
    const full = group([seat(1, 'ann'), seat(2, 'ben')])
    for (const number of [1, 2, 3]) expect(freeSeat(full, number)).toEqual({ ...nothing, group: full })
  })
})

describe('payment for a seat', () => {
  it('a payment marks only the seats of its order as paid', () => {
    const step = applySeatMoney(group([held(1, 'ann'), held(2, 'ben')]), order('o1', 'ann'), 'paid')
    expect(step.group.seats).toEqual([seat(1, 'ann'), held(2, 'ben')])
    expect(step.events).toEqual([{ event: 'paid', orderId: 'o1', userId: 'ann' }])
  })

  it('the last paid seat finishes the group, once', () => {
    const step = applySeatMoney(group([seat(1, 'ann'), held(2, 'ben')], { size: 2 }), order('o2', 'ben'), 'paid')
    expect(step.group.status).toBe('finished')
    expect(step.events.map(({ event }) => event)).toEqual(['paid', 'finished'])
    expect(applySeatMoney(step.group, order('o2', 'ben'), 'paid')).toEqual({ ...nothing, group: step.group })
  })

  it('does not finish a group with an open or held seat', () => {
    const some = applySeatMoney(group([seat(1, 'ann'), held(2, 'ben')]), order('o2', 'ben'), 'paid')
    expect(some.group.status).toBe('unfinished')
    const all = applySeatMoney(group([seat(1, 'ann'), held(2, 'ben'), held(3, 'cai')]), order('o2', 'ben'), 'paid')
    expect(all.group.status).toBe('unfinished')
  })

  it('gives a payment another seat when its own was taken', () => {
    const step = applySeatMoney(group([seat(1, 'ann'), seat(2, 'cai')]), order('late', 'ben'), 'paid')
    expect(step.group.status).toBe('finished')
    expect(step.group.seats.at(-1)).toEqual(seat(3, 'ben', { orderId: 'late' }))
    expect(step.events.map(({ event }) => event)).toEqual(['held', 'paid', 'finished'])
  })

  it('gives an order for the remaining seats any unoccupied ones if there are enough, and refunds it otherwise', () => {
    const rest = applySeatMoney(group([seat(1, 'ann')]), order('rest', 'ann', 2), 'paid')
    expect(rest.group.seats.map(({ userId }) => userId)).toEqual(['ann', null, null])
    expect(rest.group.status).toBe('finished')
    const tooMany = applySeatMoney(group([seat(1, 'ann'), seat(2, 'ben')]), order('rest', 'ann', 2), 'paid')
    expect(tooMany).toMatchObject({
      refund: ['rest'],
      cancel: [],
      events: [{ event: 'no_seat', orderId: 'rest', userId: 'ann' }],
    })
  })

  it('refunds a payment without an available seat, or by a user who is already seated', () => {
    const full = group([seat(1, 'ann'), seat(2, 'cai'), seat(3, 'dan')])
    const twice = group([seat(1, 'ann'), seat(2, 'ben')])
    for (const before of [full, twice])
      expect(applySeatMoney(before, order('late', 'ben'), 'paid')).toEqual({
        group: before,
        events: [{ event: 'no_seat', orderId: 'late', userId: 'ben' }],
        refund: ['late'],
        cancel: [],
      })
  })

  it('refunds a payment for an expired group, even for its own seat', () => {
    const before = group([held(1, 'ann')], { status: 'expired', over: true, ended: true })
    expect(applySeatMoney(before, order('o1', 'ann'), 'paid')).toMatchObject({ group: before, refund: ['o1'] })
  })

  it('reopens a closed group when the creator pays before its deadline, and refunds the payment after it', () => {
    const closed = group([held(1, 'ann')], { status: 'closed', ended: true })
    const step = applySeatMoney(closed, order('o1', 'ann'), 'paid')
    expect(step).toMatchObject({
      group: { status: 'unfinished', ended: false, seats: [{ state: 'paid' }] },
      events: [{ event: 'reopened' }, { event: 'paid', orderId: 'o1', userId: 'ann' }],
      refund: [],
    })
    const over = { ...closed, over: true }
    const paidBefore = group([seat(1, 'ann')], { status: 'closed', ended: true })
    const without = group([], { status: 'closed', ended: true })
    for (const before of [over, paidBefore, without])
      expect(applySeatMoney(before, order('o1', 'ann'), 'paid')).toMatchObject({ group: before, refund: ['o1'] })
    expect(applySeatMoney(closed, order('other', 'ann'), 'paid')).toMatchObject({ group: closed, refund: ['other'] })
  })

  it('opens the seats that others only held when a closed group reopens', () => {
    const closed = group([held(1, 'ann'), held(2, 'ben'), seat(3, 'cai')], { status: 'closed', ended: true })
    const step = applySeatMoney(closed, order('o1', 'ann'), 'paid')
    expect(step.group.seats.map(({ seat: number, state }) => [number, state])).toEqual([
      [1, 'paid'],
      [3, 'paid'],
    ])
    // The order of the other seat was cancelled when the group closed, so its later result changes nothing.
    expect(applySeatMoney(step.group, order('o2', 'ben'), 'gone')).toEqual({ ...nothing, group: step.group })
  })

  it('restores a lost seat when its payment is reported again', () => {
    const before = group([seat(1, 'ann'), seat(2, 'ben', { state: 'lost' })], { size: 2, status: 'finished' })
    const step = applySeatMoney(before, order('o2', 'ben'), 'paid')
    expect(step.group.seats[1]?.state).toBe('paid')
    expect(step.events.map(({ event }) => event)).toEqual(['paid'])
  })
})

describe('missing or refunded payment', () => {
  it('changes no seat for a pending payment, or for an order without a seat', () => {
    const before = group([held(1, 'ann')])
    expect(applySeatMoney(before, order('o1', 'ann'), 'open')).toEqual({ ...nothing, group: before })
    for (const money of ['ended', 'gone'] as const)
      expect(applySeatMoney(before, order('other', 'ben'), money)).toEqual({ ...nothing, group: before })
  })

  it('changes no seat for a refund in an ended group', () => {
    for (const status of ['expired', 'closed'] as const) {
      const before = group([seat(1, 'ann')], { status, ended: true })
      expect(applySeatMoney(before, order('o1', 'ann'), 'gone')).toEqual({ ...nothing, group: before })
    }
  })

  it('frees a seat whose payment window ends without money or whose payment is refunded', () => {
    const before = group([seat(1, 'ann'), held(2, 'ben')])
    expect(applySeatMoney(before, order('o2', 'ben'), 'ended')).toEqual({
      ...nothing,
      group: group([seat(1, 'ann')]),
      events: [{ event: 'released', orderId: 'o2' }],
    })
    const paid = group([seat(1, 'ann'), seat(2, 'ben')])
    expect(applySeatMoney(paid, order('o2', 'ben'), 'gone').events).toEqual([{ event: 'money_gone', orderId: 'o2' }])
  })

  it('closes the group when its creator does not pay or is refunded, and refunds or cancels the other seats', () => {
    const before = group([seat(1, 'ann'), seat(2, 'ben'), held(3, 'cai')])
    expect(applySeatMoney(before, order('o1', 'ann'), 'gone')).toMatchObject({
      group: { status: 'closed' },
      refund: ['o2'],
      cancel: ['o3'],
    })
    const unpaid = group([held(1, 'ann'), held(2, null, { orderId: 'o1' })])
    expect(applySeatMoney(unpaid, order('o1', 'ann'), 'ended')).toMatchObject({
      group: { status: 'closed' },
      refund: [],
      cancel: [],
    })
  })

  it('frees the seats of a refunded order for the remaining seats, and the group continues', () => {
    const before = group([seat(1, 'ann'), seat(2, null, { orderId: 'rest' })])
    expect(applySeatMoney(before, order('rest', 'ann'), 'gone').group).toEqual(group([seat(1, 'ann')]))
  })

  it('takes the refunded seat of a finished group once, and takes none for an expired order', () => {
    const before = group([seat(1, 'ann'), seat(2, 'ben')], { size: 2, status: 'finished' })
    const step = applySeatMoney(before, order('o2', 'ben'), 'gone')
    expect(step).toEqual({
      ...nothing,
      group: { ...before, seats: [seat(1, 'ann'), seat(2, 'ben', { state: 'lost' })] },
      events: [{ event: 'money_gone', orderId: 'o2' }],
    })
    expect(applySeatMoney(step.group, order('o2', 'ben'), 'gone')).toEqual({ ...nothing, group: step.group })
    expect(applySeatMoney(before, order('o2', 'ben'), 'ended')).toEqual({ ...nothing, group: before })
  })
})

it('several steps of a group are applied one after another, and the changes of all of them are reported', () => {
  const first = { ...noStep(group([])), events: [{ event: 'closed' }] as const, refund: ['a'], cancel: ['b'] }
  const step = chainSteps(first, (before) => ({
    group: { ...before, over: true },
    events: [{ event: 'expired' }],
    refund: ['c'],
    cancel: ['d'],
  }))
  expect(step).toEqual({
    group: group([], { over: true }),
    events: [{ event: 'closed' }, { event: 'expired' }],
    refund: ['a', 'c'],
    cancel: ['b', 'd'],
  })
})

describe('order of several seats, some lost or paid before', () => {
  it('an order of several seats loses its remaining seats with a refund, and pays them with its payment', () => {
    const rest = { orderId: 'rest' }
    const finished = group([seat(1, 'ann'), seat(2, null, rest), seat(3, null, { ...rest, state: 'lost' })], {
      status: 'finished',
    })
    const gone = applySeatMoney(finished, order('rest', 'ann', 2), 'gone')
    expect(gone.group.seats.map(({ state }) => state)).toEqual(['paid', 'lost', 'lost'])
    expect(gone.events).toEqual([{ event: 'money_gone', orderId: 'rest' }])
    const open = group([seat(1, 'ann'), seat(2, null, rest), held(3, null, rest)])
    expect(applySeatMoney(open, order('rest', 'ann', 2), 'paid').group.status).toBe('finished')
  })
})
