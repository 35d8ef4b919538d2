import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commissionOf } from '#shared/commission.ts'
import { adjustment, decideCommission, lastMonths, monthOf, stateOf, type Rate } from './commissions.rules.ts'

const minor = fc.integer({ min: 0, max: 100_000_000 })
const reckoning = fc.record({
  rateBps: fc.integer({ min: 0, max: 10_000 }),
  usdMicros: fc.integer({ min: 1, max: 10_000_000 }),
})

describe('commission', () => {
  it('a commission follows the amount that the shop keeps of its order, in any steps, and is zero after a full refund', () => {
    fc.assert(
      fc.property(fc.array(minor, { minLength: 1, maxLength: 12 }), reckoning, (steps, by) => {
        const rows: { amountMinor: number; paidMinor: number }[] = []
        for (const kept of steps) {
          const row = adjustment(rows, kept, by)
          if (row) rows.push(row)
          const sum = rows.reduce((total, { amountMinor }) => total + amountMinor, 0)
          expect(sum).toBe(commissionOf(kept, by.rateBps, by.usdMicros))
          expect(adjustment(rows, kept, by)).toBeNull()
        }
        const last = adjustment(rows, 0, by)
        expect(rows.reduce((total, { amountMinor }) => total + amountMinor, last?.amountMinor ?? 0)).toBe(0)
      }),
    )
  })

  it('computes a commission within half a cent of its rate, and rounds half to even', () => {
    fc.assert(
      fc.property(fc.nat(1e8), fc.nat(10_000), fc.integer({ min: 1, max: 10_000_000 }), (paid, rateBps, usdMicros) => {
        const exact = BigInt(paid) * BigInt(rateBps) * BigInt(usdMicros)
        const cents = commissionOf(paid, rateBps, usdMicros)
        const off = 2n * (BigInt(cents) * 10_000_000_000n - exact)
        const half = 10_000_000_000n
        const isNear = off > -half && off < half
        expect(isNear || ((off === half || off === -half) && cents % 2 === 0)).toBe(true)
      }),
    )
  })
})

it('takes the month of a commission in UTC, across the turn of the year', () => {
  expect(monthOf(new Date('2026-12-31T23:59:59.999Z'))).toBe('2026-12-01')
  expect(lastMonths(new Date('2026-02-28T12:00:00Z'), 4)).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
})

describe('row of an affiliate statement', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const row = (change: object = {}) => ({ reviewReason: null, heldUntil: now, settlementState: null, ...change })

  it.each([
    ['is held until its hold is over', { heldUntil: new Date(now.getTime() + 1) }, 'held'],
    ['can be paid out from that instant on', {}, 'payable'],
    ['waits for an operator where there is a reason, also beyond its hold', { reviewReason: 'same_payer' }, 'review'],
    ['is in a payout that is prepared', { settlementState: 'prepared', reviewReason: 'x' }, 'settling'],
    ['is in a payout that is approved', { settlementState: 'approved' }, 'settling'],
    ['is paid with its payout', { settlementState: 'paid', heldUntil: new Date(now.getTime() + 1) }, 'paid'],
  ])('a commission row on an affiliate statement %s', (_what, change, state) => {
    expect(stateOf(row(change), now)).toBe(state)
  })
})

it('gives an adjustment of a commission its share of the price, so that both columns add up', () => {
  const by = { rateBps: 2_500, usdMicros: 1_000_000 }
  expect(adjustment([], 1_000, by)).toEqual({ amountMinor: 250, paidMinor: 1_000 })
  expect(adjustment([{ amountMinor: 250, paidMinor: 1_000 }], 400, by)).toEqual({ amountMinor: -150, paidMinor: -600 })
  expect(
    adjustment(
      [
        { amountMinor: 250, paidMinor: 1_000 },
        { amountMinor: -150, paidMinor: -600 },
      ],
      0,
      by,
    ),
  ).toEqual({ amountMinor: -100, paidMinor: -400 })
})

describe('commission of an order', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const ids = { now, newId: () => 'new' }
  const about = { orderId: 'o1', affiliateId: 'ann', referredId: 'ben', campaignId: 'spring' }
  const order = (kept: number) => ({ ...about, currency: 'USD' as const, keptMinor: kept })
  const reckoned = { type: 'first', termsVersion: 3, tier: 'low', rateBps: 2_500, usdMicros: 1_000_000 } as const
  const frozen: Rate = { ...reckoned, holdDays: 14, reserveBps: 0, reserveDays: 0 }
  const first = {
    id: 'c1',
    ...about,
    ...reckoned,
    reverses: null,
    reviewReason: null,
    paidCurrency: 'USD' as const,
    paidMinor: 1_000,
    amountMinor: 250,
    earnedAt: new Date('2026-11-01T00:00:00Z'),
    heldUntil: new Date('2026-11-15T00:00:00Z'),
    reserveMinor: 0,
    reserveUntil: null,
  }

  it("earns a commission at the rates of the payment's time, and holds it for their days", () => {
    expect(decideCommission([], order(1_000), frozen, ids)).toEqual({
      ...first,
      id: 'new',
      earnedAt: now,
      heldUntil: new Date('2026-12-06T12:00:00Z'),
    })
  })

  it('makes no commission without rates or a kept amount, or if it rounds to zero', () => {
    expect(decideCommission([], order(1_000), null, ids)).toBeNull()
    expect(decideCommission([], order(0), frozen, ids)).toBeNull()
    expect(decideCommission([], order(1), frozen, ids)).toBeNull()
  })

  it('adds no commission row while the kept amount is unchanged', () => {
    expect(decideCommission([first], order(1_000), frozen, ids)).toBeNull()
    expect(decideCommission([first], order(1_000), null, ids)).toBeNull()
  })

  it('reverses the commission of a refund at its own rates and hold', () => {
    const dearer: Rate = { ...frozen, rateBps: 10_000, holdDays: 30 }
    for (const rates of [null, frozen, dearer])
      expect(decideCommission([first], order(400), rates, ids)).toEqual({
        ...first,
        id: 'new',
        reverses: 'c1',
        paidMinor: -600,
        amountMinor: -150,
      })
    expect(decideCommission([first], order(0), null, ids)).toMatchObject({ amountMinor: -250, paidMinor: -1_000 })
  })

  it('withholds a reserve after the hold, and takes reversals from it first', () => {
    const reserved = decideCommission([], order(1_000), { ...frozen, reserveBps: 1_000, reserveDays: 90 }, ids)
    expect(reserved).toMatchObject({
      amountMinor: 250,
      reserveMinor: 25,
      reserveUntil: new Date('2027-03-06T12:00:00Z'),
    })
    const back = (kept: number, change: object = {}) =>
      decideCommission([{ ...reserved!, ...change }], order(kept), null, ids)
    const until = reserved!.reserveUntil
    expect(back(940)).toMatchObject({ amountMinor: -15, reserveMinor: -15, reserveUntil: until })
    expect(back(0)).toMatchObject({ amountMinor: -250, reserveMinor: -25, reserveUntil: until })
    // A failed refund restores the reserve first, because the refund was taken from the reserve first.
    expect(decideCommission([reserved!, back(940)!], order(960), null, ids)).toMatchObject({
      amountMinor: 5,
      reserveMinor: 5,
      reserveUntil: until,
    })
    expect(back(0, { isReserveOut: true })).toMatchObject({ amountMinor: -250, reserveMinor: 0, reserveUntil: null })
  })

  it('restores the commission of an order when its refund fails', () => {
    const back = { ...first, id: 'c2', reverses: 'c1', paidMinor: -1_000, amountMinor: -250 }
    expect(decideCommission([first, back], order(1_000), null, ids)).toMatchObject({
      id: 'new',
      reverses: 'c1',
      paidMinor: 1_000,
      amountMinor: 250,
    })
  })
})
