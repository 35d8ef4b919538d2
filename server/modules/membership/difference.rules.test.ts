import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf, runningClass, type PlanRate } from './conversion.rules.ts'
import {
  differenceAt,
  leastDifference,
  priceDifference,
  settleDifference,
  type Difference,
} from './difference.rules.ts'
import type { PlanEntry } from './membership.rules.ts'

const day = 86_400
const now = new Date('2026-03-01T00:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * day * 1000)
const entry = (id: string, seconds: number, more: Partial<PlanEntry> = {}): PlanEntry => ({
  id,
  seconds,
  at: now,
  reverses: null,
  converts: null,
  planMonths: 12,
  maxDevices: 5,
  ...more,
})
const year = (id: string, more: Partial<PlanEntry> = {}) => entry(id, 365 * day, more)
const plan = (maxDevices: number, months: number, priceMinor: number, bonusDays = 0) =>
  rateOf({ maxDevices, months, priceMinor, bonusDays })
const sold = [plan(5, 1, 590), plan(5, 12, 4_490), plan(5, 24, 7_490), plan(10, 12, 7_190)]
const priceOf = (entries: readonly PlanEntry[], rates: readonly PlanRate[] = sold, moment = now) =>
  priceDifference(entries, 10, rates, moment)?.priceMinor ?? null

describe('upgrade price', () => {
  it('charges the price difference of the years, to the cent, for upgrading a whole year', () => {
    expect(priceDifference([year('a')], 10, sold, now)).toEqual({
      devicesBefore: 5,
      maxDevices: 10,
      seconds: 365 * day,
      priceMinor: 2_700,
      pieces: [{ grantId: 'a', seconds: 365 * day, worthSeconds: Math.floor((365 * day * 2_700) / 7_190) }],
    })
  })

  it('lowers the upgrade price with the remaining time, and rounds it up once for all grants together', () => {
    expect(priceOf([year('a')], sold, at(100))).toBe(Math.ceil((2_700 * 265) / 365))
    const third = Math.floor((365 * day) / 3)
    const pieces = ['a', 'b', 'c'].map((id) => entry(id, third))
    expect(priceOf(pieces)).toBe(Math.ceil((2_700 * 3 * third) / (365 * day)))
  })

  it('compares the cheapest plans of both device counts when a plan length is sold for only one of them', () => {
    // The upgrade costs the difference: 24 months of five devices cost 7,490, and two years of ten devices cost 14,380.
    expect(priceOf([entry('a', 730 * day, { planMonths: 24 })])).toBe(14_380 - 7_490)
    // A month of five devices costs more per day than a year of ten devices, because it is short. The upgrade is
    // therefore priced by the cheapest plans of both sizes.
    expect(priceOf([entry('a', 30 * day, { planMonths: 1 })])).toBe(Math.ceil(30 * (7_190 / 365 - 7_490 / 730)))
  })

  it('prices a device count that is not on sale in proportion to devices', () => {
    expect(priceOf([year('a', { maxDevices: 4 })])).toBe(Math.ceil(7_190 * 0.6))
  })

  it('uses the cheapest of two plans of one length', () => {
    const twice = [plan(5, 12, 9_000), plan(5, 12, 4_490), plan(10, 12, 9_999), plan(10, 12, 7_190)]
    expect(priceOf([year('a')], twice)).toBe(2_700)
  })

  it('counts bonus days as days of the plan', () => {
    expect(priceOf([year('a')], [plan(5, 12, 4_490, 365), plan(10, 12, 7_190)])).toBe(Math.ceil(7_190 - 4_490 / 2))
  })

  it("includes gift time beside a plan at the plan's rate", () => {
    const gift = entry('gift', 100 * day, { planMonths: null, maxDevices: null })
    const both = priceDifference([year('a'), gift], 10, sold, now)
    expect(both?.priceMinor).toBe(Math.ceil((2_700 * 465) / 365))
    expect(both?.pieces.map(({ grantId }) => grantId)).toEqual(['a', 'gift'])
  })

  it('leaves out time that already has as many devices, and time that was taken back, from an upgrade', () => {
    const entries = [
      entry('over', 10 * day),
      year('same', { maxDevices: 10 }),
      year('big', { maxDevices: 20 }),
      year('a'),
      year('b'),
      year('back', { seconds: -365 * day, reverses: 'b' }),
    ]
    expect(priceDifference(entries, 10, sold, at(20))?.pieces.map(({ grantId }) => grantId)).toEqual(['a'])
  })

  const gift = entry('gift', 100 * day, { planMonths: null, maxDevices: null })
  it.each<[string, readonly PlanEntry[], readonly PlanRate[], Date]>([
    ['no time is left', [], sold, now],
    ['a trial or a gift runs alone', [gift], sold, now],
    ['the plan ended and only a gift runs', [year('a'), gift], sold, at(400)],
    ['all time has ended', [year('a')], sold, at(365)],
    ['the plan already has that device count', [year('a', { maxDevices: 10 })], sold, now],
    ['newer time already has that device count', [year('a'), year('b', { maxDevices: 10 })], sold, now],
    ['the larger device count is free', [year('a')], [plan(5, 12, 4_490), plan(10, 12, 0)], now],
    ['the plan has more devices', [year('a', { maxDevices: 11 })], sold, now],
    ['no plan of that device count is on sale', [year('a')], sold.slice(0, 3), now],
    ['the larger device count costs no more', [year('a')], [plan(5, 12, 7_190), plan(10, 12, 7_190)], now],
    ['the larger device count costs less', [year('a')], [plan(5, 12, 9_000), plan(10, 12, 7_190)], now],
    ["the price is below the providers' minimum", [entry('a', 13 * day)], sold, now],
  ])('sells no upgrade where %s', (_why, entries, rates, moment) => {
    expect(priceDifference(entries, 10, rates, moment)).toBeNull()
  })

  it('requires a minimum price and at least one day for an upgrade', () => {
    const dear = [plan(5, 12, 36_500), plan(10, 12, 73_000)]
    expect(priceOf([entry('a', day)], dear)).toBe(leastDifference.minor)
    expect(
      priceOf(
        [entry('a', day - 1)],
        dear.map((rate) => ({ ...rate, priceMinor: rate.priceMinor * 2 })),
      ),
    ).toBeNull()
    expect(
      priceOf(
        [entry('a', 2 * day)],
        dear.map((rate) => ({ ...rate, priceMinor: rate.priceMinor * 0.495 })),
      ),
    ).toBeNull()
  })
})

const rates = fc
  .array(
    fc.record({
      months: fc.constantFrom(1, 3, 12, 24),
      bonusDays: fc.constantFrom(0, 0, 7, 90),
      maxDevices: fc.constantFrom(1, 5, 10),
      priceMinor: fc.integer({ min: 1, max: 500_000 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((plans) => plans.map(rateOf))
const held = fc
  .array(
    fc.record({
      seconds: fc.integer({ min: 1, max: 900 * day }),
      planMonths: fc.constantFrom(1, 3, 12, 24, 0, null),
      maxDevices: fc.constantFrom(1, 5, 5, 7, null),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((grants) => grants.map(({ seconds, ...more }, index) => entry(`g${index}`, seconds, more)))
const found = fc
  .record({ rates, held })
  .map((made) => ({ ...made, sale: priceDifference(made.held, 10, made.rates, now) }))
const ifSold = (sale: Difference | null): Difference => {
  fc.pre(sale !== null)
  return sale
}
const cheaper = (a: PlanRate, b: PlanRate) => a.priceMinor * b.days - b.priceMinor * a.days
type Held = { readonly planMonths: number | null; readonly maxDevices: number }
const perDay = ({ priceMinor, days }: PlanRate) => priceMinor / days
/**
 * Lowest price of a day of remaining time by today's price list. A number of devices that is not on sale is priced in
 * proportion to the best plan of ten devices.
 */
function leastPerDay({ planMonths, maxDevices }: Held, some: readonly PlanRate[], best: PlanRate): number {
  const same = some.filter((rate) => rate.maxDevices === maxDevices).toSorted(cheaper)
  const own = same.find(({ months }) => months === planMonths) ?? same[0]
  return own ? perDay(own) : (perDay(best) * maxDevices) / 10
}

describe('upgrade price for any time and price list', () => {
  it('the upgrade price is a whole amount above the minimum, for all remaining time', () => {
    fc.assert(
      fc.property(found, ({ held: entries, sale }) => {
        const { priceMinor, pieces, seconds } = ifSold(sale)
        expect(Number.isSafeInteger(priceMinor) && priceMinor >= leastDifference.minor).toBe(true)
        expect(pieces.map((piece) => [piece.grantId, piece.seconds])).toEqual(
          entries.map((each) => [each.id, each.seconds]),
        )
        expect(seconds).toBe(entries.reduce((total, each) => total + each.seconds, 0))
      }),
    )
  })

  it('never makes upgraded time cheaper than the cheapest plan with that device count', () => {
    fc.assert(
      fc.property(found, ({ rates: some, held: entries, sale }) => {
        const { priceMinor } = ifSold(sale)
        // A gift has no number of devices of its own, so it counts as time of the running plan.
        const running = runningClass(entries, now)!
        const sized = ({ planMonths, maxDevices }: PlanEntry) =>
          maxDevices === null ? running : { planMonths, maxDevices }
        const best = some.filter(({ maxDevices }) => maxDevices === 10).toSorted(cheaper)[0]!
        const paid = entries.reduce(
          (total, each) => total + (leastPerDay(sized(each), some, best) * each.seconds) / day,
          0,
        )
        const least = entries.reduce((total, each) => total + (perDay(best) * each.seconds) / day, 0)
        expect(paid + priceMinor).toBeGreaterThanOrEqual(least * (1 - 1e-9))
      }),
    )
  })

  it("the upgrade's value in time is at most what was paid, within a second per grant", () => {
    fc.assert(
      fc.property(found, ({ rates: some, sale }) => {
        const { priceMinor, pieces } = ifSold(sale)
        const best = some.filter(({ maxDevices }) => maxDevices === 10).toSorted(cheaper)[0]!
        const worth = pieces.reduce((total, piece) => total + piece.worthSeconds, 0)
        expect((worth * perDay(best)) / day).toBeLessThanOrEqual(priceMinor * (1 + 1e-9))
        for (const piece of pieces) {
          expect(piece.worthSeconds).toBeGreaterThanOrEqual(0)
          expect(piece.worthSeconds).toBeLessThanOrEqual(piece.seconds)
        }
      }),
    )
  })

  it('the upgrade price only falls with time, and upgrading each grant separately never costs less', () => {
    fc.assert(
      fc.property(found, fc.integer({ min: 0, max: 400 * day }), ({ rates: some, held: entries, sale }, later) => {
        const { priceMinor } = ifSold(sale)
        const then = priceDifference(entries, 10, some, new Date(now.getTime() + later * 1000))
        expect(then?.priceMinor ?? 0).toBeLessThanOrEqual(priceMinor)
        const sized = entries.filter(({ maxDevices }) => maxDevices !== null)
        fc.pre(sized.length === entries.length)
        const single = sized.map((each) => priceDifference([each], 10, some, now))
        fc.pre(single.every((each) => each !== null))
        const total = single.reduce((sum, each) => sum + (each?.priceMinor ?? 0), 0)
        expect(total).toBeGreaterThanOrEqual(priceMinor)
        expect(total).toBeLessThan(priceMinor + sized.length)
      }),
    )
  })
})

describe('price shown to the buyer', () => {
  const priceAt = (moment: Date) =>
    priceDifference([year('a')], 10, [plan(5, 12, 100_000), plan(10, 12, 9_000_000)], moment)
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const shown = priceAt(now)!.priceMinor

  it('accepts a shown price for 15 minutes, for the time that remains then', () => {
    expect(differenceAt(shown, priceAt, now)).toEqual(priceAt(now))
    const later = minutes(15)
    expect(priceAt(later)!.priceMinor).toBeLessThan(shown)
    expect(differenceAt(shown, priceAt, later)).toEqual({ ...priceAt(later), priceMinor: shown })
    expect(differenceAt(priceAt(later)!.priceMinor, priceAt, later)).toEqual(priceAt(later))
  })

  it.each([
    ['below the current price', priceAt(now)!.priceMinor - 1, now],
    ['above the price at the start of the validity', shown + 1000, now],
    ['from before the validity', shown, minutes(16)],
    ['from before the time ended', shown, at(365)],
  ])('rejects a price that is %s', (_why, sum, moment) => {
    expect(differenceAt(sum, priceAt, moment)).toBeNull()
  })

  it('rejects a shown price if no upgrade was on sale 15 minutes ago', () => {
    const fresh = (moment: Date) => (moment < now ? null : priceAt(now))
    expect(differenceAt(shown, fresh, now)).toBeNull()
  })
})

describe('paid upgrade', () => {
  const pieces = [
    { grantId: 'a', seconds: 100, worthSeconds: 40 },
    { grantId: 'gift', seconds: 50, worthSeconds: 21 },
  ]
  const settle = (entries: readonly PlanEntry[], moment = now) => {
    const { raised, owedSeconds } = settleDifference(entries, { maxDevices: 10, pieces }, moment)
    return { raised: raised.map(({ entry: { id }, seconds }) => [id, seconds]), owedSeconds }
  }
  const gift = entry('gift', 50, { maxDevices: null, planMonths: null })
  const seconds = (count: number) => new Date(now.getTime() + count * 1000)

  it('upgrades each grant that has a device count, and owes nothing', () => {
    expect(settle([entry('a', 100), gift])).toEqual({ raised: [['a', 100]], owedSeconds: 0 })
  })

  it('upgrades only the paid part of a grant that became longer since', () => {
    expect(settle([entry('a', 500), gift])).toEqual({ raised: [['a', 100]], owedSeconds: 0 })
  })

  it('owes the value of paid time that ran out', () => {
    expect(settle([entry('a', 100), gift], seconds(25))).toEqual({ raised: [['a', 75]], owedSeconds: 10 })
    expect(settle([entry('a', 100), gift], seconds(125))).toEqual({ raised: [], owedSeconds: 40 + 10 })
    expect(settle([entry('a', 100), gift], seconds(150))).toEqual({ raised: [], owedSeconds: 61 })
  })

  it('owes the value of time that was taken back or already has the device count of the upgrade', () => {
    expect(settle([gift])).toEqual({ raised: [], owedSeconds: 40 })
    expect(settle([entry('a', 100, { maxDevices: 10 }), gift])).toEqual({ raised: [], owedSeconds: 40 })
  })

  it('owes nothing for a grant that cost nothing', () => {
    const nothing = { maxDevices: 10, pieces: [{ grantId: 'x', seconds: 0, worthSeconds: 0 }] }
    expect(settleDifference([], nothing, now)).toEqual({ raised: [], owedSeconds: 0 })
  })
})
