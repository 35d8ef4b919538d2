import { expect, test } from 'vitest'
import { countsVisits, rateText } from './figures-words.ts'

test.each([
  [8, 2, '25%'],
  [3, 3, '100%'],
  [0, 3, null],
  [null, 3, null],
  [2, 3, null],
] as const)('for a base of %s and a part of %s the shown rate is %s', (base, value, text) => {
  expect(rateText(base, value, 'en')).toBe(text)
})

test('a period with days before visits were counted has no visits to compare with', () => {
  expect(countsVisits('2026-11-22', '2026-11-22')).toBe(true)
  expect(countsVisits('2026-11-22', '2026-11-01')).toBe(false)
  expect(countsVisits(null, '2026-11-01')).toBe(false)
})
