import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyGoodsChange, findGoodsFault, isLargeChange, type GoodsChange, type GoodsState } from './catalog.rules.ts'

const plan: GoodsState = {
  id: 'plan-12',
  position: 3,
  months: 12,
  bonusDays: 0,
  maxDevices: 5,
  names: { en: '12 months', 'zh-CN': '12 个月' },
  badges: null,
  onSale: true,
  prices: [
    { currency: 'CNY', priceMinor: 26_800, listPriceMinor: 42_000 },
    { currency: 'USD', priceMinor: 4_490, listPriceMinor: null },
  ],
  groupPrices: [{ size: 2, currency: 'CNY', perPersonMinor: 21_800 }],
}
const currency = fc.constantFrom('CNY' as const, 'USD' as const)
const size = fc.constantFrom(2 as const, 3 as const)
const minor = fc.integer({ min: 1, max: 100_000_000 })
const change: fc.Arbitrary<GoodsChange> = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), currency, priceMinor: minor, listPriceMinor: fc.option(minor) }),
  fc.record({ kind: fc.constant('group-price' as const), size, currency, perPersonMinor: fc.option(minor) }),
  fc.record({ kind: fc.constant('sale' as const), onSale: fc.boolean() }),
  fc.record({ kind: fc.constant('describe' as const), maxDevices: fc.integer({ min: 1, max: 100 }) }),
)

/** The part of the goods that a change is about, written as that change. */
function shownOf(goods: GoodsState, asked: GoodsChange): GoodsChange {
  switch (asked.kind) {
    case 'price':
      return { kind: 'price', ...goods.prices.find((row) => row.currency === asked.currency)! }
    case 'group-price': {
      const row = goods.groupPrices.find((each) => each.size === asked.size && each.currency === asked.currency)
      return { ...asked, perPersonMinor: row?.perPersonMinor ?? null }
    }
    case 'sale':
      return { kind: 'sale', onSale: goods.onSale }
    case 'describe':
      return { kind: 'describe', maxDevices: goods.maxDevices }
  }
}

describe('a change of goods', () => {
  it('keeps one price for each currency and group size, in order, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const after = changes.reduce(applyGoodsChange, plan)
        const keys = after.groupPrices.map((row) => `${row.size}${row.currency}`)
        expect(keys).toEqual([...new Set(keys)].toSorted())
        expect(after.prices.map((row) => row.currency)).toEqual(['CNY', 'USD'])
        expect([after.id, after.months, after.names]).toEqual([plan.id, plan.months, plan.names])
      }),
    )
  })

  it('shows as it was asked for, twice as well as once', () => {
    fc.assert(
      fc.property(change, (asked) => {
        const once = applyGoodsChange(plan, asked)
        expect(applyGoodsChange(once, asked)).toEqual(once)
        expect(shownOf(once, asked)).toEqual(asked)
      }),
    )
  })
})

describe('goods', () => {
  it('of the demo are in order', () => expect(findGoodsFault(plan)).toBeNull())

  it.each<[Partial<GoodsState>, RegExp]>([
    [{ id: 'Plan 12' }, /id/],
    [{ names: { en: '', 'zh-CN': '一' } }, /both languages/],
    [{ badges: { en: 'x', 'zh-CN': ' ' } }, /both languages/],
    [{ months: 0 }, /months/],
    [{ bonusDays: -1 }, /bonus/],
    [{ maxDevices: 0 }, /devices/],
    [{ prices: [], groupPrices: [] }, /at least one currency/],
    [{ prices: [{ currency: 'CNY', priceMinor: 0, listPriceMinor: null }] }, /more than 0/],
    [{ prices: [{ currency: 'CNY', priceMinor: 100, listPriceMinor: 100 }] }, /above the price/],
    [{ groupPrices: [{ size: 2, currency: 'CNY', perPersonMinor: 26_800 }] }, /below the price for one/],
    [{ prices: [plan.prices[1]!] }, /no price in CNY/],
  ])('like %j are refused', (part, sentence) => {
    expect(findGoodsFault({ ...plan, ...part })).toMatch(sentence)
  })

  it.each([
    [26_800, false],
    [13_400, false],
    [13_399, true],
    [53_600, false],
    [53_601, true],
    [2_680, true],
  ])('at %i fen instead of 26,800: said twice %s', (priceMinor, large) => {
    const after = applyGoodsChange(plan, { kind: 'price', currency: 'CNY', priceMinor, listPriceMinor: null })
    expect(isLargeChange(plan, after)).toBe(large)
  })
})
