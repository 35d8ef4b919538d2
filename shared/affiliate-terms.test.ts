import { describe, expect, it } from 'vitest'
import {
  commissionOf,
  estimateCommission,
  findTermsFault,
  formatRate,
  tierAt,
  usdMicrosOf,
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

it('writes a rate as people read it, and rounds half a cent to the even one', () => {
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

describe('terms that do not hold together', () => {
  const [first, second] = terms.tiers as [AffiliateTerms['tiers'][number], AffiliateTerms['tiers'][number]]
  const tiers = (change: object) => ({ tiers: [first, { ...second, ...change }] })
  const micros = 'usdPerUnitMicros.CNY is millionths of a dollar for one yuan, like 140000'
  const counts = 'holdDays, minPayoutMinor, attributionDays and invitedTrialMinutes are whole numbers'

  it.each<[object, string]>([
    [{ version: 1.5 }, 'version is a whole number from 1'],
    [{ version: '1' }, 'version is a whole number from 1'],
    [{ since: '2025-4-20' }, 'since is a date like 2025-04-20'],
    [{ since: 'x2025-04-20' }, 'since is a date like 2025-04-20'],
    [{ since: '2025-04-20x' }, 'since is a date like 2025-04-20'],
    [{ since: 'aaaa-04-20' }, 'since is a date like 2025-04-20'],
    [{ since: '2025-aa-20' }, 'since is a date like 2025-04-20'],
    [{ since: '2025-04-aa' }, 'since is a date like 2025-04-20'],
    [{ tiers: [] }, 'the first tier starts at 0 paid referrals'],
    [{ tiers: { 0: first } }, 'the first tier starts at 0 paid referrals'],
    [tiers({ names: undefined }), 'tier b needs a name in both languages'],
    [tiers({ names: { en: '', 'zh-CN': 'x' } }), 'tier b needs a name in both languages'],
    [tiers({ names: { en: 'x', 'zh-CN': '' } }), 'tier b needs a name in both languages'],
    [tiers({ firstBps: -1 }), 'rates of tier b are 0 to 10000 basis points'],
    [tiers({ firstBps: 10_001 }), 'rates of tier b are 0 to 10000 basis points'],
    [tiers({ renewalBps: 10_001 }), 'rates of tier b are 0 to 10000 basis points'],
    [tiers({ renewalBps: 0.5 }), 'rates of tier b are 0 to 10000 basis points'],
    [tiers({ fromPaidReferrals: 0 }), 'tier b must start later than the one before'],
    [tiers({ firstBps: 2_499 }), 'tier b may not pay less than the one before'],
    [tiers({ renewalBps: 1_999 }), 'tier b may not pay less than the one before'],
    [{ holdDays: 0.5 }, counts],
    [{ minPayoutMinor: -1 }, counts],
    [{ attributionDays: '7' }, counts],
    [{ invitedTrialMinutes: Infinity }, counts],
    [{ referRateBps: 10_001 }, 'referRateBps is 0 to 10000 basis points'],
    [{ referRateBps: -1 }, 'referRateBps is 0 to 10000 basis points'],
    [{ usdPerUnitMicros: undefined }, micros],
    [{ usdPerUnitMicros: { CNY: 0 } }, micros],
    [{ usdPerUnitMicros: { CNY: 10_000_001 } }, micros],
    [{ usdPerUnitMicros: { CNY: 0.5 } }, micros],
  ])('%j', (change, fault) => {
    expect(findTermsFault({ ...terms, ...change })).toBe(fault)
  })

  it.each<object>([
    { version: 1 },
    tiers({ fromPaidReferrals: 1 }),
    tiers({ firstBps: 2_500, renewalBps: 2_000 }),
    tiers({ firstBps: 10_000, renewalBps: 10_000 }),
    { holdDays: 0, minPayoutMinor: 0, attributionDays: 0, invitedTrialMinutes: 0 },
    { referRateBps: 0 },
    { referRateBps: 10_000 },
    { usdPerUnitMicros: { CNY: 1 } },
    { usdPerUnitMicros: { CNY: 10_000_000 } },
  ])('do where %j', (change) => {
    expect(findTermsFault({ ...terms, ...change })).toBeNull()
  })
})

it('a commission is in US cents by the worth of the currency, and rounded half-even once', () => {
  expect(usdMicrosOf(terms, 'USD')).toBe(1_000_000)
  expect(usdMicrosOf(terms, 'CNY')).toBe(140_000)
  expect(commissionOf(26_800, 2_500, 140_000)).toBe(938)
  expect([1, 3, 5, 7].map((cents) => commissionOf(cents, 5_000))).toEqual([0, 2, 2, 4])
  expect(commissionOf(Number.MAX_SAFE_INTEGER, 10_000)).toBe(Number.MAX_SAFE_INTEGER)
})

it('no tier is below the first', () => {
  expect(tierAt(terms, 0).id).toBe('a')
  expect(() => tierAt(terms, -1)).toThrow('terms without a tier from 0')
})
