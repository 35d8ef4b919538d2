import { expect, it } from 'vitest'
import { retrySeconds } from './delivered-terms.rules.ts'

it.each([
  [0, true, 5],
  [1, true, 10],
  [3, true, 40],
  [4, true, 60],
  [99, true, 60],
  [0, false, 10],
  [1, false, 20],
  [8, false, 2_560],
  [9, false, 3_600],
  [99, false, 3_600],
])('after %i failed deliveries (panel away: %s) the next delivery is tried after %i s', (failures, isAway, seconds) => {
  expect(retrySeconds(failures, isAway)).toBe(seconds)
})
