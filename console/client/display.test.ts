import { expect, it } from 'vitest'
import { dateParts } from './display.ts'

it('a field for a date says the order in which the browser writes one', () => {
  expect(dateParts('en-US')).toEqual(['month', 'day', 'year'])
  expect(dateParts('en-GB')).toEqual(['day', 'month', 'year'])
  expect(dateParts('zh-CN')).toEqual(['year', 'month', 'day'])
})
