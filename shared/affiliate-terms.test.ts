import { expect, it } from 'vitest'
import {
  commissionOf,
  estimateCommission,
  findTermsFault,
  formatRate,
  tierAt,
  type AffiliateTerms,
} from './affiliate-terms.ts'

const names = { en: 'x', 'zh-CN': 'x' }
const terms: AffiliateTerms = {
  version: 1,
  since: '2025-04-20',
  currency: 'USD',
  tiers: [
    { id: 'a', names, fromPaidReferrals: 0, firstBps: 2_500, renewalBps: 2_000 },
    { id: 'b', names, fromPaidReferrals: 2, firstBps: 10_000, renewalBps: 2_500 },
  ],
  holdDays: 14,
  minPayoutMinor: 10_000,
  attributionDays: 7,
  invitedTrialMinutes: 180,
  referRateBps: 1_000,
  usdPerUnitMicros: { CNY: 140_000 },
}

it('climbs through the tiers: each order at the rate of its moment', () => {
  expect(tierAt(terms, 1).id).toBe('a')
  expect(tierAt(terms, 2).id).toBe('b')
  // Two at a quarter, the third in full; three renewals at a quarter.
  expect(estimateCommission(terms, 3, 4_000)).toEqual({ firstMinor: 1_000 + 1_000 + 4_000, renewalMinor: 3_000 })
  expect(estimateCommission(terms, 0, 4_000)).toEqual({ firstMinor: 0, renewalMinor: 0 })
})

it('promises no cent that is not paid', () => {
  expect(commissionOf(4_490, 2_500)).toBe(1_122)
  expect([formatRate(2_500), formatRate(1_250), formatRate(0)]).toEqual(['25%', '12.5%', '0%'])
})

it('finds what does not hold together', () => {
  expect(findTermsFault(terms)).toBeNull()
  const [first, second] = terms.tiers as [AffiliateTerms['tiers'][number], AffiliateTerms['tiers'][number]]
  expect(findTermsFault({ ...terms, tiers: [second] })).toMatch(/starts at 0/)
  expect(findTermsFault({ ...terms, tiers: [first, { ...second, firstBps: 100 }] })).toMatch(/less than the one before/)
  expect(findTermsFault({ ...terms, tiers: [first, { ...second, firstBps: 10_001 }] })).toMatch(/basis points/)
  expect(findTermsFault({ ...terms, holdDays: -1 })).toMatch(/holdDays/)
  expect(findTermsFault({ ...terms, version: 0 })).toMatch(/version/)
})
