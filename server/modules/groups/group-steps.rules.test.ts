import { describe, expect, it } from 'vitest'
import {
  andThen,
  endAs,
  endInTime,
  freeSeat,
  applySeatMoney,
  orderOpenSeats,
  orderSeat,
  leave,
  start,
  stay,
  occupyFreeSeat,
  type SeatOrder,
} from './group-steps.rules.ts'
import { group, held, leaseUntil, seat } from './group.test-support.ts'

const order = (id: string, payerId: string, seats = 1): SeatOrder => ({ id, payerId, seats, leaseUntil })
const nothing = { events: [], refund: [], cancel: [] }

describe('a new group', () => {
  it('has its creator on the first seat, held by their order', () => {
    const step = start(group([]), order('o1', 'ann'))
    expect(step).toEqual({
      group: group([held(1, 'ann')]),
      events: [{ event: 'started', userId: 'ann', orderId: 'o1' }],
      refund: [],
      cancel: [],
    })
  })

  it('of a creator who pays for all has all its seats held, and no one on the others', () => {
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

describe('an order for a share', () => {
  it('holds the first open seat for who pays it', () => {
    const step = orderSeat(group([seat(1, 'ann'), seat(3, 'cai')]), order('o2', 'ben'))
    expect(step.group.seats).toEqual([seat(1, 'ann'), seat(3, 'cai'), held(2, 'ben')])
    expect(step).toMatchObject({
      events: [{ event: 'held', seat: 2, orderId: 'o2', userId: 'ben' }],
      refund: [],
      cancel: [],
    })
  })

  it('takes over a seat whose lease is over, and all that the order before held', () => {
    const lapsed = { lapsed: true, orderId: 'rest' }
    const before = group([seat(1, 'ann'), held(2, null, lapsed), held(3, null, lapsed)])
    const step = orderSeat(before, order('o9', 'ben'))
    expect(step.group.seats).toEqual([seat(1, 'ann'), held(2, 'ben', { orderId: 'o9' })])
    expect(step.events).toEqual([
      { event: 'lease_lost', orderId: 'rest' },
      { event: 'held', seat: 2, orderId: 'o9', userId: 'ben' },
    ])
  })

  it('replaces a lapsed order of the same person on another seat', () => {
    const before = group([seat(1, 'ann'), seat(2, 'cai'), held(3, 'ben', { lapsed: true, orderId: 'old' })])
    const free = group([seat(1, 'ann'), held(3, 'ben', { lapsed: true, orderId: 'old' })])
    expect(orderSeat(free, order('new', 'ben')).group.seats).toEqual([
      seat(1, 'ann'),
      held(2, 'ben', { orderId: 'new' }),
    ])
    expect(orderSeat(before, order('new', 'ben')).events[0]).toEqual({ event: 'lease_lost', orderId: 'old' })
  })

  it('leaves a lease of another person that is over and not in its way', () => {
    const before = group([seat(1, 'ann'), held(3, 'cai', { lapsed: true, orderId: 'old' })])
    expect(orderSeat(before, order('new', 'ben')).group.seats).toContainEqual(
      held(3, 'cai', { lapsed: true, orderId: 'old' }),
    )
  })

  it('leaves a held seat whose lease runs', () => {
    const step = orderSeat(group([seat(1, 'ann'), held(2, 'cai')]), order('o3', 'ben'))
    expect(step.group.seats.at(-1)).toEqual(held(3, 'ben'))
    expect(step.events).toHaveLength(1)
  })
})

it('an order for the rest holds every open seat, and no one sits there yet', () => {
  const step = orderOpenSeats(group([seat(1, 'ann')]), order('rest', 'ann', 2))
  expect(step.group.seats).toEqual([
    seat(1, 'ann'),
    held(2, null, { orderId: 'rest' }),
    held(3, null, { orderId: 'rest' }),
  ])
  expect(step.events).toEqual([2, 3].map((number) => ({ event: 'held', seat: number, orderId: 'rest', userId: 'ann' })))
})

it('an order for the rest does not throw away lapsed seats of no one that are not in its way', () => {
  const lapsed = held(3, null, { lapsed: true, orderId: 'old' })
  const step = orderOpenSeats(group([seat(1, 'ann'), lapsed]), order('rest', 'ann', 1))
  expect(step.group.seats).toEqual([seat(1, 'ann'), lapsed, held(2, null, { orderId: 'rest' })])
})

describe('a seat that is paid for', () => {
  it('is taken by who comes first, and a share that they had begun to pay is let go', () => {
    const before = group([seat(1, 'ann'), seat(2, null), held(3, 'ben', { lapsed: true })])
    const step = occupyFreeSeat(before, 'ben')
    expect(step).toEqual({
      ...nothing,
      group: group([seat(1, 'ann'), seat(2, 'ben', { payerId: 'ann' })]),
      events: [{ event: 'taken', seat: 2, userId: 'ben' }],
    })
  })

  it('is not there where all are taken', () => {
    const before = group([seat(1, 'ann'), seat(2, 'cai')])
    expect(occupyFreeSeat(before, 'ben')).toEqual({ ...nothing, group: before })
  })
})

describe('the end of its time', () => {
  it('changes nothing before it comes, nor twice', () => {
    const early = group([seat(1, 'ann')])
    const ended = group([seat(1, 'ann')], { over: true, ended: true })
    expect(endInTime(early)).toEqual({ ...nothing, group: early })
    expect(endInTime(ended)).toEqual({ ...nothing, group: ended })
  })

  it('of a group that is not full gives all money back, once for an order, and cancels what is being paid', () => {
    const seats = [seat(1, 'ann'), seat(2, null, { orderId: 'o1' }), held(3, 'ben')]
    expect(endInTime(group(seats, { over: true }))).toEqual({
      group: group(seats, { over: true, status: 'expired', ended: true }),
      events: [{ event: 'expired' }],
      refund: ['o1'],
      cancel: ['o3'],
    })
  })

  it('of a full one gives its creator what no one took', () => {
    const seats = [seat(1, 'ann'), seat(2, null), seat(3, null, { state: 'lost' })]
    expect(endInTime(group(seats, { over: true, status: 'finished' }))).toEqual({
      ...nothing,
      group: group(seats, { over: true, status: 'finished', ended: true }),
      events: [{ event: 'unclaimed', seat: 2 }],
    })
  })

  it('keeps the seats for the record, and neither refunds nor cancels what was lost', () => {
    const seats = [seat(1, 'ann', { state: 'lost' })]
    expect(endAs(group(seats), 'closed')).toEqual({
      group: group(seats, { status: 'closed', ended: true }),
      events: [{ event: 'closed' }],
      refund: [],
      cancel: [],
    })
  })
})

describe('someone who leaves', () => {
  it('and has no seat that is paid for changes nothing', () => {
    for (const seats of [[seat(1, 'ann')], [seat(1, 'ann'), held(2, 'ben')]])
      expect(leave(group(seats), 'ben')).toEqual({ ...nothing, group: group(seats) })
  })

  it('gets the share back that they paid, and the seat is open again', () => {
    expect(leave(group([seat(1, 'ann'), seat(2, 'ben')]), 'ben')).toEqual({
      group: group([seat(1, 'ann')]),
      events: [{ event: 'left', seat: 2, userId: 'ben', orderId: 'o2' }],
      refund: ['o2'],
      cancel: [],
    })
  })

  it('leaves a seat that the creator paid, for another one to take', () => {
    expect(leave(group([seat(1, 'ann'), seat(2, 'ben', { payerId: 'ann' })]), 'ben')).toEqual({
      ...nothing,
      group: group([seat(1, 'ann'), seat(2, null)]),
      events: [{ event: 'left', seat: 2, userId: 'ben' }],
    })
  })

  it('and made the group closes it for all', () => {
    expect(leave(group([seat(1, 'ann'), seat(2, 'ben'), held(3, 'cai')]), 'ann')).toMatchObject({
      group: { status: 'closed', ended: true },
      events: [{ event: 'left', seat: 1, userId: 'ann', orderId: 'o1' }, { event: 'closed' }],
      refund: ['o1', 'o2'],
      cancel: ['o3'],
    })
  })
})

describe('a seat that the creator frees', () => {
  it('is open again, and its order is closed', () => {
    expect(freeSeat(group([seat(1, 'ann'), held(2, 'ben'), held(3, 'cai')]), 2)).toEqual({
      group: group([seat(1, 'ann'), held(3, 'cai')]),
      events: [{ event: 'released', seat: 2, orderId: 'o2', userId: 'ben' }],
      refund: [],
      cancel: ['o2'],
    })
  })

  it('is no seat that is paid for, nor one that is open', () => {
    const full = group([seat(1, 'ann'), seat(2, 'ben')])
    for (const number of [1, 2, 3]) expect(freeSeat(full, number)).toEqual({ ...nothing, group: full })
  })
})

describe('money that is here to stay', () => {
  it('pays the seats of its order and of no other', () => {
    const step = applySeatMoney(group([held(1, 'ann'), held(2, 'ben')]), order('o1', 'ann'), 'paid')
    expect(step.group.seats).toEqual([seat(1, 'ann'), held(2, 'ben')])
    expect(step.events).toEqual([{ event: 'paid', orderId: 'o1', userId: 'ann' }])
  })

  it('finishes the group with its last seat, and says nothing new the next time', () => {
    const step = applySeatMoney(group([seat(1, 'ann'), held(2, 'ben')], { size: 2 }), order('o2', 'ben'), 'paid')
    expect(step.group.status).toBe('finished')
    expect(step.events.map(({ event }) => event)).toEqual(['paid', 'finished'])
    expect(applySeatMoney(step.group, order('o2', 'ben'), 'paid')).toEqual({ ...nothing, group: step.group })
  })

  it('does not finish a group that has an open seat, or one that is held', () => {
    const some = applySeatMoney(group([seat(1, 'ann'), held(2, 'ben')]), order('o2', 'ben'), 'paid')
    expect(some.group.status).toBe('unfinished')
    const all = applySeatMoney(group([seat(1, 'ann'), held(2, 'ben'), held(3, 'cai')]), order('o2', 'ben'), 'paid')
    expect(all.group.status).toBe('unfinished')
  })

  it('finds another seat where its own was taken meanwhile', () => {
    const step = applySeatMoney(group([seat(1, 'ann'), seat(2, 'cai')]), order('late', 'ben'), 'paid')
    expect(step.group.status).toBe('finished')
    expect(step.group.seats.at(-1)).toEqual(seat(3, 'ben', { orderId: 'late' }))
    expect(step.events.map(({ event }) => event)).toEqual(['held', 'paid', 'finished'])
  })

  it('of the creator for the rest finds seats of no one, if there are as many', () => {
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

  it('goes back where no seat is left, or who paid sits there already', () => {
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

  it('goes back where the group expired, also that of its own seat', () => {
    const before = group([held(1, 'ann')], { status: 'expired', over: true, ended: true })
    expect(applySeatMoney(before, order('o1', 'ann'), 'paid')).toMatchObject({ group: before, refund: ['o1'] })
  })

  it('of its creator opens a closed group again while there is time, and else goes back', () => {
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

  it('opens the seats that others only held when it opens a closed group again', () => {
    const closed = group([held(1, 'ann'), held(2, 'ben'), seat(3, 'cai')], { status: 'closed', ended: true })
    const step = applySeatMoney(closed, order('o1', 'ann'), 'paid')
    expect(step.group.seats.map(({ seat: number, state }) => [number, state])).toEqual([
      [1, 'paid'],
      [3, 'paid'],
    ])
    // The order of the other seat was cancelled; its later result changes nothing.
    expect(applySeatMoney(step.group, order('o2', 'ben'), 'gone')).toEqual({ ...nothing, group: step.group })
  })

  it('pays a seat that was lost anew', () => {
    const before = group([seat(1, 'ann'), seat(2, 'ben', { state: 'lost' })], { size: 2, status: 'finished' })
    const step = applySeatMoney(before, order('o2', 'ben'), 'paid')
    expect(step.group.seats[1]?.state).toBe('paid')
    expect(step.events.map(({ event }) => event)).toEqual(['paid'])
  })
})

describe('money that does not come or went back', () => {
  it('says nothing while it is awaited, nor about an order without a seat', () => {
    const before = group([held(1, 'ann')])
    expect(applySeatMoney(before, order('o1', 'ann'), 'open')).toEqual({ ...nothing, group: before })
    for (const money of ['ended', 'gone'] as const)
      expect(applySeatMoney(before, order('other', 'ben'), money)).toEqual({ ...nothing, group: before })
  })

  it('changes nothing in a group that is over', () => {
    for (const status of ['expired', 'closed'] as const) {
      const before = group([seat(1, 'ann')], { status, ended: true })
      expect(applySeatMoney(before, order('o1', 'ann'), 'gone')).toEqual({ ...nothing, group: before })
    }
  })

  it('frees the seat', () => {
    const before = group([seat(1, 'ann'), held(2, 'ben')])
    expect(applySeatMoney(before, order('o2', 'ben'), 'ended')).toEqual({
      ...nothing,
      group: group([seat(1, 'ann')]),
      events: [{ event: 'released', orderId: 'o2' }],
    })
    const paid = group([seat(1, 'ann'), seat(2, 'ben')])
    expect(applySeatMoney(paid, order('o2', 'ben'), 'gone').events).toEqual([{ event: 'money_gone', orderId: 'o2' }])
  })

  it('of the creator closes the group: others get theirs back, and its own order is neither refunded nor cancelled', () => {
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

  it('of the creator for the rest frees those seats, and the group goes on', () => {
    const before = group([seat(1, 'ann'), seat(2, null, { orderId: 'rest' })])
    expect(applySeatMoney(before, order('rest', 'ann'), 'gone').group).toEqual(group([seat(1, 'ann')]))
  })

  it('takes the seat of a finished group once, and an ending takes none', () => {
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

it('one step after another sees what the first left, and both are told', () => {
  const first = { ...stay(group([])), events: [{ event: 'closed' }] as const, refund: ['a'], cancel: ['b'] }
  const step = andThen(first, (before) => ({
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

describe('an order of several seats of which some were lost or paid before', () => {
  it('loses the rest with its money, and pays the rest with it', () => {
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
