import type { SiteMethod } from '#shared/site.ts'
import type { Offer } from './offer-prices.ts'

export const testOffer = (months: number, more: Partial<Offer> = {}): Offer => ({
  id: `plan-${months}`,
  name: `${months} months`,
  badge: null,
  months,
  bonusDays: 0,
  maxDevices: 5,
  prices: [
    { currency: 'CNY', priceMinor: months * 2_000, listPriceMinor: null },
    { currency: 'USD', priceMinor: months * 300, listPriceMinor: months * 590 },
  ],
  groupPrices: [],
  ...more,
})

export const testMethods: readonly SiteMethod[] = [
  { method: 'alipay', currencies: ['CNY'] },
  { method: 'card', currencies: ['CNY', 'USD'] },
]
