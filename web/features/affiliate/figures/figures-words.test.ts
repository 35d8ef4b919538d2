import { expect, test } from 'vitest'
import { countsVisits, countText, rateText, spanTexts } from './figures-words.ts'

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

test.each([
  [0, 'visits', false, '–'],
  [0, 'visits', true, '0'],
  [3, 'visits', false, '3'],
  [0, 'signUps', false, '0'],
] as const)('%s %s, all days counted: %s, is shown as %s', (value, step, isCounted, text) => {
  expect(countText(value, step, 'en', isCounted)).toBe(text)
})

test('both ends of a Chinese range have a year, an English range has one at its end', () => {
  expect(spanTexts('2026-10-02', '2026-10-31', 'zh-CN')).toEqual(['2026.10.2', '2026.10.31'])
  expect(spanTexts('2026-10-02', '2026-10-31', 'en').join(' to ').replaceAll('\u00a0', ' ')).toBe(
    '2 Oct to 31 Oct 2026',
  )
})
