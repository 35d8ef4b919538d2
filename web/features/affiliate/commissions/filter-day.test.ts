import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beginningOf, dayOf } from './filter-day.ts'

it('a day begins where it says, ends where the next one begins, and is read back as it was chosen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 30_000 }), (count) => {
      const date = new Date(1970, 0, 1 + count)
      const day = dayOf(date.getTime())
      const [from, to] = [beginningOf(day), beginningOf(day, 1)]
      expect(from).toBe(date.getTime())
      expect(dayOf((to ?? 0) - 1)).toBe(day)
      expect(to).toBe(new Date(1970, 0, 2 + count).getTime())
    }),
  )
})

it.each(['', '2026-11', 'soon', '20261-11-21', '0001-01-01'])('%j is no day to look from', (text) => {
  expect(beginningOf(text)).toBeUndefined()
})

it('nothing chosen is an empty field', () => {
  expect(dayOf(undefined)).toBe('')
})
