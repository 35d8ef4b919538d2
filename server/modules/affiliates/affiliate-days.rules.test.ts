import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  changeOfDays,
  differencesOf,
  dimensions,
  nothing,
  subtract,
  type Counts,
  type Mark,
} from './affiliate-days.rules.ts'

const key = fc.constantFrom(null, 'one', 'two')
const mark: fc.Arbitrary<Mark> = fc.record({
  affiliateId: fc.constantFrom('ann', 'ben'),
  day: fc.constantFrom('2026-11-22', '2026-11-23'),
  link: key,
  plan: key,
  source: key,
  language: key,
  currency: key,
  signUps: fc.nat(2),
  isOrder: fc.boolean(),
  type: fc.constantFrom(null, 'first', 'renewal'),
  minor: fc.integer({ min: -300, max: 300 }),
})
const marks = fc.array(mark, { maxLength: 8 })

function tally(of: readonly Mark[]): Counts {
  const sum = (by: (each: Mark) => number) => of.reduce((total, each) => total + by(each), 0)
  const earned = (type: string) => sum((each) => (each.type === type ? Math.max(0, each.minor) : 0))
  return {
    visits: 0,
    signUps: sum(({ signUps }) => signUps),
    firsts: of.filter(({ isOrder, type }) => isOrder && type === 'first').length,
    renewals: of.filter(({ isOrder, type }) => isOrder && type === 'renewal').length,
    firstMinor: earned('first'),
    renewalMinor: earned('renewal'),
    reversals: of.filter(({ minor }) => minor < 0).length,
    reversedMinor: sum(({ minor }) => Math.max(0, -minor)),
  }
}
const rowsOf = (of: readonly Mark[]) =>
  ['ann', 'ben'].flatMap((affiliateId) =>
    ['2026-11-22', '2026-11-23'].flatMap((day) =>
      dimensions.flatMap((dimension) =>
        (dimension === 'all' ? [''] : ['one', 'two']).map((name) => {
          const own = of.filter((each) => each.affiliateId === affiliateId && each.day === day)
          const counted = dimension === 'all' ? own : own.filter((each) => each[dimension] === name)
          return { affiliateId, day, dimension, key: name, ...tally(counted) }
        }),
      ),
    ),
  )
type Row = ReturnType<typeof rowsOf>[number]
const names = Object.keys(tally([])) as (keyof Counts)[]
const countsOf = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Counts
const all = () => true

describe('daily affiliate totals', () => {
  it('daily totals are right in sum and for each key, and a correction changes them only by the difference', () => {
    fc.assert(
      fc.property(marks, marks, (before, after) => {
        expect(differencesOf(changeOfDays([], before), rowsOf(before), all)).toEqual([])
        const change = changeOfDays(before, after)
        const nameOf = (row: Row) => [row.affiliateId, row.day, row.dimension, row.key].join()
        const found = new Map(change.map((row) => [nameOf(row), row]))
        expect(found.size).toBe(change.length)
        const [were, are] = [rowsOf(before), rowsOf(after)]
        for (const [index, was] of were.entries()) {
          const is = countsOf(are[index]!)
          const by = found.get(nameOf(was))
          expect(add(countsOf(was), by ? countsOf(by) : tally([]))).toEqual(is)
          expect(subtract(is, countsOf(was))).toEqual(by ? countsOf(by) : tally([]))
        }
        for (const row of change) expect(countsOf(row)).not.toEqual(tally([]))
        expect(changeOfDays(after, after)).toEqual([])
      }),
    )
  })

  it('the check of daily totals compares each field, counts a missing row as zero, and skips visits of days without complete visits', () => {
    const row = { affiliateId: 'ann', day: '2026-11-22', dimension: 'link', key: 'one', ...nothing } as const
    const said = { affiliateId: 'ann', day: '2026-11-22', dimension: 'link' }
    const folded = [{ ...row, visits: 4, signUps: 2 }]
    const counted = [
      { ...row, visits: 5, signUps: 2, firsts: 1 },
      { ...row, key: 'two', reversals: 3 },
    ]
    const visits = { ...said, field: 'visits', folded: 4, counted: 5 }
    const others = [
      { ...said, field: 'firsts', folded: 0, counted: 1 },
      { ...said, field: 'reversals', folded: 0, counted: 3 },
    ]
    expect(differencesOf(folded, counted, all)).toEqual([visits, ...others])
    expect(differencesOf(folded, counted, (day) => day !== '2026-11-22')).toEqual(others)
    expect(differencesOf(folded, [], all)).toEqual([
      { ...said, field: 'visits', folded: 4, counted: 0 },
      { ...said, field: 'signUps', folded: 2, counted: 0 },
    ])
    expect(differencesOf([], counted.slice(1), all)).toEqual(others.slice(1))
  })
})
