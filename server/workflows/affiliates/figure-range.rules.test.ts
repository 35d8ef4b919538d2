import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#server/modules/figures/days.rules.ts'
import { evenParts, findRangeFaults, maxDays, partsOf, spanBefore, type Span } from './figure-range.rules.ts'

const span = fc
  .record({ start: fc.integer({ min: 0, max: 2_000 }), days: fc.integer({ min: 1, max: 800 }) })
  .map(({ start, days }) => {
    const first = addDays('2024-01-01', start)
    return { first, last: addDays(first, days - 1) }
  })
const daysOf = ({ first, last }: Span) => daysBetween(first, last)

describe('date range', () => {
  it('a range is split into parts that contain each day once, in order', () => {
    fc.assert(
      fc.property(span, fc.constantFrom('day', 'week', 'month'), (range, interval) => {
        expect(partsOf(range, interval).flatMap(daysOf)).toEqual(daysOf(range))
      }),
    )
  })

  it('a range is split into weeks from Monday and calendar months', () => {
    expect(partsOf({ first: '2026-11-20', last: '2026-12-02' }, 'week')).toEqual([
      { first: '2026-11-20', last: '2026-11-22' },
      { first: '2026-11-23', last: '2026-11-29' },
      { first: '2026-11-30', last: '2026-12-02' },
    ])
    expect(partsOf({ first: '2026-01-31', last: '2026-03-01' }, 'month')).toEqual([
      { first: '2026-01-31', last: '2026-01-31' },
      { first: '2026-02-01', last: '2026-02-28' },
      { first: '2026-03-01', last: '2026-03-01' },
    ])
    expect(partsOf({ first: '2026-11-22', last: '2026-11-23' }, 'day')).toEqual([
      { first: '2026-11-22', last: '2026-11-22' },
      { first: '2026-11-23', last: '2026-11-23' },
    ])
  })

  it('an invalid, reversed, too long or too early range is refused at its field', () => {
    const none = { from: null, to: null }
    expect(findRangeFaults('2026-11-01', '2026-11-22')).toEqual(none)
    expect(findRangeFaults('2026-11-22', addDays('2026-11-22', maxDays - 1))).toEqual(none)
    expect(findRangeFaults('2026-11-22', addDays('2026-11-22', maxDays))).toEqual({ from: null, to: 'Invalid' })
    expect(findRangeFaults('2026-11-31', '2026-12-31')).toEqual({ from: 'Invalid', to: null })
    expect(findRangeFaults('2026-11-22', '2026-11-21')).toEqual({ from: null, to: 'Invalid' })
    expect(findRangeFaults('0000-01-01', '9999-12-31')).toEqual({ from: 'Invalid', to: 'Invalid' })
    expect(findRangeFaults('9999-12-31', '9999-12-31')).toEqual({ from: 'Invalid', to: 'Invalid' })
    expect(findRangeFaults('2100-12-31', '2100-12-31')).toEqual(none)
    expect(findRangeFaults('2009-12-31', '2010-01-01')).toEqual({ from: 'Invalid', to: null })
  })

  it('a range is compared with the same number of days before it', () => {
    fc.assert(
      fc.property(span, (range) => {
        const before = spanBefore(range)
        expect(addDays(before.last, 1)).toBe(range.first)
        expect(daysOf(before)).toHaveLength(daysOf(range).length)
      }),
    )
  })

  it('a range is split evenly into parts that differ by at most a day', () => {
    fc.assert(
      fc.property(span, fc.integer({ min: 1, max: 20 }), (range, count) => {
        const parts = evenParts(range, count)
        expect(parts.flatMap(daysOf)).toEqual(daysOf(range))
        expect(parts.length).toBe(Math.min(count, daysOf(range).length))
        const lengths = parts.map((part) => daysOf(part).length)
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
