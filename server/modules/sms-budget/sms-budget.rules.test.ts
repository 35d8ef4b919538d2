import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dailyLimits, leftToday } from './sms-budget.rules.ts'

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

it.each([
  ['86', { country: 12, total: 20 }, 28],
  ['86', { country: 12, total: 95 }, 5],
  ['44', { country: 10, total: 10 }, 0],
  // The budget was made smaller in the course of the day.
  ['44', { country: 30, total: 120 }, 0],
])('to %s after %j, %i are left', (country, spent, left) => {
  expect(leftToday(budget, country, spent)).toBe(left)
})

it('is what the limits of a reset still let through', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), fc.nat(200), fc.nat(200), (total, other, messages, all) => {
      const left = leftToday({ total, other, countries: {} }, '49', { country: messages, total: all })
      const most = dailyLimits({ total, other, countries: {} }, '49', true)
      expect(left > 0).toBe(messages < most.country && all < most.total)
    }),
  )
})
