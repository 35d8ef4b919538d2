import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dailyLimits, remainingToday, networkShares } from './sms-budget.rules.ts'

const budget = { total: 100, other: 10, countries: { '86': 40, '1': 0 } }

it.each([
  ['86', true, { country: 40, total: 100 }],
  ['86', false, { country: 32, total: 80 }],
  ['44', true, { country: 10, total: 100 }],
  ['44', false, { country: 8, total: 80 }],
  ['1', true, { country: 0, total: 100 }],
])('the daily SMS limit for country code +%s (password reset: %s) is %j', (country, isReset, limits) => {
  expect(dailyLimits(budget, country, isReset)).toEqual(limits)
})

it('never gives registrations a higher SMS limit than resets, and allows one SMS with a budget of one', () => {
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
  // The budget was reduced during the day, so more was already sent than it allows.
  ['44', { country: 30, total: 120 }, 0],
])('for country code +%s, after the SMS %j, %i SMS are left today', (country, spent, left) => {
  expect(remainingToday(budget, country, spent)).toBe(left)
})

it('computes the SMS left as what the limits of resets still allow', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), fc.nat(200), fc.nat(200), (total, other, messages, all) => {
      const left = remainingToday({ total, other, countries: {} }, '49', { country: messages, total: all })
      const max = dailyLimits({ total, other, countries: {} }, '49', true)
      expect(left > 0).toBe(messages < max.country && all < max.total)
    }),
  )
})

const widths = ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16']

it.each([
  ['a share of the country’s budget', { total: 1_000, other: 50, countries: { '86': 400 } }, [16, 40, 120]],
  ['a share of the whole, where that is less', { total: 1_000, other: 50, countries: { '86': 2_000 } }, [40, 100, 300]],
  ['a share of what is left to other countries', { total: 1_000, other: 500, countries: {} }, [20, 50, 150]],
  ['enough for a household, however small it is', { total: 1_000, other: 10, countries: {} }, [3, 6, 9]],
])('gives each IP address and its surrounding networks their shares of the SMS budget: %s', (_what, given, maxes) => {
  expect(networkShares(given, '86', widths, false)).toEqual(
    widths.map((width, at) => ({ subject: `86 ${width}`, max: maxes[at] })),
  )
})

it('gives the IP address of a VPN exit the SMS share of the widest network', () => {
  const given = { total: 1_000, other: 50, countries: { '86': 400 } }
  expect(networkShares(given, '86', widths, true)).toEqual([{ subject: '86 203.0.113.7', max: 120 }])
})
