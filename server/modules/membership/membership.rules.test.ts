import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  expiryAfter,
  foldExpiry,
  foldPlans,
  grantStart,
  isYearly,
  planSeconds,
  remainingOf,
  reversalOrder,
  standingPlans,
  type LedgerEntry,
  type PlanEntry,
} from './membership.rules.ts'

const day = 86_400
const start = new Date('2026-01-01T00:00:00Z')
const at = (days: number) => new Date(start.getTime() + days * day * 1000)
const entry = (id: string, days: number, change: Partial<PlanEntry> = {}): PlanEntry => ({
  id,
  seconds: days * day,
  at: start,
  reverses: null,
  converts: null,
  planMonths: null,
  maxDevices: null,
  ...change,
})
const ends = (entries: readonly PlanEntry[]) =>
  standingPlans(entries).map((held) => [held.entry.id, (held.end.getTime() - start.getTime()) / day / 1000])

describe('grant', () => {
  it('starts a grant at the end of the membership, or now if it is over', () => {
    expect(grantStart(at(5), null)).toEqual(at(5))
    expect(grantStart(at(5), at(4))).toEqual(at(5))
    expect(grantStart(at(5), at(5))).toEqual(at(5))
    expect(grantStart(at(5), at(9))).toEqual(at(9))
  })

  it('a plan grant lasts its calendar months plus its bonus days', () => {
    expect(planSeconds(new Date('2026-01-31T00:00:00Z'), 1, 0)).toBe(28 * day)
    expect(planSeconds(new Date('2028-01-31T00:00:00Z'), 1, 0)).toBe(29 * day)
    expect(planSeconds(start, 12, 0)).toBe(365 * day)
    expect(planSeconds(start, 12, 30)).toBe(395 * day)
    expect(planSeconds(start, 0, 7)).toBe(7 * day)
    expect(planSeconds(new Date('2026-01-01T00:00:00.600Z'), 0, 1)).toBe(day)
  })

  it('a grant of twelve months or more makes a yearly member', () => {
    expect([null, 1, 11, 12, 24].map(isYearly)).toEqual([false, false, false, true, true])
  })
})

describe('expiry', () => {
  it('a grant extends the expiry from now or from the current expiry, whichever is later', () => {
    expect(expiryAfter(null, entry('a', 30))).toEqual(at(30))
    expect(expiryAfter(at(-10), entry('a', 30))).toEqual(at(30))
    expect(expiryAfter(at(10), entry('a', 30))).toEqual(at(40))
  })

  it('a reversal moves the expiry back by exactly its seconds, also into the past', () => {
    expect(expiryAfter(at(10), entry('b', -30, { reverses: 'a' }))).toEqual(at(-20))
    expect(expiryAfter(null, entry('b', -30, { reverses: 'a', at: at(3) }))).toEqual(at(-27))
  })

  it('computes the expiry from the whole ledger, and null without one', () => {
    expect(foldExpiry([])).toBeNull()
    expect(
      foldExpiry([entry('a', 30), entry('b', 10, { at: at(5) }), entry('c', -30, { at: at(6), reverses: 'a' })]),
    ).toEqual(at(10))
  })

  it('keeps the expiry when a grant is made and taken back while others run', () => {
    const grants = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(grants, fc.nat(), (seconds, pick) => {
        const ledger: LedgerEntry[] = seconds.map((each) => ({ seconds: each, at: start, reverses: null }))
        const taken = seconds[pick % seconds.length]!
        const rest = seconds.reduce((sum, each) => sum + each, 0) - taken
        expect(foldExpiry([...ledger, { seconds: -taken, at: start, reverses: 'x' }])).toEqual(
          new Date(start.getTime() + rest * 1000),
        )
      }),
    )
  })
})

describe('active plans', () => {
  it('lets plans follow one another, each with its own end', () => {
    expect(standingPlans([])).toEqual([])
    expect(ends([entry('a', 30), entry('b', 10), entry('c', 5)])).toEqual([
      ['a', 30],
      ['b', 40],
      ['c', 45],
    ])
  })

  it('moves up plans after a reversed one, and keeps plans before it', () => {
    const ledger = [entry('a', 30), entry('b', 10), entry('c', 5), entry('back', -10, { reverses: 'b' })]
    expect(ends(ledger)).toEqual([
      ['a', 30],
      ['c', 35],
    ])
  })

  it('changes no plan when an unrelated grant is reversed', () => {
    expect(ends([entry('a', 30), entry('x', -10, { reverses: 'gone' }), entry('b', 5)])).toEqual([
      ['a', 30],
      ['b', 25],
    ])
  })

  it('takes converted time from its grant, moves later ones, and returns it with the reversal', () => {
    const out = entry('out', -12, { converts: 'a' })
    const ledger = [entry('a', 30), entry('b', 10), out]
    expect(ends(ledger)).toEqual([
      ['a', 18],
      ['b', 28],
    ])
    expect(standingPlans(ledger).map(({ seconds }) => seconds)).toEqual([18 * day, 10 * day])
    const made = [...ledger, entry('in', 20, { converts: 'a', maxDevices: 9 })]
    expect(ends(made)).toEqual([
      ['a', 18],
      ['b', 28],
      ['in', 48],
    ])
    const undone = [...made, entry('u1', -20, { reverses: 'in' }), entry('u2', 12, { reverses: 'out' })]
    expect(ends(undone)).toEqual([
      ['a', 30],
      ['b', 40],
    ])
    expect(standingPlans(undone)[0]?.seconds).toBe(30 * day)
    expect(standingPlans(undone)[1]?.seconds).toBe(10 * day)
  })

  it('changes nothing when a grant that is gone is converted', () => {
    const ledger = [entry('a', 30), entry('b', 10), entry('back', -30, { reverses: 'a' })]
    expect(ends([...ledger, entry('out', -5, { converts: 'a' })])).toEqual([['b', 10]])
  })

  it('keeps converted time yearly if its source was', () => {
    const yearly = entry('a', 365, { planMonths: 12 })
    const flags = (ledger: PlanEntry[]) => standingPlans(ledger).map((held) => held.isYearly)
    expect(flags([yearly, entry('b', 30, { planMonths: 1 }), entry('c', 3)])).toEqual([true, false, false])
    expect(flags([yearly, entry('in', 30, { converts: 'a' })])).toEqual([true, true])
    expect(flags([entry('a', 30, { planMonths: 1 }), entry('in', 30, { converts: 'a', planMonths: 12 })])).toEqual([
      false,
      false,
    ])
    expect(flags([entry('in', 30, { converts: 'gone', planMonths: 12 })])).toEqual([false])
  })

  it('never ends a plan after the expiry, and ends the last one with it', () => {
    const step = fc.record({ seconds: fc.integer({ min: 1, max: 1_000 }), take: fc.boolean(), pick: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const ledger: PlanEntry[] = []
        for (const [index, { seconds, take, pick }] of steps.entries()) {
          const standing = standingPlans(ledger)
          const target = standing[pick % Math.max(1, standing.length)]
          ledger.push(
            take && target
              ? { ...entry(`r${index}`, 0), seconds: -target.seconds, reverses: target.entry.id }
              : { ...entry(`g${index}`, 0), seconds },
          )
        }
        const standing = standingPlans(ledger)
        const expiry = foldExpiry(ledger)
        for (const { end } of standing) expect(end <= expiry!).toBe(true)
        expect(standing.at(-1)?.end ?? expiry).toEqual(expiry)
        const sum = standing.reduce((total, { seconds }) => total + seconds, 0)
        expect((expiry?.getTime() ?? start.getTime()) - start.getTime()).toBe(sum * 1000)
      }),
    )
  })
})

describe('remaining time of a grant', () => {
  const [held] = standingPlans([entry('a', 30)])

  it('the remaining time of a grant is whole seconds still to come, never negative', () => {
    expect(remainingOf(held!, at(-5))).toBe(30 * day)
    expect(remainingOf(held!, at(10))).toBe(20 * day)
    expect(remainingOf(held!, new Date(at(10).getTime() + 1))).toBe(20 * day - 1)
    expect(remainingOf(held!, at(30))).toBe(0)
    expect(remainingOf(held!, at(31))).toBe(0)
  })
})

describe('benefits of plans', () => {
  it('yearly membership lasts until the last yearly plan ends', () => {
    expect(foldPlans([])).toEqual({ yearlyUntil: null, maxDevices: 0 })
    expect(foldPlans([entry('a', 30, { planMonths: 1 })]).yearlyUntil).toBeNull()
    expect(
      foldPlans([
        entry('a', 365, { planMonths: 12 }),
        entry('b', 365, { planMonths: 24 }),
        entry('c', 30, { planMonths: 1 }),
      ]).yearlyUntil,
    ).toEqual(at(730))
  })

  it('takes the device limit of the newest plan in uninterrupted time, and ignores time without a limit', () => {
    const five = entry('a', 30, { maxDevices: 5 })
    expect(foldPlans([five]).maxDevices).toBe(5)
    expect(foldPlans([five, entry('b', 30, { maxDevices: 3 })]).maxDevices).toBe(3)
    expect(foldPlans([five, entry('b', 30)]).maxDevices).toBe(5)
    expect(foldPlans([entry('b', 30)]).maxDevices).toBe(0)
  })

  it('drops a device limit after a gap in the membership', () => {
    const five = entry('a', 30, { maxDevices: 5 })
    expect(foldPlans([five, entry('b', 30, { at: at(30) })]).maxDevices).toBe(5)
    expect(foldPlans([five, entry('b', 30, { at: at(31) })]).maxDevices).toBe(0)
    expect(
      foldPlans([five, entry('b', 30, { at: at(31), maxDevices: 2 }), entry('c', 30, { at: at(31) })]).maxDevices,
    ).toBe(2)
  })
})

describe('rows reversed with a grant', () => {
  const row = (id: string, change: object = {}) => ({
    id,
    source: 'order',
    sourceId: id,
    seconds: 10,
    reverses: null as string | null,
    converts: null as string | null,
    ...change,
  })
  const conversion = (id: string, converts: string, seconds: number, cause = 'order:big/1') =>
    row(id, { source: 'conversion', sourceId: cause, converts, seconds })
  const order = (ledger: ReturnType<typeof row>[], id: string) =>
    reversalOrder(
      ledger,
      ledger.find((each) => each.id === id)!,
    ).map((each) => each.id)

  it('reverses only the grant if there are no conversions, and nothing if it is already reversed', () => {
    expect(order([row('a'), row('b')], 'a')).toEqual(['a'])
    expect(order([row('a'), row('back', { reverses: 'a' })], 'a')).toEqual([])
  })

  it("reverses the grant's own conversions first, results before sources", () => {
    const ledger = [row('a'), row('big'), conversion('out', 'a', -5), conversion('in', 'a', 8)]
    expect(order(ledger, 'big')).toEqual(['in', 'out', 'big'])
  })

  it("reverses conversions of the grant's time with everything that followed", () => {
    const ledger = [row('a'), row('big'), conversion('out', 'a', -5), conversion('in', 'a', 8)]
    expect(order(ledger, 'a')).toEqual(['in', 'out', 'a'])
    const twice = [
      ...ledger,
      row('huge'),
      conversion('out2', 'in', -4, 'order:huge/1'),
      conversion('in2', 'in', 6, 'order:huge/1'),
    ]
    expect(order(twice, 'a')).toEqual(['in2', 'out2', 'in', 'out', 'a'])
    expect(order(twice, 'big')).toEqual(['in2', 'out2', 'in', 'out', 'big'])
    expect(order(twice, 'huge')).toEqual(['in2', 'out2', 'huge'])
  })

  it('reverses no ledger row twice, and none of another cause', () => {
    const ledger = [
      row('a'),
      row('big'),
      conversion('out', 'a', -5),
      conversion('in', 'a', 8),
      row('back', { reverses: 'in', source: 'conversion', converts: 'a', seconds: 8, sourceId: 'order:big/1' }),
      conversion('other', 'b', 3, 'order:bigger/1'),
      row('plain', { converts: 'a', sourceId: 'order:big/9' }),
    ]
    expect(order(ledger, 'big')).toEqual(['out', 'big'])
    expect(order([row('a', { converts: 'a' })], 'a')).toEqual(['a'])
  })
})

describe('edge cases of the time ledger', () => {
  it('moves a past expiry from where it is when a grant is reversed, not from now', () => {
    expect(expiryAfter(at(-10), entry('b', -5, { reverses: 'a' }))).toEqual(at(-15))
  })

  it('gives converted time the yearly status of its own source plan', () => {
    const ledger = [
      entry('a', 30, { planMonths: 1 }),
      entry('b', 365, { planMonths: 12 }),
      entry('in', 30, { converts: 'b' }),
    ]
    expect(standingPlans(ledger).map((held) => held.isYearly)).toEqual([false, true, true])
  })

  it("undoes a grant's own conversion once, and ignores a conversion of zero seconds", () => {
    const row = (id: string, change: object = {}) => ({
      id,
      source: 'order',
      sourceId: 'big',
      seconds: 10,
      reverses: null as string | null,
      converts: null as string | null,
      ...change,
    })
    const big = row('big')
    const conversion = (id: string, seconds: number) =>
      row(id, { source: 'conversion', sourceId: 'order:big/1', converts: 'big', seconds })
    expect(reversalOrder([big, conversion('in', 8), conversion('out', -4), conversion('none', 0)], big)).toEqual([
      conversion('in', 8),
      conversion('out', -4),
      big,
    ])
  })
})
