import { expect, it } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import { fill, type Shape } from './show.ts'

const { says, output } = operatorActions['mailings.send']

it.each([
  [['unasked'], 'Would mail 312 people.'],
  [['people'], 'Would mail at least 312 people.'],
])('a number that was not counted to the end is marked, and no other (%s)', (atLeast, printed) => {
  expect(fill(says![0], output as Shape, { people: 312, unasked: 5, atLeast })).toBe(printed)
})
