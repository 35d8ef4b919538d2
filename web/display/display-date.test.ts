import { expect, test } from 'vitest'
import { displayDate } from './display-date.ts'

const day = new Date('2026-09-05T12:00:00Z')

test('dates are formatted per language, long and short, with no-break spaces', () => {
  expect(displayDate(day, 'en', { timeZone: 'UTC' })).toBe('5\u00a0Sep\u00a02026')
  expect(displayDate(day, 'zh-CN', { timeZone: 'UTC' })).toBe('2026\u00a0年 9\u00a0月 5\u00a0日')
  expect(displayDate(day, 'zh-CN', { timeZone: 'UTC', style: 'short' })).toBe('2026.9.5')
})
