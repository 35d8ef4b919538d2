import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { say } from '#text/say.ts'
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

const faultOf = (goods: GoodsState): string | null => {
  const fault = findGoodsFault(goods)
  return fault && say('en', fault)
}

describe('plan change', () => {
  it('keeps one price per currency and group size, sorted, and changes nothing else', () => {
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

  it('applies a change as requested, and applying it twice equals once', () => {
    fc.assert(
      fc.property(change, (asked) => {
        const once = applyGoodsChange(plan, asked)
        expect(applyGoodsChange(once, asked)).toEqual(once)
        expect(shownOf(once, asked)).toEqual(asked)
      }),
    )
  })
})

describe('plan', () => {
  it('the demo plan is valid', () => expect(findGoodsFault(plan)).toBeNull())

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
  ])('rejects a plan with %j', (part, sentence) => {
    expect(faultOf({ ...plan, ...part })).toMatch(sentence)
  })

  it.each([
    [26_800, false],
    [13_400, false],
    [13_399, true],
    [53_600, false],
    [53_601, true],
    [2_680, true],
  ])('asks for confirmation of a price of %i fen instead of 26,800: %s', (priceMinor, large) => {
    const after = applyGoodsChange(plan, { kind: 'price', currency: 'CNY', priceMinor, listPriceMinor: null })
    expect(isLargeChange(plan, after)).toBe(large)
  })
})

describe('limits of a valid plan', () => {
  const idFault = '{id} must consist of lower-case letters, digits and single dashes, like plan-12.'
  const nameFault = 'Names and badges must have 1 to 40 characters in both languages.'
  const price = (priceMinor: number, listPriceMinor: number | null = null) => ({
    prices: [{ currency: 'CNY' as const, priceMinor, listPriceMinor }],
    groupPrices: [],
  })
  const priceFault = 'The price in CNY must be more than 0 and at most 1,000,000.'
  const listFault = 'The list price in CNY (shown struck through) must be above the price.'
  const grouped = (perPersonMinor: number) => ({
    groupPrices: [{ size: 3 as const, currency: 'USD' as const, perPersonMinor }],
  })
  const groupFault = 'The price for groups of 3 in USD must be more than 0 and below the price for one.'

  it.each<[Partial<GoodsState>, string | null]>([
    [{ id: 'a' }, null],
    [{ id: 'a1-b2-c3' }, null],
    [{ id: 'a'.repeat(40) }, null],
    [{ id: 'a'.repeat(41) }, idFault],
    [{ id: '' }, idFault],
    [{ id: '-a' }, idFault],
    [{ id: 'a-' }, idFault],
    [{ id: 'a--b' }, idFault],
    [{ id: 'a-B' }, idFault],
    [{ id: 'A-b' }, idFault],
    [{ names: { en: 'x'.repeat(40), 'zh-CN': '一' } }, null],
    [{ names: { en: 'x'.repeat(41), 'zh-CN': '一' } }, nameFault],
    [{ names: { en: 'x', 'zh-CN': ' ' } }, nameFault],
    [{ badges: { en: 'x', 'zh-CN': '一' } }, null],
    [{ badges: { en: 'x'.repeat(41), 'zh-CN': '一' } }, nameFault],
    [{ months: 1 }, null],
    [{ months: 120 }, null],
    [{ months: 121 }, 'A plan has 1 to 120 months.'],
    [{ months: 0 }, 'A plan has 1 to 120 months.'],
    [{ bonusDays: 3_660 }, null],
    [{ bonusDays: 3_661 }, 'A plan has at most 3,660 bonus days.'],
    [{ bonusDays: -1 }, 'A plan has at most 3,660 bonus days.'],
    [{ maxDevices: 1 }, null],
    [{ maxDevices: 100 }, null],
    [{ maxDevices: 101 }, 'A plan has 1 to 100 devices.'],
    [{ maxDevices: 0 }, 'A plan has 1 to 100 devices.'],
    [{ prices: [], groupPrices: [] }, 'A plan needs a price in at least one currency.'],
    [price(1), null],
    [price(0), priceFault],
    [price(1.5), priceFault],
    [price(100_000_000), null],
    [price(100_000_001), priceFault],
    [price(100, 101), null],
    [price(100, 100), listFault],
    [price(100, 0), listFault],
    [price(100, 100_000_001), listFault],
    [price(100, 150.5), listFault],
    [grouped(1), null],
    [grouped(4_489), null],
    [grouped(4_490), groupFault],
    [grouped(0), groupFault],
    [grouped(0.5), groupFault],
    [{ ...grouped(1), prices: [plan.prices[0]!] }, 'There is no price in USD on which groups of 3 could save.'],
  ])('accepts or rejects a plan with %j as expected', (part, fault) => {
    expect(faultOf({ ...plan, ...part })).toBe(fault)
  })
})

describe('large price change', () => {
  const group = (perPersonMinor: number | null, groupSize: 2 | 3 = 2) =>
    applyGoodsChange(plan, { kind: 'group-price', size: groupSize, currency: 'CNY', perPersonMinor })

  it('asks for confirmation of a large change of a group price, per currency and group size', () => {
    expect(isLargeChange(plan, group(10_900))).toBe(false)
    expect(isLargeChange(plan, group(10_899))).toBe(true)
    const three = applyGoodsChange(plan, { kind: 'group-price', size: 3, currency: 'CNY', perPersonMinor: 20_000 })
    expect(
      isLargeChange(
        three,
        applyGoodsChange(three, { kind: 'group-price', size: 3, currency: 'CNY', perPersonMinor: 9_999 }),
      ),
    ).toBe(true)
  })

  it('does not treat a new, ended or unchanged price as a large change', () => {
    expect(isLargeChange(plan, plan)).toBe(false)
    expect(isLargeChange(plan, group(null))).toBe(false)
    expect(isLargeChange(group(null), plan)).toBe(false)
    expect(isLargeChange(plan, group(1, 3))).toBe(false)
  })

  it('asks for confirmation of a large change of the dollar price', () => {
    const half = applyGoodsChange(plan, { kind: 'price', currency: 'USD', priceMinor: 2_244, listPriceMinor: null })
    expect(isLargeChange(plan, half)).toBe(true)
  })
})

it('sorts prices by currency, and group prices by group size first', () => {
  const usd: GoodsChange = { kind: 'price', currency: 'USD', priceMinor: 1, listPriceMinor: null }
  const cny: GoodsChange = { kind: 'price', currency: 'CNY', priceMinor: 2, listPriceMinor: null }
  expect([usd, cny].reduce(applyGoodsChange, { ...plan, prices: [] }).prices.map((row) => row.currency)).toEqual([
    'CNY',
    'USD',
  ])
  const of = (groupSize: 2 | 3, at: 'CNY' | 'USD'): GoodsChange => ({
    kind: 'group-price',
    size: groupSize,
    currency: at,
    perPersonMinor: 5,
  })
  const after = [of(3, 'CNY'), of(2, 'USD'), of(3, 'USD'), of(2, 'CNY')].reduce(applyGoodsChange, plan)
  expect(after.groupPrices.map((row) => `${row.size} ${row.currency} ${row.perPersonMinor}`)).toEqual([
    '2 CNY 5',
    '2 USD 5',
    '3 CNY 5',
    '3 USD 5',
  ])
  expect(Object.keys(after.groupPrices[0]!).toSorted()).toEqual(['currency', 'perPersonMinor', 'size'])
})

it('changes only those fields of a plan that the description of the change names', () => {
  const after = applyGoodsChange(plan, { kind: 'describe', bonusDays: 7, position: 1 })
  expect(after).toEqual({ ...plan, bonusDays: 7, position: 1 })
  expect(applyGoodsChange(plan, { kind: 'sale', onSale: false })).toEqual({ ...plan, onSale: false })
})

it('a price change counts as large only against the old price of the same currency and group size', () => {
  const goods: GoodsState = {
    ...plan,
    prices: [{ currency: 'CNY', priceMinor: 26_800, listPriceMinor: null }],
    groupPrices: [
      { size: 2, currency: 'CNY', perPersonMinor: 20_000 },
      { size: 2, currency: 'USD', perPersonMinor: 3_000 },
      { size: 3, currency: 'CNY', perPersonMinor: 15_000 },
    ],
  }
  const group = (of: 2 | 3, money: 'CNY' | 'USD', perPersonMinor: number) =>
    isLargeChange(goods, applyGoodsChange(goods, { kind: 'group-price', size: of, currency: money, perPersonMinor }))
  expect(group(2, 'USD', 1_499)).toBe(true)
  expect(group(2, 'USD', 1_500)).toBe(false)
  expect(group(3, 'CNY', 7_499)).toBe(true)
  expect(group(2, 'CNY', 9_999)).toBe(true)
  expect(group(3, 'USD', 1)).toBe(false)
  const both = { ...plan, prices: plan.prices.map((row) => ({ ...row, listPriceMinor: null })) }
  const cheaper = applyGoodsChange(both, { kind: 'price', currency: 'USD', priceMinor: 2_244, listPriceMinor: null })
  expect(isLargeChange(both, cheaper)).toBe(true)
  expect(
    isLargeChange(
      goods,
      applyGoodsChange(goods, { kind: 'price', currency: 'USD', priceMinor: 1, listPriceMinor: null }),
    ),
  ).toBe(false)
})
