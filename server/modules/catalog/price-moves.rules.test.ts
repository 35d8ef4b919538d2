import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GoodsState } from './catalog.rules.ts'
import { isLargePriceMove } from './price-moves.rules.ts'

const plan = (id: string, priceMinor: number, more: Partial<GoodsState> = {}): GoodsState => ({
  id,
  position: 0,
  months: 1,
  bonusDays: 0,
  maxDevices: 1,
  names: { en: id, 'zh-CN': id },
  badges: null,
  onSale: true,
  prices: [{ currency: 'CNY', priceMinor, listPriceMinor: null }],
  groupPrices: [],
  ...more,
})
const far = (dayAgo: GoodsState | null, after: GoodsState, others: readonly GoodsState[] = []) =>
  isLargePriceMove(dayAgo, after, { others, bps: 3_000 })
const grouped = (perPersonMinor: number, size: 2 | 3 = 2) => ({
  groupPrices: [{ size, currency: 'CNY' as const, perPersonMinor }],
})

describe('large price move', () => {
  it('a move of more than 30 percent within a day is large, up or down', () => {
    const after = [1_300, 1_301, 700, 699].map((minor) => far(plan('a', 1_000), plan('a', minor)))
    expect(after).toEqual([false, true, false, true])
  })

  it("a change of a plan's days at the same price can be a large move", () => {
    const days = [12, 13].map((bonusDays) => far(plan('a', 1_000), plan('a', 1_000, { bonusDays })))
    expect(days).toEqual([false, true])
    expect(far(plan('a', 1_000, { bonusDays: 10 }), plan('a', 1_000))).toBe(true)
    expect(far(plan('a', 1_000, { bonusDays: 9 }), plan('a', 1_000))).toBe(false)
  })

  it('a price that buys far more or far fewer devices can be a large move', () => {
    const after = [8, 14, 7, 15].map((maxDevices) =>
      far(plan('a', 1_000, { maxDevices: 10 }), plan('a', 1_000, { maxDevices })),
    )
    expect(after).toEqual([false, false, true, true])
    const others = [plan('b', 1_000, { maxDevices: 5 })]
    const added = [7, 8].map((maxDevices) => far(null, plan('new', 1_000, { maxDevices }), others))
    expect(added).toEqual([false, true])
    expect(far(null, plan('new', 1_000, { maxDevices: 1 }), others)).toBe(false)
  })

  it('compares a group price with its own of a day ago, or else with the single price', () => {
    expect([700, 699].map((minor) => far(plan('a', 1_000), plan('a', 1_000, grouped(minor))))).toEqual([false, true])
    const before = plan('a', 1_000, grouped(500))
    expect([350, 349, 650, 651].map((minor) => far(before, plan('a', 1_000, grouped(minor))))).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(far(before, plan('a', 1_000, grouped(500, 3)))).toBe(true)
    expect(far(before, plan('a', 1_000))).toBe(false)
  })

  it('compares a group price only with prices of its currency', () => {
    const usd = { currency: 'USD', priceMinor: 1, listPriceMinor: null } as const
    const inUsd = { groupPrices: [{ size: 2 as const, currency: 'USD' as const, perPersonMinor: 690 }] }
    expect(far(plan('a', 1_000, inUsd), plan('a', 1_000, grouped(699)))).toBe(true)
    const both = { prices: [usd, ...plan('a', 1_000).prices] }
    expect(far(plan('a', 1_000, both), plan('a', 1_000, { ...both, ...grouped(699) }))).toBe(true)
    expect(far(null, plan('new', 1_000, grouped(699)))).toBe(true)
    expect(far(null, plan('new', 1_000, inUsd))).toBe(false)
  })

  it('a new plan or a new currency of a plan is a large move only if its price per day is far below the lowest of other plans in that currency', () => {
    const others = [plan('usd', 1, { prices: [] }), plan('dear', 5_000), plan('year', 12_000, { months: 12 })]
    for (const list of [others, others.toReversed()])
      expect([700, 699, 100_000].map((minor) => far(null, plan('new', minor), list))).toEqual([false, true, false])
    expect(far(null, plan('new', 1), [])).toBe(false)
    const usd = { currency: 'USD', priceMinor: 1, listPriceMinor: null } as const
    expect(far(plan('a', 1_000), plan('a', 1_000, { prices: [...plan('a', 1_000).prices, usd] }), others)).toBe(false)
    const sold = [plan('b', 9, { prices: [{ ...usd, priceMinor: 100 }] })]
    expect(far(plan('a', 1_000), plan('a', 1_000, { prices: [...plan('a', 1_000).prices, usd] }), sold)).toBe(true)
  })

  it('never treats an unchanged price as a large move', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.nat(3_660), (minor, bonusDays) => {
        const goods = plan('a', minor, { bonusDays })
        expect(far(goods, goods, [plan('b', 100_000_000)])).toBe(false)
      }),
    )
  })
})
