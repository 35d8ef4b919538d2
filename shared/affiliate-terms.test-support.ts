import type { AffiliateTerms } from './affiliate-terms.ts'

export const tier = (id: string, fromPaidReferrals: number, firstBps: number, renewalBps: number) => ({
  id,
  names: { en: id, 'zh-CN': id },
  fromPaidReferrals,
  firstBps,
  renewalBps,
})

export const terms: AffiliateTerms = {
  version: 1,
  since: '2026-01-01',
  currency: 'USD',
  tiers: [tier('low', 0, 2_500, 2_000), tier('high', 20, 5_000, 2_500)],
  holdDays: 14,
  minPayoutMinor: 10_000,
  attributionDays: 7,
  invitedTrialMinutes: 180,
  referRateBps: 1_000,
  usdPerUnitMicros: { CNY: 140_000 },
}
