import { expect, it } from 'vitest'
import { limits, networkSlots, trialSlot, type Limit } from './limits.rules.ts'

const minute = 60
const hour = 60 * minute

it.each([
  ['password-asker', 10, 15 * minute],
  ['password-account', 10, 15 * minute],
  ['factor-asker', 10, 15 * minute],
  ['code-resend', 1, minute],
  ['redeem-account', 20, hour],
  ['redeem-network', 20, hour],
  ['promo-account', 20, hour],
] as const)('the limit %s allows at most %i attempts in %i seconds', (name, max, seconds) => {
  expect(limits).toMatchObject({ [name]: { max, seconds } })
})

const widths = ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16']

it('counts an attempt for its IP address and both surrounding networks, each with its own limit', () => {
  expect(networkSlots('password-network', widths, false)).toEqual([
    { rule: 'password-network', subject: '203.0.113.7', max: 100, width: 0 },
    { rule: 'password-network', subject: '203.0.113.0/24', max: 300, width: 1 },
    { rule: 'password-network', subject: '203.0.0.0/16', max: 2_000, width: 2 },
  ])
})

it('counts an attempt from a VPN exit of the operator for its IP address only, with ten times the limit', () => {
  expect(networkSlots('password-network', widths, true)).toEqual([
    { rule: 'password-network', subject: '203.0.113.7', max: 1_000, width: 0 },
  ])
})

it('never gives a wider network a lower limit than a narrower one', () => {
  const byWidth = Object.values<Limit>(limits).flatMap(({ max, wider }) => (wider ? [[max, ...wider]] : []))
  expect(byWidth).toEqual(byWidth.map((maxes) => maxes.toSorted((a, b) => a - b)))
})

it('limits trials per range of networks, and allows up to ten times as many for the IP address of a VPN exit', () => {
  expect(trialSlot(widths, false)).toEqual({ rule: 'trial-range', subject: '203.0.113.0/24' })
  expect(trialSlot(widths, true)).toEqual({ rule: 'trial-range', subject: '203.0.113.7', max: 30 })
  expect([trialSlot(['unknown'], false).subject, trialSlot([], false).subject]).toEqual(['unknown', ''])
})
