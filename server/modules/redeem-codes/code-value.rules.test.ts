import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { valueOfBatches, type CodeGoods } from './code-value.rules.ts'

const plan = (months: number, priceMinor: number, maxDevices = 5, onSale = true): CodeGoods => ({
  months,
  bonusDays: 0,
  maxDevices,
  onSale,
  prices: [{ currency: 'CNY', priceMinor }],
})
const goods = [plan(1, 2_500), plan(12, 18_000), plan(24, 26_800, 10)]
const batch = (count: number, months: number, maxDevices: number, bonusDays = 0) => ({
  count,
  months,
  maxDevices,
  bonusDays,
})
const cny = (...given: Parameters<typeof valueOfBatches>) => valueOfBatches(...given)[0]?.amountMinor

describe('value of redeem codes', () => {
  it('values a code at the price of the equivalent plan', () => {
    expect(cny([batch(10, 12, 5)], goods)).toBe(180_000)
  })

  it('values a code without an equivalent plan at the highest price per day for that device count', () => {
    expect(cny([batch(1, 120, 5)], goods)).toBe(2_500 * 120)
    expect(cny([batch(1, 12, 8)], goods)).toBe(13_400)
  })

  it('values a code for more devices than any plan as several plans', () => {
    expect(cny([batch(1, 1, 1_000)], goods)).toBe(2_500 * 200)
  })

  it('adds up the values of all code batches of a day', () => {
    expect(cny([batch(10, 12, 5), batch(2, 1, 5)], goods)).toBe(185_000)
  })

  it('uses plans no longer on sale as a fallback, and has no value without a price', () => {
    expect(cny([batch(1, 1, 5)], [plan(1, 2_500, 5, false)])).toBe(2_500)
    expect(valueOfBatches([batch(1, 1, 5)], [])).toEqual([])
  })

  it('never lowers the value of codes above two years and ten devices with more codes, months, days or devices', () => {
    const size = fc.record({
      count: fc.integer({ min: 1, max: 10_000 }),
      months: fc.integer({ min: 25, max: 119 }),
      bonusDays: fc.integer({ min: 1, max: 3_659 }),
      maxDevices: fc.integer({ min: 11, max: 999 }),
    })
    fc.assert(
      fc.property(size, fc.constantFrom('count', 'months', 'bonusDays', 'maxDevices'), (less, field) => {
        const more = { ...less, [field]: less[field] + 1 }
        expect(cny([more], goods)!).toBeGreaterThanOrEqual(cny([less], goods)!)
      }),
    )
  })
})
