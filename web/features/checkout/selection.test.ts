import { expect, test } from 'vitest'
import type { SiteMethod } from '#shared/site.ts'
import type { Offer } from '#web/lib/payment/offer.ts'
import { settle } from './selection.ts'

const offer = (months: number): Offer => ({
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
})
const offers = [offer(1), offer(6), offer(12), offer(24)]
const methods: readonly SiteMethod[] = [
  { method: 'alipay', currencies: ['CNY'] },
  { method: 'card', currencies: ['CNY', 'USD'] },
]

test('a wish is met as nearly as what is on sale allows', () => {
  expect(settle({}, offers, methods, 'en')).toMatchObject({
    offer: { id: 'plan-12' },
    currency: 'USD',
    method: 'card',
    priceMinor: 3_600,
  })
  expect(settle({}, offers, methods, 'zh-CN')).toMatchObject({ currency: 'CNY', method: 'alipay' })
  expect(settle({ goodsId: 'plan-6', currency: 'USD', method: 'alipay' }, offers, methods, 'zh-CN')).toMatchObject({
    offer: { id: 'plan-6' },
    currency: 'USD',
    method: 'card',
  })
  expect(settle({ goodsId: 'gone' }, offers, methods, 'en')).toMatchObject({ offer: { id: 'plan-12' } })
  expect(settle({}, [], methods, 'en')).toBeNull()
  expect(settle({}, offers, [], 'en')).toMatchObject({ method: null })
})
