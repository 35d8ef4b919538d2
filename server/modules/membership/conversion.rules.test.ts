import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  atValue,
  convertLeftovers,
  convertShares,
  decidePurchase,
  rateFor,
  rateOf,
  type DayRate,
  type PlanRate,
} from './conversion.rules.ts'
import { foldExpiry, foldPlans, reversalOrder, standingPlans, type PlanEntry } from './membership.rules.ts'

const day = 86_400
const rate = fc.record({ priceMinor: fc.integer({ min: 1, max: 1e7 }), days: fc.integer({ min: 1, max: 30_000 }) })
const seconds = fc.integer({ min: 0, max: 3e8 })
/**
 * Value of time at a price. Both sides of a comparison are multiplied by the same number, so that fractions are
 * compared without rounding.
 */
const worth = (of: number, at: DayRate, other: DayRate) => BigInt(of) * BigInt(at.priceMinor) * BigInt(other.days)

const small = rateOf({ months: 24, bonusDays: 0, maxDevices: 1, priceMinor: 20_000 })
const smallMonth = rateOf({ months: 1, bonusDays: 0, maxDevices: 1, priceMinor: 2_000 })
const large = rateOf({ months: 1, bonusDays: 0, maxDevices: 10, priceMinor: 9_000 })
const rates: PlanRate[] = [small, smallMonth, large]

describe('time converted by value', () => {
  it('converted time is never worth more, never longer and never negative', () => {
    fc.assert(
      fc.property(seconds, rate, rate, (held, from, to) => {
        const after = atValue(held, from, to)
        expect(after).toBeGreaterThanOrEqual(0)
        expect(after).toBeLessThanOrEqual(held)
        expect(worth(after, to, from) <= worth(held, from, to)).toBe(true)
      }),
    )
  })

  it('a conversion loses less than a second of value, or leaves the time unchanged', () => {
    fc.assert(
      fc.property(seconds, rate, rate, (held, from, to) => {
        const after = atValue(held, from, to)
        expect(after === held || worth(after + 1, to, from) > worth(held, from, to)).toBe(true)
      }),
    )
  })

  it('rounds converted time up to whole days once for all grants together, and never makes it longer', () => {
    const piece = fc.record({ seconds, rate })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), rate, (pieces, to) => {
        const shares = convertShares(
          pieces.map((one, index) => ({ ...one, grantId: String(index) })),
          to,
        )
        const total = shares.reduce((sum, { inSeconds }) => sum + inSeconds, 0)
        const exact = pieces.reduce((sum, one) => sum + atValue(one.seconds, one.rate, to), 0)
        const held = pieces.reduce((sum, one) => sum + one.seconds, 0)
        expect(total).toBe(Math.min(held, Math.ceil(exact / day) * day))
        expect(shares.every(({ inSeconds }) => inSeconds >= 0)).toBe(true)
        expect(shares.map(({ outSeconds }) => outSeconds)).toEqual(pieces.map((one) => one.seconds))
      }),
    )
  })

  it("uses the plan's own price, then the cheapest with its device count, then one proportional to devices as the rate", () => {
    expect(rateFor({ planMonths: 1, maxDevices: 1 }, rates, large)).toBe(smallMonth)
    expect(rateFor({ planMonths: null, maxDevices: 1 }, rates, large)).toBe(small)
    const unknown = rateFor({ planMonths: 3, maxDevices: 5 }, rates, large)
    expect(atValue(20 * day, unknown, large)).toBe(10 * day)
  })
})

const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day * 1000)
let next = 0
const grant = (days: number, planMonths: number | null, maxDevices: number | null, on = 0): PlanEntry => ({
  id: `g${next++}`,
  seconds: days * day,
  at: at(on),
  reverses: null,
  converts: null,
  planMonths,
  maxDevices,
})

describe('decision for a plan purchase', () => {
  it('a purchase extends the time if no plan is running, the device count is the same, or the running time has no device count', () => {
    const month = { months: 1, bonusDays: 0, maxDevices: 10 }
    expect(decidePurchase([], month, rates, at(0)).kind).toBe('extend')
    expect(decidePurchase([grant(30, 1, 10)], month, rates, at(1)).kind).toBe('extend')
    expect(decidePurchase([grant(30, null, null)], month, rates, at(1)).kind).toBe('extend')
    expect(decidePurchase([grant(30, 1, 1)], month, rates, at(31)).kind).toBe('extend')
  })

  it('converts two years of one device into the few days of ten devices that they are worth', () => {
    const held = [grant(730, 24, 1)]
    const decision = decidePurchase(held, { months: 1, bonusDays: 0, maxDevices: 10 }, rates, at(30))
    // The remaining 700 days of a plan for 20,000 fen and 730 days are worth 19,178 fen. At 9,000 fen for a twelfth of
    // 365 days, this buys 64.8 days.
    expect(decision).toMatchObject({
      kind: 'raise',
      fromDevices: 1,
      shares: [{ grantId: held[0]!.id, outSeconds: 700 * day, inSeconds: 65 * day }],
    })
  })

  it('values each grant of plan time at its own price, and leaves time without a device count unchanged', () => {
    const held = [grant(30, 1, 1), grant(10, null, null), grant(73, 24, 1)]
    const decision = decidePurchase(held, { months: 1, bonusDays: 0, maxDevices: 10 }, rates, at(0))
    // The 30 remaining days are worth 6.67 days of the new plan, and the 73 remaining days 6.76: together 13.43,
    // rounded up to 14, of which each gets 7.
    expect(decision.kind === 'raise' && decision.shares).toEqual([
      { grantId: held[0]!.id, outSeconds: 30 * day, inSeconds: 7 * day },
      { grantId: held[2]!.id, outSeconds: 73 * day, inSeconds: 7 * day },
    ])
  })

  it('converts a smaller plan to the larger running one, so that the device limit stays', () => {
    const decision = decidePurchase([grant(30, 1, 10)], { months: 24, bonusDays: 0, maxDevices: 1 }, rates, at(0))
    expect(decision).toMatchObject({ kind: 'lift', maxDevices: 10 })
    // The 24 bought months begin on 31 January 2026 and have 731 days. They are valued at their price of 20,000 fen for
    // 730 days.
    expect(decision.kind === 'lift' && decision.seconds / day).toBe(68)
  })

  it('converts in proportion to devices when no plan with either device count is on sale', () => {
    const decision = decidePurchase([grant(30, 1, 1)], { months: 1, bonusDays: 0, maxDevices: 10 }, [], at(0))
    expect(decision.kind === 'raise' && decision.shares[0]?.inSeconds).toBe(3 * day)
  })
})

describe('price of a day', () => {
  const yearOfTen = rateOf({ months: 12, bonusDays: 0, maxDevices: 10, priceMinor: 36_000 })
  const withYear = [yearOfTen, ...rates]
  const from = [grant(30, 1, 1)]
  const given = (months: number, maxDevices: number, list: readonly PlanRate[], held = from) => {
    const decision = decidePurchase(held, { months, bonusDays: 0, maxDevices }, list, at(0))
    return decision.kind === 'raise' ? decision.shares.map(({ inSeconds }) => inSeconds / day) : decision
  }

  it('finds the cheapest plan with a device count anywhere in the list', () => {
    for (const list of [rates, rates.toReversed()])
      expect(rateFor({ planMonths: null, maxDevices: 1 }, list, large)).toBe(small)
    fc.assert(
      fc.property(fc.array(rate, { minLength: 1, maxLength: 5 }), (some) => {
        const list = some.map((one, index) => ({ ...one, months: index + 1, maxDevices: 1 }))
        const found = rateFor({ planMonths: null, maxDevices: 1 }, list, large)
        expect(list.every((one) => worth(1, found, one) <= worth(1, one, found))).toBe(true)
      }),
    )
  })

  it('keeps the length of time when the new time is free', () => {
    expect(atValue(10 * day, large, { priceMinor: 0, days: 30 })).toBe(10 * day)
  })

  it('uses the price of the bought plan, not of another plan with the same device count', () => {
    // The 30 days at 2,000 fen a month are worth 1,972.6 fen. This buys 6.7 days at 9,000 fen a month, or 20 days at
    // 36,000 fen a year.
    expect(given(1, 10, withYear)).toEqual([7])
    expect(given(12, 10, withYear)).toEqual([20])
    expect(given(12, 10, withYear.toReversed())).toEqual([20])
  })

  it('uses the cheapest plan with the same device count when the plan itself is not on sale', () => {
    expect(given(6, 10, withYear)).toEqual([20])
    expect(given(6, 10, withYear.toReversed())).toEqual([20])
  })

  it('converts in proportion to devices when no plan with the bought device count is on sale', () => {
    expect(given(1, 5, rates)).toEqual([6])
    const decision = decidePurchase([grant(30, 1, 10)], { months: 1, bonusDays: 0, maxDevices: 1 }, [large], at(0))
    // A month from 31 January has 28 days. One device costs a tenth of ten devices, and a tenth of 28 days is 2.8 days.
    expect(decision).toEqual({ kind: 'lift', maxDevices: 10, seconds: 3 * day })
  })
})

describe('membership time for fewer devices that is left after a reversal', () => {
  const left = grant(30, 1, 1)
  const yearOfTen = rateOf({ months: 12, bonusDays: 0, maxDevices: 10, priceMinor: 36_000 })
  const shares = (inDays: number) => [{ grantId: left.id, outSeconds: 30 * day, inSeconds: inDays * day }]

  it('converts nothing left by a reversal when no time is running', () => {
    const nothing = { shares: [], plan: { months: 0, maxDevices: 0 } }
    expect(convertLeftovers([], rates, at(0))).toEqual(nothing)
    expect(convertLeftovers([left], rates, at(30))).toEqual(nothing)
  })

  it('converts left time at the price of the running plan', () => {
    const month = convertLeftovers([left, grant(30, 1, 10)], [yearOfTen, ...rates], at(0))
    expect(month).toEqual({ shares: shares(7), plan: { months: 1, maxDevices: 10 } })
    const year = convertLeftovers([left, grant(365, 12, 10)], [...rates, yearOfTen], at(0))
    expect(year).toEqual({ shares: shares(20), plan: { months: 12, maxDevices: 10 } })
  })

  it('converts the time left at the cheapest price for the running device count when the running time is from no plan', () => {
    const { shares: made, plan } = convertLeftovers([left, grant(30, null, 10)], [...rates, yearOfTen], at(0))
    expect([made, plan]).toEqual([shares(20), { months: 0, maxDevices: 10 }])
  })

  it('converts remaining time in proportion to devices when no plan with its device count is on sale', () => {
    const { shares: made } = convertLeftovers([left, grant(30, 1, 10)], [small, smallMonth], at(0))
    expect(made).toEqual(shares(3))
  })
})

describe('membership time computed from a ledger with conversions', () => {
  type Row = PlanEntry & { source: string; sourceId: string }
  const buys = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('buy' as const),
        months: fc.constantFrom(1, 12, 24),
        maxDevices: fc.constantFrom(1, 5, 10),
        wait: fc.integer({ min: 0, max: 200 }),
      }),
      fc.record({ kind: fc.constant('refund' as const), which: fc.nat(6), wait: fc.integer({ min: 0, max: 30 }) }),
    ),
    { maxLength: 9 },
  )

  function play(steps: typeof buys extends fc.Arbitrary<infer T> ? T : never): { ledger: Row[]; now: Date } {
    const ledger: Row[] = []
    let today = 0
    let serial = 0
    const push = (row: Partial<Row> & Pick<Row, 'seconds' | 'source' | 'sourceId'>) =>
      ledger.push({
        id: `r${serial++}`,
        reverses: null,
        converts: null,
        planMonths: null,
        maxDevices: null,
        ...row,
        at: at(today),
      })
    steps.forEach((step, index) => {
      today += step.wait
      if (step.kind === 'buy') {
        const decision = decidePurchase(ledger, { ...step, bonusDays: 0 }, rates, at(today))
        if (decision.kind === 'raise')
          for (const { grantId, outSeconds, inSeconds } of decision.shares) {
            const about = { source: 'conversion', converts: grantId }
            push({ ...about, sourceId: `order:${index}/${grantId}/out`, seconds: -outSeconds })
            const made = { planMonths: step.months, maxDevices: step.maxDevices }
            if (inSeconds > 0) push({ ...about, ...made, sourceId: `order:${index}/${grantId}/in`, seconds: inSeconds })
          }
        const size = decision.kind === 'lift' ? decision.maxDevices : step.maxDevices
        const time = decision.kind === 'lift' ? Math.max(1, decision.seconds) : step.months * 30 * day
        push({ source: 'order', sourceId: String(index), seconds: time, planMonths: step.months, maxDevices: size })
      } else {
        const orders = ledger.filter(
          (row) => row.source === 'order' && !ledger.some(({ reverses }) => reverses === row.id),
        )
        const order = orders[step.which % Math.max(1, orders.length)]
        if (order)
          for (const row of reversalOrder(ledger, order)) {
            const { id: reverses, converts, seconds: taken } = row
            push({ source: 'refund', sourceId: `${index}`, seconds: -taken, reverses, converts })
          }
      }
    })
    return { ledger, now: at(today) }
  }

  it('keeps grants in order, and none extends beyond the expiry', () => {
    fc.assert(
      fc.property(buys, (steps) => {
        const { ledger } = play(steps)
        const standing = standingPlans(ledger)
        const ends = standing.map(({ end }) => end.getTime())
        expect(ends).toEqual(ends.toSorted((a, b) => a - b))
        expect(standing.every((held) => held.seconds >= 0)).toBe(true)
        const expiry = foldExpiry(ledger)
        // A refund that follows a pause can leave the expiry later than the end of the last grant, by the length of the
        // pause.
        expect((standing.at(-1)?.end ?? at(0)) <= (expiry ?? at(0))).toBe(true)
        expect((foldPlans(ledger).yearlyUntil ?? at(0)) <= (expiry ?? at(0))).toBe(true)
      }),
    )
  })

  it('restores the ledger to the second when everything is refunded', () => {
    fc.assert(
      fc.property(buys, (steps) => {
        const buying = steps.filter((step) => step.kind === 'buy')
        const all = buying.map(() => ({ kind: 'refund' as const, which: 0, wait: 0 }))
        const { ledger } = play([...buying, ...all])
        expect(ledger.reduce((total, row) => total + row.seconds, 0)).toBe(0)
        expect(standingPlans(ledger)).toEqual([])
      }),
    )
  })

  it('restores the previous state exactly when the plan that raised the devices is refunded', () => {
    const held = { kind: 'buy', months: 12, maxDevices: 1, wait: 0 } as const
    const raise = { kind: 'buy', months: 1, maxDevices: 10, wait: 100 } as const
    const before = play([held, { ...raise, kind: 'refund', which: 9 } as never]).ledger.slice(0, 1)
    const { ledger } = play([held, raise])
    const order = ledger.findLast(({ source }) => source === 'order')!
    const after = [
      ...ledger,
      ...reversalOrder(ledger, order).map((row, index) => ({
        ...row,
        id: `back${index}`,
        seconds: -row.seconds,
        reverses: row.id,
      })),
    ]
    expect(foldExpiry(after)).toEqual(foldExpiry(before))
    expect(foldPlans(after)).toEqual(foldPlans(before))
    expect(foldPlans(ledger)).toMatchObject({ maxDevices: 10 })
    // The converted year still counts as a yearly plan, which entitles to yearly benefits.
    expect(foldPlans(ledger).yearlyUntil).not.toBeNull()
  })
})
