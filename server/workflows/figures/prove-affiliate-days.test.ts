import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween, startOf } from '#server/modules/figures/days.rules.ts'
import { freshDays, partsOf, spanOf } from './prove-affiliate-days.ts'

const first = '2025-03-01'

it('the nightly check covers every affiliate day within as many nights as there are months, at most a month per night', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_200 }), fc.integer({ min: 0, max: 3_000 }), (count, tonight) => {
      const last = addDays(first, count - 1)
      const seen = new Set<string>()
      for (let night = 0; night < Math.ceil(count / 31); night++) {
        const span = spanOf({ first, last }, startOf(addDays('2026-11-01', tonight + night)))!
        const days = daysBetween(span.first, span.last)
        expect(days.length).toBeLessThanOrEqual(31)
        for (const day of days) seen.add(day)
      }
      expect([...seen].toSorted()).toEqual(daysBetween(first, last))
    }),
    { numRuns: 50 },
  )
  expect(spanOf({ first: null, last: null }, new Date())).toBeNull()
})

it('the nightly check covers each affiliate day with stored visits, and no day twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 90 }),
      (count, tonight, kept) => {
        const last = addDays(first, count - 1)
        const folded = { first, last }
        const span = spanOf(folded, startOf(addDays('2026-11-01', tonight)))!
        const isFresh = (day: string) => day > addDays(last, -kept)
        const seen = [span, ...freshDays(folded, span, isFresh)].flatMap((each) => daysBetween(each.first, each.last))
        expect(new Set(seen).size).toBe(seen.length)
        for (const day of daysBetween(first, last))
          expect(seen.includes(day)).toBe(isFresh(day) || (day >= span.first && day <= span.last))
      },
    ),
    { numRuns: 100 },
  )
})

it('the affiliate days to check are split into parts of limited size, complete and in order', () => {
  const span = fc.tuple(fc.nat(300), fc.nat(40)).map(([from, more]) => ({
    first: addDays(first, from),
    last: addDays(first, from + more),
  }))
  fc.assert(
    fc.property(fc.array(span, { maxLength: 3 }), fc.integer({ min: 1, max: 31 }), (spans, days) => {
      const daysOf = (parts: typeof spans) => parts.map((part) => daysBetween(part.first, part.last))
      const parts = daysOf(partsOf(spans, days))
      expect(parts.flat()).toEqual(daysOf(spans).flat())
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(days)
    }),
    { numRuns: 100 },
  )
})
