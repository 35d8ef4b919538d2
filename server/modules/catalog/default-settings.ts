import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { MirrorSettings } from '#shared/mirror.ts'
import type { SiteCampaign } from '#shared/site.ts'

export const defaultSettings = {
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  releaseDate: '2025.04.20',
  trialMinutes: 15,
  trialArmedDays: 7,
  refundDays: 7,
  supportInbox: true,
} as const

export const defaultTerms: AffiliateTerms = {
  version: 1,
  since: '2025-04-20',
  currency: 'USD',
  tiers: [
    {
      id: 'standard',
      names: { en: 'Standard', 'zh-CN': '标准' },
      fromPaidReferrals: 0,
      firstBps: 2_500,
      renewalBps: 2_000,
    },
    { id: 'plus', names: { en: 'Plus', 'zh-CN': '进阶' }, fromPaidReferrals: 20, firstBps: 5_000, renewalBps: 2_000 },
    {
      id: 'top',
      names: { en: 'Top', 'zh-CN': '顶级' },
      fromPaidReferrals: 100,
      byOperator: true,
      firstBps: 10_000,
      renewalBps: 2_500,
      reserve: { bps: 1_000, days: 90 },
    },
  ],
  holdDays: 14,
  longerHolds: { newAffiliate: { months: 3, days: 45 }, card: { fromBps: 5_000, days: 60 } },
  minPayoutMinor: 10_000,
  attributionDays: 7,
  invitedTrialMinutes: 180,
  referRateBps: 1_000,
  usdPerUnitMicros: { CNY: 140_000 },
}
/**
 * Completes the published affiliate terms. If they contain no rules for longer holds, such rules stay off, because a
 * later release must not change terms that affiliates agreed to. Returns the default terms if nothing was published.
 */
export const completeTerms = (published: unknown): AffiliateTerms =>
  published === undefined ? defaultTerms : { ...defaultTerms, longerHolds: {}, ...(published as AffiliateTerms) }

export const defaultCampaign: SiteCampaign = {
  parameters: ['r', 'gclid', 'wbraid', 'gbraid', 'vid'],
  asks: true,
  days: 7,
  cookieDomain: 'parent',
  marketingOrigin: null,
}
export const noMirrors: MirrorSettings = { origins: [], hosts: [], manifestUrls: [], manifestKey: null }
/** User agents of crawlers that check advertisements, such as Google's. Contains no search crawlers. */
export const defaultAdsCrawlers = [
  'AdsBot-Google',
  'Mediapartners-Google',
  'AdIdxBot',
  'Google-Ads-Creatives-Assistant',
]
