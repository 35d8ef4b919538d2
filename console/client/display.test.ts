import { expect, it } from 'vitest'
import { dateParts } from './display.ts'

it("a date field shows the browser's order of day, month and year", () => {
  expect(dateParts('en-US')).toEqual(['month', 'day', 'year'])
  expect(dateParts('en-GB')).toEqual(['day', 'month', 'year'])
  expect(dateParts('zh-CN')).toEqual(['year', 'month', 'day'])
})
