import { expect, test } from 'vitest'
import type { Offer } from '#web/payment/offer-prices.ts'
import { testMethods as methods, testOffer } from '#web/payment/offer.test-support.ts'
import { askedStart, nearestStart } from './start-choice.ts'

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

test('a group is started by default with the usual plan sold to groups, the larger size, and everyone paying their own seat', () => {
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

test('a choice that is not on sale falls back to the nearest one', () => {
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

test('no group can be started without group plans, and no payment method is offered if none is available', () => {
  expect(nearestStart({}, [offer(1, [])], methods, 'en')).toBeNull()
  expect(nearestStart({}, offers, [], 'en')).toMatchObject({ method: null })
})

test('a link with choices preselects them, and a page without them asks for nothing', () => {
  expect(askedStart('?r=FRIEND')).toBeNull()
  expect(askedStart('?plan=plan-6&size=2&who=0&currency=USD&method=card')).toEqual({
    goodsId: 'plan-6',
    size: 2,
    paymentType: 0,
    listed: false,
    currency: 'USD',
    method: 'card',
  })
  const broken = askedStart('?plan=gone&size=9&who=x&currency=BTC&method=barter') ?? {}
  expect(nearestStart(broken, offers, methods, 'en')).toMatchObject({
    offer: { id: 'plan-12' },
    size: 3,
    paymentType: 1,
    currency: 'USD',
    method: 'card',
  })
})
