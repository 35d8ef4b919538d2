import { expect, test } from 'vitest'
import type { Offer } from '#web/payment/offer.ts'
import { testMethods as methods, testOffer } from '#web/payment/offer.test-support.ts'
import { nearestStart } from './start-choice.ts'

const offer = (months: number, groupPrices: Offer['groupPrices']): Offer =>
  testOffer(months, {
    prices: [
      { currency: 'CNY', priceMinor: 26_800, listPriceMinor: null },
      { currency: 'USD', priceMinor: 4_490, listPriceMinor: null },
    ],
    groupPrices,
  })
const year = offer(12, [
  { size: 3, currency: 'USD', perPersonMinor: 3_290 },
  { size: 2, currency: 'USD', perPersonMinor: 3_690 },
  { size: 2, currency: 'CNY', perPersonMinor: 21_800 },
])
const half = offer(6, [{ size: 2, currency: 'USD', perPersonMinor: 1_990 }])
const offers = [offer(1, []), half, year]

test('without a wish: the usual plan among those sold to groups, the larger group, everyone pays their own', () => {
  expect(nearestStart({}, offers, methods, 'en')).toMatchObject({
    offer: { id: 'plan-12' },
    size: 3,
    paymentType: 1,
    currency: 'USD',
    method: 'card',
    perPersonMinor: 3_290,
    aloneMinor: 4_490,
  })
  expect(nearestStart({}, offers, methods, 'en')?.offers.map(({ id }) => id)).toEqual(['plan-6', 'plan-12'])
})

test('a wish that is not on sale is met as nearly as what is', () => {
  expect(nearestStart({ goodsId: 'plan-6', size: 3 }, offers, methods, 'en')).toMatchObject({
    size: 2,
    perPersonMinor: 1_990,
  })
  expect(nearestStart({ goodsId: 'plan-6', currency: 'CNY', paymentType: 0 }, offers, methods, 'en')).toMatchObject({
    offer: { id: 'plan-12' },
    size: 2,
    currency: 'CNY',
    method: 'alipay',
    paymentType: 0,
  })
  expect(nearestStart({ method: 'alipay' }, offers, methods, 'en')).toMatchObject({ method: 'card' })
})

test('nothing is sold to groups, or by no method', () => {
  expect(nearestStart({}, [offer(1, [])], methods, 'en')).toBeNull()
  expect(nearestStart({}, offers, [], 'en')).toMatchObject({ method: null })
})
