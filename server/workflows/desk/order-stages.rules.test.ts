import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStages, type Standing } from './order-stages.rules.ts'

const now = new Date('2026-11-23T00:00:00Z')
const later = new Date('2027-11-23T00:00:00Z')
const paid: Standing = {
  now,
  totalMinor: 26_800,
  cameMinor: 26_800,
  goneMinor: 0,
  paidAt: now,
  isOpen: false,
  isAsked: false,
  givenAt: now,
  wasGiven: true,
  memberUntil: later,
  isBlocked: false,
  tunnels: [{ isOpen: true, isBehind: false, failures: 0 }],
  appSeenAt: now,
}
const states = (known: Partial<Standing>) => orderStages({ ...paid, ...known }).map(({ state }) => state)

describe('first incomplete stage of “I paid and have nothing”:', () => {
  it.each<[string, Partial<Standing>, string[]]>([
    ['all is well', {}, ['done', 'done', 'done', 'done']],
    [
      'no money arrived',
      { cameMinor: 0, paidAt: null, givenAt: null, wasGiven: false, memberUntil: null, tunnels: [], appSeenAt: null },
      ['missing', 'missing', 'missing', 'missing'],
    ],
    [
      'the order waits for its payment',
      { cameMinor: 0, paidAt: null, isOpen: true, givenAt: null, wasGiven: false, memberUntil: null },
      ['waits', 'missing', 'missing', 'done'],
    ],
    [
      'a part of the price arrived',
      { cameMinor: 100, paidAt: null, givenAt: null, wasGiven: false, memberUntil: null },
      ['waits', 'missing', 'missing', 'done'],
    ],
    [
      'an operator decides about the money',
      { paidAt: null, isAsked: true, givenAt: null, wasGiven: false, memberUntil: null },
      ['waits', 'waits', 'missing', 'done'],
    ],
    ['everything was refunded', { goneMinor: 26_800, givenAt: null }, ['back', 'back', 'done', 'done']],
    ['a part was refunded, and the time stays', { goneMinor: 100 }, ['done', 'done', 'done', 'done']],
    ['the membership is over', { memberUntil: now }, ['done', 'over', 'over', 'done']],
    ['the user is blocked', { isBlocked: true }, ['done', 'done', 'missing', 'done']],
    [
      'a VPN panel was not notified yet',
      { tunnels: [{ isOpen: true, isBehind: true, failures: 3 }] },
      ['done', 'done', 'waits', 'done'],
    ],
    ['nothing serves the plan', { tunnels: [] }, ['done', 'done', 'missing', 'done']],
    ['no app is signed in', { appSeenAt: null }, ['done', 'done', 'done', 'missing']],
    ['the order cost nothing', { totalMinor: 0, cameMinor: 0 }, ['done', 'done', 'done', 'done']],
  ])('the stages of an order show the first incomplete one when %s', (_title, known, expected) => {
    expect(states(known)).toEqual(expected)
  })
})

const standing = fc.record({
  now: fc.constant(now),
  totalMinor: fc.nat(100_000),
  cameMinor: fc.nat(200_000),
  goneMinor: fc.nat(200_000),
  paidAt: fc.option(fc.constant(now)),
  isOpen: fc.boolean(),
  isAsked: fc.boolean(),
  givenAt: fc.option(fc.constant(now)),
  wasGiven: fc.boolean(),
  memberUntil: fc.option(fc.constantFrom(now, later)),
  isBlocked: fc.boolean(),
  tunnels: fc.array(fc.record({ isOpen: fc.boolean(), isBehind: fc.boolean(), failures: fc.nat(3) }), { maxLength: 3 }),
  appSeenAt: fc.option(fc.constant(now)),
})

describe('order stages', () => {
  it('there are always four stages in order', () => {
    fc.assert(
      fc.property(standing, (known) => {
        expect(orderStages(known).map(({ stage }) => stage)).toEqual(['money', 'time', 'tunnels', 'app'])
      }),
    )
  })

  it('refunded money is never shown as present, nor a tunnel as open without time or during a block', () => {
    fc.assert(
      fc.property(standing, (known) => {
        const [money, , tunnels] = orderStages(known)
        const isBack = known.goneMinor > 0 && known.goneMinor >= known.cameMinor
        expect(isBack && money?.state !== 'back').toBe(false)
        const isShut = known.isBlocked || !known.memberUntil || known.memberUntil <= now
        expect(isShut && tunnels?.state === 'done').toBe(false)
      }),
    )
  })
})
