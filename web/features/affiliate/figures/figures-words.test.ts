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

test('a range has the year at its end, and one over two years at both ends', () => {
  const span = (from: string, language: 'en' | 'zh-CN') =>
    spanTexts(from, '2026-10-31', language).join('–').replaceAll('\u00a0', ' ').replaceAll('\u2060', '')
  expect(span('2026-10-02', 'en')).toBe('2 Oct–31 Oct 2026')
  expect(span('2026-10-02', 'zh-CN')).toBe('10月2日–2026年10月31日')
  expect(span('2025-10-02', 'en')).toBe('2 Oct 2025–31 Oct 2026')
  expect(span('2025-10-02', 'zh-CN')).toBe('2025年10月2日–2026年10月31日')
})
