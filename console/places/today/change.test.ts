import { expect, it } from 'vitest'
import { countChange, countOrDash, percentChange, pointsChange, shareOf, shareText } from './change.ts'

it('a change is shown with its sign, relative to the previous value', () => {
  expect([percentChange(38_420, 35_508), percentChange(6_118, 6_249.6), percentChange(5, 5)]).toEqual([
    '+8.2 %',
    '−2.1 %',
    '±0.0 %',
  ])
  expect([countChange(171, 166), countChange(0, 3), countChange(2, 2)]).toEqual(['+5', '−3', '±0'])
})

it('a change from zero is not shown, and one from a negative value has the right sign', () => {
  expect(percentChange(10, 0)).toBeNull()
  expect(percentChange(10, -10)).toBe('+200.0 %')
  expect(percentChange(-10, 10)).toBe('−200.0 %')
})

it('an unknown value is shown as a dash and not compared', () => {
  expect([percentChange(undefined, 5), percentChange(5, undefined), countChange(undefined, 5)]).toEqual([
    null,
    null,
    null,
  ])
  expect([
    countOrDash(undefined),
    countOrDash(0),
    shareText(shareOf(undefined, 4)),
    shareText(shareOf(1, undefined)),
  ]).toEqual(['–', '0', '–', '–'])
})

it('a share of a total of zero is shown as a dash, and shares are compared in percentage points', () => {
  expect([shareText(shareOf(3, 4)), shareText(shareOf(0, 0)), shareText(shareOf(0, 5))]).toEqual([
    '75.0 %',
    '–',
    '0.0 %',
  ])
  expect([pointsChange(75, 79.4), pointsChange(null, 1), pointsChange(1, null)]).toEqual(['−4.4', null, null])
})
