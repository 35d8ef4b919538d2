import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endInTime,
  applySeatMoney,
  orderOpenSeats,
  orderSeat,
  leave,
  start,
  occupyFreeSeat,
  type SeatOrder,
  type Step,
} from './group-steps.rules.ts'
import {
  beneficiary,
  creatorPaid,
  freeSeats,
  openSeats,
  refuseJoin,
  refuseLeave,
  refuseRest,
  seatGrantId,
  type GroupState,
} from './seats.rules.ts'

/** Number of random sequences of steps. Many, because errors hide in the rare states of a group. */
const runs = { numRuns: 1_000 }
const leaseUntil = new Date('2026-11-21T12:00:00Z')
const order = (id: string, payerId: string, seats = 1): SeatOrder => ({ id, payerId, seats, leaseUntil })
const empty = (size: 2 | 3, paymentType: 'pay_all' | 'pay_self'): GroupState => ({
  removed: [],
  creatorId: 'ann',
  size,
  paymentType,
  status: 'unfinished',
  over: false,
  keepsHalfPaid: true,
  ended: false,
  seats: [],
})
const people = ['ann', 'ben', 'cai', 'dan'] as const

type World = { group: GroupState; orders: SeatOrder[]; paid: Set<string>; refunds: string[] }
type Move = { kind: 'join' | 'free' | 'rest' | 'leave' | 'pay' | 'end' | 'gone' | 'lapse' | 'time'; index: number }

function move(world: World, { kind, index }: Move): void {
  const { group } = world
  const person = people[index % people.length]!
  const target = world.orders[index % world.orders.length]!
  const apply = (step: Step): void => {
    world.group = step.group
    world.refunds.push(...step.refund)
  }
  const placed = (made: SeatOrder) => {
    world.orders.push(made)
    return made
  }
  const id = `order ${world.orders.length}`
  if (kind === 'join' && refuseJoin(group, person, 'pay') === null) apply(orderSeat(group, placed(order(id, person))))
  if (kind === 'free' && refuseJoin(group, person, 'free') === null) apply(occupyFreeSeat(group, person))
  if (kind === 'rest' && refuseRest(group) === null)
    apply(orderOpenSeats(group, placed(order(id, 'ann', openSeats(group).length))))
  if (kind === 'leave' && refuseLeave(group) === null) apply(leave(group, person))
  if (kind === 'pay' && !world.refunds.includes(target.id)) {
    world.paid.add(target.id)
    apply(applySeatMoney(group, target, 'paid'))
  }
  if (kind === 'end' && !world.paid.has(target.id)) apply(applySeatMoney(group, target, 'ended'))
  if (kind === 'gone' && world.paid.has(target.id) && !world.refunds.includes(target.id)) {
    world.paid.delete(target.id)
    apply(applySeatMoney(group, target, 'gone'))
  }
  if (kind === 'lapse')
    world.group = {
      ...group,
      seats: group.seats.map((seat) => (seat.orderId === target.id ? { ...seat, lapsed: true } : seat)),
    }
  if (kind === 'time') {
    world.group = { ...group, over: true }
    apply(endInTime(world.group))
  }
}

const moves = fc.array(
  fc.record({
    kind: fc.constantFrom<Move['kind']>(
      'join',
      'join',
      'free',
      'rest',
      'leave',
      'pay',
      'pay',
      'pay',
      'end',
      'gone',
      'lapse',
      'time',
    ),
    index: fc.nat({ max: 11 }),
  }),
  { maxLength: 30, size: 'max' },
)
const anyGroup = fc.tuple(
  fc.constantFrom(2 as const, 3 as const),
  fc.constantFrom('pay_all' as const, 'pay_self' as const),
)

function walk(size: 2 | 3, type: 'pay_all' | 'pay_self', steps: readonly Move[], check: (world: World) => void): void {
  const first = order('order 0', 'ann', type === 'pay_all' ? size : 1)
  const world: World = { group: start(empty(size, type), first).group, orders: [first], paid: new Set(), refunds: [] }
  for (const step of steps) {
    move(world, step)
    check(world)
  }
}

describe('group invariants', () => {
  it('each member has exactly one seat', () => {
    fc.assert(
      fc.property(anyGroup, moves, ([size, type], steps) =>
        walk(size, type, steps, ({ group }) => {
          const taken = group.seats.flatMap(({ userId }) => userId ?? [])
          expect(new Set(taken).size).toBe(taken.length)
          expect(new Set(group.seats.map(({ seat }) => seat)).size).toBe(group.seats.length)
          expect(group.seats.every(({ seat }) => seat >= 1 && seat <= size)).toBe(true)
        }),
      ),
      runs,
    )
  })

  it('keeps the payments of exactly those orders that have seats', () => {
    fc.assert(
      fc.property(anyGroup, moves, ([size, type], steps) =>
        walk(size, type, steps, ({ group, orders, paid, refunds }) => {
          const isOver = group.status === 'expired' || group.status === 'closed'
          for (const { id, seats } of orders) {
            const own = group.seats.filter(({ orderId, state }) => orderId === id && state === 'paid').length
            const keeps = paid.has(id) && !refunds.includes(id)
            // In the end every payer has a seat, and every seat is paid for.
            expect([id, keeps && isOver, isOver ? 0 : own]).toEqual([id, false, keeps ? seats : 0])
          }
          expect(new Set(refunds).size).toBe(refunds.length)
        }),
      ),
      runs,
    )
  })

  it('grants time to the members of a complete group, and never before', () => {
    fc.assert(
      fc.property(anyGroup, moves, ([size, type], steps) => {
        let wasFinished = false
        walk(size, type, steps, ({ group, paid }) => {
          const isFull = group.seats.length === size && group.seats.every(({ state }) => state !== 'held')
          expect(group.status === 'finished' && !isFull).toBe(false)
          const given = group.seats.filter((seat) => beneficiary(group, seat) !== null)
          expect(group.status === 'finished' || given.length === 0).toBe(true)
          for (const seat of given) expect(paid.has(seat.orderId)).toBe(true)
          expect(wasFinished && group.status !== 'finished').toBe(false)
          wasFinished = group.status === 'finished'
        })
      }),
      runs,
    )
  })

  it('no seat is available before the creator paid, after the deadline, or in an ended group', () => {
    fc.assert(
      fc.property(anyGroup, moves, ([size, type], steps) =>
        walk(size, type, steps, ({ group }) => {
          const isShut = !creatorPaid(group) || group.over || ['expired', 'closed'].includes(group.status)
          expect(isShut && openSeats(group).length + freeSeats(group).length > 0).toBe(false)
        }),
      ),
      runs,
    )
  })

  it('ignores repeated group events', () => {
    fc.assert(
      fc.property(anyGroup, moves, ([size, type], steps) =>
        walk(size, type, steps, ({ group, orders, paid, refunds }) => {
          for (const known of orders) {
            if (refunds.includes(known.id)) continue
            const money = paid.has(known.id) ? 'paid' : 'open'
            const again = applySeatMoney(group, known, money)
            expect([again.group, again.refund]).toEqual([group, []])
          }
          const ended = endInTime(group)
          expect(endInTime(ended.group).events).toEqual([])
        }),
      ),
      runs,
    )
  })
})

it('gives each seat its own grant id, and a repeated grant a new one', () => {
  const seat = (number: number, grantsMade: number) => ({
    seat: number,
    grantsMade,
    userId: 'ann',
    payerId: 'ann',
    orderId: 'o1',
    state: 'paid' as const,
    leaseUntil,
    lapsed: false,
    halfPaid: false,
    standingGrant: null,
  })
  const ids = [seat(1, 0), seat(2, 0), seat(2, 1)].map((one) => seatGrantId('g1', one))
  expect(ids).toEqual(['g1:1', 'g1:2', 'g1:2:1'])
})
