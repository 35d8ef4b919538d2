import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dailyLimits } from './sms-budget.rules.ts'

const budget = { total: 100, other: 10, countries: { '86': 40, '1': 0 } }

it.each([
  ['86', true, { country: 40, total: 100 }],
  ['86', false, { country: 32, total: 80 }],
  ['44', true, { country: 10, total: 100 }],
  ['44', false, { country: 8, total: 80 }],
  ['1', true, { country: 0, total: 100 }],
])('to %s, reset %s', (country, isReset, limits) => {
  expect(dailyLimits(budget, country, isReset)).toEqual(limits)
})

it('never lets a registration have more than a reset, and a budget of one is not nothing', () => {
  fc.assert(
    fc.property(fc.nat(9_999_999), fc.nat(9_999_999), (total, other) => {
      const of = (isReset: boolean) => dailyLimits({ total, other, countries: {} }, '49', isReset)
      expect(of(false).country).toBeLessThanOrEqual(of(true).country)
      expect(of(true)).toEqual({ country: other, total })
      expect(of(false).country > 0).toBe(other > 0)
    }),
  )
})
