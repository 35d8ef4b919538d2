import { expect, it } from 'vitest'
import { dateParts, dateText, localMoments, momentText } from './display.ts'

it("a date field shows the browser's order of day, month and year", () => {
  expect(dateParts('en-US')).toEqual(['month', 'day', 'year'])
  expect(dateParts('en-GB')).toEqual(['day', 'month', 'year'])
  expect(dateParts('zh-CN')).toEqual(['year', 'month', 'day'])
})

it('days and months are written like moments, and other text stays as it is', () => {
  expect(dateText('2026-11-29', 'en')).toBe('29\u00a0Nov\u00a02026')
  expect(dateText('2026-01-01', 'en')).toBe('1\u00a0Jan\u00a02026')
  expect(dateText('2026-10', 'en')).toBe('Oct\u00a02026')
  expect(dateText('2026-11-29', 'zh-CN')).toBe('2026.11.29')
  expect(dateText('2026-10', 'zh-CN')).toBe('2026年10月')
  expect(dateText('auto', 'en')).toBe('auto')
})

it("UTC moments inside a text are written in the operator's time, and a percent sign stays with its number", () => {
  const at = momentText(new Date('2026-11-30T04:42:00Z'), 'en')
  expect(localMoments('finn, 2026-11-30 04:42 UTC', 'en')).toBe(`finn, ${at}`)
  expect(localMoments('invited until 2026-11-30 04:42:10 UTC', 'en')).toBe(`invited until ${at}`)
  expect(localMoments('31 %', 'en')).toBe('31\u00a0%')
  expect(localMoments('2026-11-30 04:42', 'en')).toBe('2026-11-30 04:42')
})
