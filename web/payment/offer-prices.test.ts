import { expect, test } from 'vitest'
import { arrival, currenciesOf, groupOffer, perMonthMinor, priceIn, savedMinor, usualOffer } from './offer-prices.ts'
import { testMethods as methods, testOffer as offer } from './offer.test-support.ts'

const offers = [offer(1), offer(6), offer(12), offer(24)]

test('a plan ends months later on the clamped day, counted from the current expiry if later', () => {
  const now = new Date('2026-01-31T08:00:00Z')
  expect(arrival(offer(1), now, null).toISOString()).toBe('2026-02-28T08:00:00.000Z')
  expect(arrival(offer(1, { bonusDays: 3 }), now, null).toISOString()).toBe('2026-03-03T08:00:00.000Z')
  expect(arrival(offer(12), now, Date.parse('2026-06-15T00:00:00Z')).toISOString()).toBe('2027-06-15T00:00:00.000Z')
  expect(arrival(offer(12), now, Date.parse('2025-06-15T00:00:00Z')).toISOString()).toBe('2027-01-31T08:00:00.000Z')
})

test('the monthly price is rounded half-even, and a saving is shown only if there is one', () => {
  const price = { currency: 'USD', priceMinor: 4_490, listPriceMinor: 7_080 } as const
  expect(perMonthMinor(price, 12)).toBe(374)
  expect(perMonthMinor({ ...price, priceMinor: 25 }, 10)).toBe(2)
  expect(savedMinor(price)).toBe(2_590)
  expect(savedMinor({ ...price, listPriceMinor: 4_490 })).toBeNull()
  expect(savedMinor({ ...price, listPriceMinor: null })).toBeNull()
})

test('a currency is offered if a method accepts it', () => {
  expect(currenciesOf(offers, methods)).toEqual(['CNY', 'USD'])
  expect(currenciesOf(offers, [{ method: 'alipay', currencies: ['CNY'] }])).toEqual(['CNY'])
  expect(currenciesOf(offers, [])).toEqual([])
})

test('the preselected plan is the one with a badge, else the yearly one', () => {
  expect(usualOffer([offer(1), offer(24, { badge: 'New' }), offer(12)])?.months).toBe(24)
  expect(usualOffer(offers)?.months).toBe(12)
})

test('the group offer shows the chosen plan, or if that is not sold to groups, the one cheapest per month', () => {
  const grouped = (months: number, each: number) =>
    offer(months, {
      groupPrices: [
        { size: 2, currency: 'USD', perPersonMinor: each + 100 },
        { size: 3, currency: 'USD', perPersonMinor: each },
      ],
    })
  const [six, twelve] = [grouped(6, 1_980), grouped(12, 3_290)]
  expect(groupOffer([six, twelve], six, 'USD')).toEqual({ offer: six, perPersonMinor: 1_980 })
  expect(groupOffer([offer(1), six, twelve], offer(1), 'USD')).toEqual({ offer: twelve, perPersonMinor: 3_290 })
  expect(groupOffer([six, twelve], six, 'CNY')).toBeNull()
  expect(priceIn(six, 'CNY')?.priceMinor).toBe(12_000)
})
