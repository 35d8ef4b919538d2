import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatRate, holdDaysOf, nextTier, tierAt, usdMicrosOf, type AffiliateTerms } from './affiliate-terms.ts'
import { commissionOf, estimateCommission } from './commission.ts'
import { terms as twoTiers, tier } from './affiliate-terms.test-support.ts'

const terms: AffiliateTerms = { ...twoTiers, tiers: [tier('a', 0, 2_500, 2_000), tier('b', 2, 10_000, 2_500)] }

it('an affiliate advances through tiers, and each order uses the rate at its time', () => {
  expect(tierAt(terms, 1).id).toBe('a')
  expect(tierAt(terms, 2).id).toBe('b')
  // Commission rates of this case: two first purchases at 25 %, the third at 100 %; three renewals at 25 %.
  expect(estimateCommission(terms, 3, 4_000)).toEqual({ firstMinor: 1_000 + 1_000 + 4_000, renewalMinor: 3_000 })
  expect(estimateCommission(terms, 0, 4_000)).toEqual({ firstMinor: 0, renewalMinor: 0 })
})

it('a rate is formatted as a percentage, and half a cent is rounded half-even', () => {
  expect(commissionOf(4_490, 2_500)).toBe(1_122)
  expect([formatRate(2_500), formatRate(1_250), formatRate(0)]).toEqual(['25%', '12.5%', '0%'])
})

it('a commission is converted to US cents and rounded half-even once', () => {
  expect(usdMicrosOf(terms, 'USD')).toBe(1_000_000)
  expect(usdMicrosOf(terms, 'CNY')).toBe(140_000)
  expect(commissionOf(26_800, 2_500, 140_000)).toBe(938)
  expect([1, 3, 5, 7].map((cents) => commissionOf(cents, 5_000))).toEqual([0, 2, 2, 4])
  expect(commissionOf(Number.MAX_SAFE_INTEGER, 10_000)).toBe(Number.MAX_SAFE_INTEGER)
})

it('a tier granted by an operator is not reached by order count', () => {
  const given = { ...terms, tiers: [...terms.tiers, { ...tier('c', 5, 10_000, 2_500), byOperator: true }] }
  expect(tierAt(given, 1_000).id).toBe('b')
  expect([nextTier(given, 1)?.id, nextTier(given, 2), nextTier(terms, 0)?.id]).toEqual(['b', undefined, 'b'])
})

it('no tier is below the first tier', () => {
  expect(tierAt(terms, 0).id).toBe('a')
  expect(() => tierAt(terms, -1)).toThrow('terms without a tier from 0')
})

it('a commission is held for the longest of the holds that apply', () => {
  const hold = fc.integer({ min: 1, max: 100 })
  const months = fc.integer({ min: 1, max: 12 })
  // Draws times and rates exactly at the limit and one step on either side.
  const beside = fc.integer({ min: -1, max: 1 })
  const someTerms = fc.record({ holdDays: hold, newDays: fc.option(hold), cardDays: fc.option(hold), months })
  fc.assert(
    fc.property(someTerms, fc.boolean(), beside, beside, (of, byCard, milliseconds, bps) => {
      const since = new Date('2026-01-31T08:00:00Z')
      const paidAt = new Date(since.getTime() + of.months * 30 * 86_400_000 + milliseconds)
      const longerHolds = {
        ...(of.newDays !== null && { newAffiliate: { months: of.months, days: of.newDays } }),
        ...(of.cardDays !== null && { card: { fromBps: 5_000, days: of.cardDays } }),
      }
      const days = [
        of.holdDays,
        ...(of.newDays !== null && milliseconds < 0 ? [of.newDays] : []),
        ...(of.cardDays !== null && byCard && bps >= 0 ? [of.cardDays] : []),
      ]
      const given = { ...terms, holdDays: of.holdDays, longerHolds }
      expect(holdDaysOf(given, tier('a', 0, 5_000 + bps, 2_000), { since, paidAt, byCard })).toBe(Math.max(...days))
    }),
  )
  const card = { ...terms, longerHolds: { card: { fromBps: 5_000, days: 60 } } }
  const order = { since: new Date(0), paidAt: new Date(0), byCard: true }
  expect([4_999, 5_000].map((bps) => holdDaysOf(card, tier('a', 0, bps, 2_000), order))).toEqual([14, 60])
  expect(
    holdDaysOf(terms, tier('a', 0, 10_000, 2_000), { since: new Date(0), paidAt: new Date(0), byCard: true }),
  ).toBe(14)
})
