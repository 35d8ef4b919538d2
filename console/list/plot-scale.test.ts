import { expect, it } from 'vitest'
import { niceTop } from './plot-scale.ts'

it.each([
  [0, 1],
  [1, 1],
  [1.5, 2],
  [3, 5],
  [5, 5],
  [5.1, 10],
  [1_001, 2_000],
  [49_999, 50_000],
  [999_999, 1_000_000],
])('a chart scale for values up to %d ends at %d', (most, top) => {
  expect(niceTop(most)).toBe(top)
})
