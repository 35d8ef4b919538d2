import { expect, test } from 'vitest'
import en from '#text/en/site/groups.ts'
import zh from '#text/zh-CN/site/groups.ts'
import { countSeats, isAlive, missingSeats, newerCard, partOf, takenSeats } from './group-part.ts'
import { groupCard as card } from './group-card.test-support.ts'
import type { MyGroup } from '#web/features/groups/base/groups.queries.ts'

const mine = (state: MyGroup['mine']['state'], isCreator = false): MyGroup['mine'] => ({
  isCreator,
  listed: false,
  seat: 2,
  state,
  keptUntil: null,
  membershipExpiresAt: null,
  orders: [],
  canLeave: true,
  freeableSeats: [],
  restSeats: 0,
  restMinor: 0,
})

test('a visitor is offered a free seat before a paid one', () => {
  expect(partOf(card('open', ['taken', 'open', 'open']), null)).toEqual({ kind: 'join', free: false, last: false })
  expect(partOf(card('open', ['taken', 'held', 'open']), null)).toEqual({ kind: 'join', free: false, last: true })
  expect(partOf(card('finished', ['taken', 'free', 'taken']), null)).toEqual({ kind: 'join', free: true, last: true })
})

test.each([
  ['creator_unpaid', ['held', 'open', 'open'], 'creator_unpaid'],
  ['open', ['taken', 'held', 'held'], 'held'],
  ['finished', ['taken', 'taken', 'taken'], 'full'],
  ['expired', ['over', 'over', 'over'], 'expired'],
  ['closed', ['over', 'over', 'over'], 'closed'],
] as const)('a group %s with seats %s is refused as %s', (state, seats, why) => {
  expect(partOf(card(state, seats), null)).toEqual({ kind: 'refused', why })
})

test('a member sees their own seat, and one who left may rejoin, except the creator', () => {
  const open = card('open', ['taken', 'taken', 'open'])
  for (const state of ['unpaid', 'waiting', 'member', 'review'] as const)
    expect(partOf(open, mine(state))).toEqual({ kind: 'mine', mine: mine(state) })
  for (const state of ['left', 'refunded', 'refunding'] as const) {
    expect(partOf(open, mine(state))).toMatchObject({ kind: 'join' })
    expect(partOf(open, mine(state, true))).toMatchObject({ kind: 'mine' })
    expect(partOf(card('expired', ['over', 'over']), mine(state))).toMatchObject({ kind: 'mine' })
  }
})

test('seats are counted, and the newer version of a group wins', () => {
  const open = card('open', ['taken', 'held', 'open'], 4)
  expect([takenSeats(open), missingSeats(open)]).toEqual([1, 2])
  expect(newerCard(open, card('finished', ['taken', 'taken', 'taken'], 5)).version).toBe(5)
  expect(newerCard(open, card('creator_unpaid', ['held', 'open', 'open'], 3))).toBe(open)
  // A reserved seat can become free again by time alone, without a new version of the group.
  const freed = card('open', ['taken', 'open', 'open'], 4)
  expect(newerCard(open, freed)).toBe(freed)
  expect(isAlive(open)).toBe(true)
  expect(isAlive(card('finished', ['taken', 'free']))).toBe(true)
  expect(isAlive(card('finished', ['taken', 'taken']))).toBe(false)
})

test('the seats of a group are counted by state, and states without a seat are left out', () => {
  const paying = countSeats(card('open', ['taken', 'held', 'open']))
  expect([en.seatCounts(paying), zh.seatCounts(paying)]).toEqual([
    '1 paid, 1 being paid, 1 open',
    '1 人已付款，1 人正在付款，还有 1 个空座',
  ])
  const treated = countSeats(card('finished', ['taken', 'free', 'free']))
  expect([en.seatCounts(treated), zh.seatCounts(treated)]).toEqual(['1 paid, 2 open', '1 人已付款，还有 2 个空座'])
})
