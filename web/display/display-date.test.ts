import { expect, test } from 'vitest'
import { displayDate, displayMoment } from './display-date.ts'

// Word joiners: without them Chromium breaks "2026年9月5日" at each of its five seams.
const chinese = ['2026', '年', '9', '月', '5', '日'].join('\u2060')
const day = new Date('2026-09-05T12:00:00Z')

test('dates are formatted per language, with no-break spaces, and a time of day follows them', () => {
  expect(displayDate(day, 'en', { timeZone: 'UTC' })).toBe('5\u00a0Sep\u00a02026')
  expect(displayDate(day, 'zh-CN', { timeZone: 'UTC' })).toBe(chinese)
  const noon = new Date(2026, 8, 5, 12, 30)
  expect(displayMoment(noon, 'en')).toBe('5\u00a0Sep\u00a02026, 12:30')
  expect(displayMoment(noon, 'zh-CN')).toBe(`${chinese} 12:30`)
})
