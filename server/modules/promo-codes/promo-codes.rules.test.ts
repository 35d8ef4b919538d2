import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowsMethod,
  discountMinor,
  findCodeBeyond,
  fitsOf,
  isMendable,
  refusePromoCode,
  type PromoCode,
  type Shopper,
} from './promo-codes.rules.ts'

const price = fc.integer({ min: 0, max: 100_000_000 })
const percent = (percentBps: number) => ({ kind: 'percent', percentBps, amounts: null }) as const

describe('discount', () => {
  it('a discount is a whole amount between zero and the price, for any code', () => {
    const anyCode = fc.oneof(
      fc.integer({ min: -20_000, max: 40_000 }).map(percent),
      fc
        .integer({ min: -1_000, max: 200_000_000 })
        .map((amount) => ({ kind: 'fixed', percentBps: null, amounts: { CNY: amount } }) as const),
    )
    fc.assert(
      fc.property(anyCode, price, (code, priceMinor) => {
        const off = discountMinor(code, { priceMinor, currency: 'CNY' })
        expect(Number.isSafeInteger(off)).toBe(true)
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(priceMinor)
      }),
    )
  })

  it('computes a discount within half a minor unit of its share, and zero in another currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), price, (bps, priceMinor) => {
        const off = discountMinor(percent(bps), { priceMinor, currency: 'CNY' })
        expect(Math.abs(off * 10_000 - priceMinor * bps)).toBeLessThanOrEqual(5_000)
      }),
    )
    const fixed = { kind: 'fixed', percentBps: null, amounts: { CNY: 500 } } as const
    expect(discountMinor(fixed, { priceMinor: 4_490, currency: 'USD' })).toBe(0)
  })
})

describe('discount amount', () => {
  const of = (change: Partial<PromoCode>) => ({ kind: 'percent', percentBps: null, amounts: null, ...change }) as const

  it('rounds a percentage discount half to even, and applies a fixed discount per currency', () => {
    const off = (change: Partial<PromoCode>, priceMinor = 26_800) =>
      discountMinor(of(change), { priceMinor, currency: 'CNY' })
    expect(off({ percentBps: 2_500 })).toBe(6_700)
    expect(off({ percentBps: 10_000 })).toBe(26_800)
    expect(off({ percentBps: 5_000 }, 5)).toBe(2)
    expect(off({ percentBps: 5_000 }, 7)).toBe(4)
    expect(off({})).toBe(0)
    expect(off({ kind: 'fixed', amounts: { CNY: 500 } })).toBe(500)
    expect(off({ kind: 'fixed', amounts: { CNY: 30_000 } })).toBe(26_800)
    expect(off({ kind: 'fixed', amounts: { USD: 500 } })).toBe(0)
    expect(off({ kind: 'fixed' })).toBe(0)
  })
})

describe('basket with a promo code', () => {
  const promo: PromoCode = {
    code: 'CODE',
    kind: 'percent',
    percentBps: 2_500,
    amounts: null,
    goodsIds: null,
    methods: null,
    firstPurchaseOnly: false,
    maxUses: null,
    maxUsesPerUser: null,
    uses: 0,
    window: 'open',
  }
  const basket = { goodsId: 'plan-12', method: 'alipay', currency: 'CNY', priceMinor: 26_800 } as const
  const newcomer = { hasPaid: false, uses: 0 }

  it.each<[string, Partial<PromoCode>, Shopper, string | null]>([
    ['may use the code', {}, newcomer, null],
    ['may use the code, also without a sign-in', {}, null, null],
    [
      'names a code that is not valid yet, which looks unknown',
      { window: 'early', goodsIds: [] },
      newcomer,
      'PromoUnknown',
    ],
    ['names an expired code', { window: 'over', goodsIds: [] }, newcomer, 'PromoOver'],
    ['has the plan that the code is for', { goodsIds: ['plan-1', 'plan-12'] }, newcomer, null],
    ['has another plan', { goodsIds: ['plan-1'], methods: [] }, newcomer, 'PromoNotForPlan'],
    ['is paid by a method that the code is for', { methods: ['card', 'alipay'] }, newcomer, null],
    ['is paid by another method', { methods: ['card'], percentBps: 0 }, newcomer, 'PromoNotForMethod'],
    ['gets no discount', { percentBps: 0, firstPurchaseOnly: true }, { hasPaid: true, uses: 0 }, 'PromoNotForPlan'],
    ['is a first purchase', { firstPurchaseOnly: true }, newcomer, null],
    ['may be the first purchase of an unknown buyer', { firstPurchaseOnly: true }, null, null],
    [
      'is not a first purchase, which the code requires',
      { firstPurchaseOnly: true, maxUsesPerUser: 0 },
      { hasPaid: true, uses: 9 },
      'PromoFirstOnly',
    ],
    ['is not a first purchase, which the code does not require', {}, { hasPaid: true, uses: 9 }, null],
    ['takes the last use that its buyer has', { maxUsesPerUser: 2 }, { hasPaid: true, uses: 1 }, null],
    ['is of a buyer without a use left', { maxUsesPerUser: 2, maxUses: 0 }, { hasPaid: true, uses: 2 }, 'PromoUsed'],
    ['is of an unknown buyer, whose uses are not counted', { maxUsesPerUser: 0 }, null, null],
    ['takes the last use of the code', { maxUses: 5, uses: 4 }, newcomer, null],
    ['names a code without a use left', { maxUses: 5, uses: 5 }, newcomer, 'PromoUsedUp'],
  ])('gives the right refusal of a promo code, or none, for a basket that %s', (_what, change, shopper, refusal) => {
    expect(refusePromoCode({ ...promo, ...change }, basket, shopper)).toBe(refusal)
  })

  it('accepts any method for a code without methods', () => {
    expect(allowsMethod({ methods: null }, 'card')).toBe(true)
    expect(allowsMethod({ methods: [] }, 'card')).toBe(false)
    expect(allowsMethod({ methods: ['card'] }, 'card')).toBe(true)
    expect(allowsMethod({ methods: ['alipay'] }, 'card')).toBe(false)
  })
})

describe('scope of a promo code', () => {
  const promo = { code: 'CODE', firstPurchaseOnly: false, maxUses: null, maxUsesPerUser: null, uses: 0 } as const
  const [plans, methods, currencies] = [['p1', 'p2'], ['alipay', 'card'], ['CNY', 'USD'] as const]
  const some = <T>(of: readonly T[]) => fc.option(fc.subarray([...of], { minLength: 1 }))
  const code: fc.Arbitrary<PromoCode> = fc
    .record({
      goodsIds: some(plans),
      methods: some(methods),
      amounts: fc.option(fc.dictionary(fc.constantFrom(...currencies), fc.integer({ min: -1, max: 2 }))),
      isFixed: fc.boolean(),
    })
    .map(({ isFixed, ...of }) => ({
      ...promo,
      window: 'open' as const,
      ...of,
      kind: isFixed ? ('fixed' as const) : ('percent' as const),
      percentBps: isFixed ? null : 1_000,
    }))

  it('the plans, methods and currencies suggested for a code are exactly those for which it is accepted', () => {
    fc.assert(
      fc.property(code, (of) => {
        const fits = fitsOf(of)
        for (const goodsId of plans)
          for (const method of methods)
            for (const currency of currencies) {
              const refusal = refusePromoCode(of, { goodsId, method, currency, priceMinor: 1_000 }, null)
              const isIn = (list: readonly string[] | null, one: string) => list === null || list.includes(one)
              const isFit = isIn(fits.plans, goodsId) && isIn(fits.methods, method) && isIn(fits.currencies, currency)
              expect(refusal === null).toBe(isFit)
              expect(refusal === null || isMendable(refusal)).toBe(true)
            }
      }),
    )
  })

  it('suggests no other plan, method or currency if the code would still be refused', () => {
    for (const refusal of ['PromoUnknown', 'PromoOver', 'PromoFirstOnly', 'PromoUsed', 'PromoUsedUp'] as const)
      expect(isMendable(refusal)).toBe(false)
  })
})

it('names the code if a lower price would make its fixed discount exceed what one operator may give', () => {
  const priced = (priceMinor: number, currency = 'CNY') => ({ currency, priceMinor })
  const codes = [
    { code: 'USD', amounts: { USD: 9_999 } },
    { code: 'CNY', amounts: { CNY: 500 } },
  ]
  const found = (after: number, ...before: number[]) =>
    findCodeBeyond(codes, { before: before.map((minor) => priced(minor)), after: [priced(after)], bps: 5_000 })
  expect([found(1_000), found(999)]).toEqual([null, 'CNY'])
  expect([found(999, 1_000), found(900, 900), found(900, 800)]).toEqual(['CNY', null, null])
  const inDollars = { before: [priced(900)], after: [priced(900), priced(10_000, 'USD')], bps: 5_000 }
  expect(findCodeBeyond(codes, inDollars)).toBe('USD')
})
