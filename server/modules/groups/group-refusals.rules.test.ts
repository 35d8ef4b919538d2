import { describe, expect, it } from 'vitest'
import {
  beneficiary,
  creatorPaid,
  creatorSeat,
  findRemovalFault,
  firstFree,
  freeSeats,
  isLapsed,
  openSeats,
  refuseJoin,
  refuseLeave,
  refuseListing,
  refuseRest,
  seatOf,
  unclaimedSeats,
  type GroupState,
  isFreeable,
  unpaidSeats,
} from './seats.rules.ts'
import { group, held, seat } from './group.test-support.ts'

const creator = seat(1, 'ann')

describe('seat holders', () => {
  it("returns the creator's seat, and counts the creator as having paid even after a refund", () => {
    expect(creatorSeat(group([seat(2, 'ben'), creator]))).toBe(creator)
    expect(creatorPaid(group([]))).toBe(false)
    expect(creatorPaid(group([held(1, 'ann')]))).toBe(false)
    expect(creatorPaid(group([creator]))).toBe(true)
    expect(creatorPaid(group([seat(1, 'ann', { state: 'lost' })]))).toBe(true)
  })

  it('a reserved seat whose lease lapsed has no holder', () => {
    expect(isLapsed(held(2, 'ben', { lapsed: true }))).toBe(true)
    expect(isLapsed(held(2, 'ben'))).toBe(false)
    expect(isLapsed(seat(2, 'ben', { lapsed: true }))).toBe(false)
    const own = held(2, 'ben')
    expect(seatOf(group([creator, own]), 'ben')).toBe(own)
    expect(seatOf(group([creator, held(2, 'ben', { lapsed: true })]), 'ben')).toBeUndefined()
    expect(seatOf(group([creator]), 'ben')).toBeUndefined()
  })
})

describe('seat that can be bought', () => {
  it('a seat is open if it is neither paid nor held, or its hold expired, up to the number of seats of the group', () => {
    expect(openSeats(group([creator]))).toEqual([2, 3])
    expect(openSeats(group([creator], { size: 2 }))).toEqual([2])
    expect(openSeats(group([creator, held(2, 'ben')]))).toEqual([3])
    expect(openSeats(group([creator, held(2, 'ben', { lapsed: true }), seat(3, null)]))).toEqual([2])
  })

  it('no seat is open before the creator paid, after the deadline, or in a closed group', () => {
    expect(openSeats(group([held(1, 'ann')]))).toEqual([])
    expect(openSeats(group([creator], { over: true }))).toEqual([])
    for (const status of ['finished', 'expired', 'closed'] as const)
      expect(openSeats(group([creator], { status }))).toEqual([])
  })
})

describe('paid seat that is free to take', () => {
  const free = seat(2, null)

  it('a free seat exists in an open and in a full group', () => {
    expect(freeSeats(group([creator, free, held(3, null)]))).toEqual([free])
    expect(freeSeats(group([creator, free, seat(3, 'cai')], { status: 'finished' }))).toEqual([free])
    expect(firstFree(group([creator, free, seat(3, null)]))).toBe(free)
    expect(firstFree(group([creator]))).toBeUndefined()
  })

  it('no free seat exists before the creator paid, after the deadline, or in a closed group', () => {
    expect(freeSeats(group([held(1, 'ann'), free]))).toEqual([])
    for (const change of [{ over: true }, { status: 'expired' }, { status: 'closed' }] as const)
      expect(freeSeats(group([creator, free], change))).toEqual([])
  })

  it('an unclaimed seat belongs to the creator after a full group ended', () => {
    const seats = [creator, free, seat(3, null, { state: 'lost' })]
    expect(unclaimedSeats(group(seats, { status: 'finished', ended: true }))).toEqual([free])
    expect(unclaimedSeats(group(seats, { status: 'finished' }))).toEqual([])
    expect(unclaimedSeats(group(seats, { status: 'expired', ended: true }))).toEqual([])
  })
})

describe('beneficiary of a seat', () => {
  it('the seat holder benefits once the group is full and paid', () => {
    const full = group([creator, seat(2, 'ben')], { status: 'finished' })
    expect(beneficiary(full, seat(2, 'ben'))).toBe('ben')
    expect(beneficiary(full, seat(2, 'ben', { state: 'lost' }))).toBeNull()
    expect(beneficiary(full, held(2, 'ben'))).toBeNull()
    expect(beneficiary(group([creator]), creator)).toBeNull()
  })

  it("the creator benefits from an unclaimed seat, only after the group's end", () => {
    expect(beneficiary(group([], { status: 'finished' }), seat(2, null))).toBeNull()
    expect(beneficiary(group([], { status: 'finished', ended: true }), seat(2, null))).toBe('ann')
    expect(beneficiary(group([], { status: 'finished', ended: true }), seat(2, 'ben'))).toBe('ben')
  })
})

describe('joining a group', () => {
  it.each<[string, GroupState, 'free' | 'pay', string | null]>([
    ['an open seat', group([creator]), 'pay', null],
    ['a free seat', group([creator, seat(2, null)]), 'free', null],
    ['a group that was closed', group([creator], { status: 'closed' }), 'pay', 'GroupClosed'],
    ['a closed group after its deadline', group([creator], { status: 'closed', over: true }), 'pay', 'GroupClosed'],
    ['a group that expired', group([creator], { status: 'expired' }), 'pay', 'GroupExpired'],
    ['an open group after its deadline', group([creator], { over: true }), 'pay', 'GroupExpired'],
    ['a group whose creator has not paid', group([held(1, 'ann')]), 'pay', 'GroupCreatorUnpaid'],
    ['a group in which the user has a seat already', group([creator, held(2, 'ben')]), 'pay', 'GroupJoined'],
    ['the user’s own seat whose lease is over', group([creator, held(2, 'ben', { lapsed: true })]), 'pay', null],
    ['a full group', group([creator, seat(2, 'cai')], { size: 2, status: 'finished' }), 'free', 'GroupFull'],
    ['a group whose last seat is held', group([creator, held(2, 'cai')], { size: 2 }), 'pay', 'GroupSeatsHeld'],
    [
      'a full group whose free seats ended with its deadline',
      group([creator, seat(2, null)], { size: 2, status: 'finished', over: true }),
      'free',
      'GroupExpired',
    ],
    [
      'a full group after its deadline',
      group([creator, seat(2, 'cai')], { size: 2, status: 'finished', over: true }),
      'free',
      'GroupFull',
    ],
    ['an open seat while a paid seat is free', group([creator, seat(2, null)]), 'pay', 'GroupSeatFree'],
    ['a free seat in a group without one', group([creator]), 'free', 'GroupSeatNotFree'],
    ['an open seat, for a user who was removed', group([creator], { removed: ['cai', 'ben'] }), 'pay', 'GroupRemoved'],
    ['an open seat, after another user was removed', group([creator], { removed: ['cai'] }), 'pay', null],
  ])('allows joining, or refuses it with the right reason: %s', (_what, given, way, refusal) => {
    expect(refuseJoin(given, 'ben', way)).toBe(refusal)
  })
})

describe('paying the rest of a group', () => {
  it.each<[string, GroupState, string | null]>([
    ['open seats', group([creator]), null],
    ['a closed group', group([creator], { status: 'closed' }), 'GroupClosed'],
    ['an open group after its deadline', group([creator], { over: true }), 'GroupExpired'],
    ['before the creator paid the own share', group([held(1, 'ann')]), 'GroupCreatorUnpaid'],
    ['no open seat', group([creator, seat(2, 'ben')], { size: 2 }), 'GroupNothingToPay'],
    ['a full group', group([creator], { status: 'finished' }), 'GroupNothingToPay'],
  ])('allows paying the rest, or refuses it with the right reason: %s', (_what, given, refusal) => {
    expect(refuseRest(given)).toBe(refusal)
  })
})

it.each<[string, GroupState, string | null]>([
  ['open', group([creator]), null],
  ['full', group([creator, seat(2, 'ben')], { size: 2, status: 'finished' }), 'GroupFull'],
  ['closed', group([creator], { status: 'closed' }), 'GroupClosed'],
  ['past its deadline', group([creator], { over: true }), 'GroupExpired'],
])('a group is listed publicly only while a seat is open, judged for a group that is %s', (_what, given, refusal) => {
  expect(refuseListing(given)).toBe(refusal)
})

it('leaving is allowed while the group is open, and refused when it is full or over', () => {
  expect(refuseLeave(group([creator]))).toBeNull()
  expect(refuseLeave(group([creator], { status: 'finished' }))).toBe('GroupFinished')
  expect(refuseLeave(group([creator], { status: 'finished', over: true }))).toBe('GroupFinished')
  expect(refuseLeave(group([creator], { status: 'closed' }))).toBe('GroupClosed')
  expect(refuseLeave(group([creator], { over: true }))).toBe('GroupExpired')
})

describe('seat removed by an operator', () => {
  const paidByCreator = seat(3, null)
  const open = group([creator, seat(2, 'ben'), paidByCreator])

  it.each<[string, GroupState, number, string | null]>([
    ['a taken seat', open, 2, null],
    ['a seat whose holder has not paid yet', group([creator, held(2, 'ben')]), 2, null],
    ['a taken seat of a full group', { ...open, status: 'finished' }, 2, null],
    [
      'a taken seat of a full group after its deadline',
      { ...open, status: 'finished', over: true, ended: true },
      2,
      null,
    ],
    ['a taken seat after the deadline of a group that was not ended yet', { ...open, over: true }, 2, 'over'],
    ['a taken seat of a closed group', { ...open, status: 'closed', over: true, ended: true }, 2, 'over'],
    ['a taken seat of an expired group', { ...open, status: 'expired', over: true, ended: true }, 2, 'over'],
    ['an empty seat', group([creator]), 2, 'open'],
    ['the seat of the creator', open, 1, 'creator'],
    ['a refunded seat', group([creator, seat(2, 'ben', { state: 'lost' })]), 2, 'gone'],
    ['a seat that was removed before', group([creator, seat(2, 'ben', { state: 'removed' })]), 2, 'gone'],
    ['a free seat that the creator paid for', open, 3, 'empty'],
    ['an unpaid seat without a holder', group([creator, held(3, null)]), 3, null],
  ])('allows removing a seat, or refuses it with the right reason: %s', (_what, given, number, fault) => {
    expect(findRemovalFault(given, number, false)).toBe(fault)
    // With a refund, an operator can also remove a seat that nobody has taken, because the creator has paid for it.
    expect(findRemovalFault(given, number, true)).toBe(fault === 'empty' ? null : fault)
  })
})

it('protects an unpaid seat for ten minutes, and allows a user two unpaid seats an hour', () => {
  expect(unpaidSeats).toEqual({ max: 2, minutes: 60 })
  const since = new Date('2026-11-23T12:00:00Z')
  expect(isFreeable(since, new Date('2026-11-23T12:09:59.999Z'))).toBe(false)
  expect(isFreeable(since, new Date('2026-11-23T12:10:00Z'))).toBe(true)
})
