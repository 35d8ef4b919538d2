import { expect, it } from 'vitest'
import { inEnglish } from './described.ts'
import { fill, type Shape } from './print-table.ts'

const { says, output } = inEnglish('mailings.send')

it.each([
  [['unasked'], 'Would email 312 people.'],
  [['people'], 'Would email at least 312 people.'],
])('only a number whose count stopped early is marked with "at least" (%s)', (atLeast, printed) => {
  expect(fill(says![0], output as Shape, { people: 312, unasked: 5, atLeast })).toBe(printed)
})
