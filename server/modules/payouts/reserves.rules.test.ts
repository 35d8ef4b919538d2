import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueIn, reserveChange, reserveLeft, reserveOf, reserveStateOf } from './reserves.rules.ts'

type Row = { amountMinor: number; reserveMinor: number; isReserveOut?: boolean }
const commission = fc.record({
  amountMinor: fc.integer({ min: 1, max: 1e8 }),
  bps: fc.integer({ min: 0, max: 10_000 }),
})
const course = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 12 })
const sum = (rows: readonly Row[], of: 'amountMinor' | 'reserveMinor') =>
  rows.reduce((total, row) => total + row[of], 0)
const firstOf = ({ amountMinor, bps }: { amountMinor: number; bps: number }): Row => ({
  amountMinor,
  reserveMinor: reserveOf(amountMinor, bps),
})

describe('commission reserve', () => {
  it('covers reversals with a reserve up to its amount, and refills it when they are undone', () => {
    fc.assert(
      fc.property(commission, course, (made, steps) => {
        const first = firstOf(made)
        const rows: [Row, ...Row[]] = [first]
        for (const thousandth of steps) {
          const left = Math.round((first.amountMinor * thousandth) / 1_000)
          const change = left - sum(rows, 'amountMinor')
          const row = { amountMinor: change, reserveMinor: reserveChange(rows, change) }
          expect([0, Math.sign(change)]).toContain(Math.sign(row.reserveMinor))
          expect(Math.abs(row.reserveMinor)).toBeLessThanOrEqual(Math.abs(change))
          rows.push(row)
          const kept = sum(rows, 'reserveMinor')
          // Refunds are taken from the reserve before the payable part, in whatever order the steps happen.
          expect(left - kept).toBe(Math.min(left, first.amountMinor - first.reserveMinor))
          expect(kept).toBeGreaterThanOrEqual(0)
          // Only the first commission row of an order shows the remaining reserve.
          const reserveTakenMinor = -sum(rows.slice(1), 'reserveMinor')
          expect(reserveLeft({ ...first, reserveTakenMinor, reverses: null })).toBe(kept)
          expect(reserveLeft({ ...row, reserveTakenMinor: 0, reverses: 'another' })).toBe(0)
        }
      }),
    )
  })

  it('covers nothing more with a reserve that is in a payout, and keeps what it covered', () => {
    fc.assert(
      fc.property(commission, course, course, (made, before, after) => {
        const first = firstOf(made)
        const rows: [Row, ...Row[]] = [first]
        const goOn = (thousandth: number) => {
          const change = Math.round((first.amountMinor * thousandth) / 1_000) - sum(rows, 'amountMinor')
          rows.push({ amountMinor: change, reserveMinor: reserveChange(rows, change) })
        }
        before.forEach(goOn)
        const kept = sum(rows, 'reserveMinor')
        rows[0] = { ...first, isReserveOut: true }
        after.forEach(goOn)
        expect(sum(rows, 'reserveMinor')).toBe(kept)
      }),
    )
  })

  it('rounds a reserve like all amounts, and makes it everything or nothing at the limits', () => {
    expect([reserveOf(105, 1_000), reserveOf(115, 1_000), reserveOf(4, 1_000)]).toEqual([10, 12, 0])
    expect([reserveOf(7, 10_000), reserveOf(7, 0)]).toEqual([7, 0])
  })

  it('takes reversals from a reserve again after its payout was cancelled', () => {
    // The reserve was in a payout when half of the order was refunded. The payout was cancelled afterwards.
    const rows: [Row, ...Row[]] = [
      { amountMinor: 100, reserveMinor: 10 },
      { amountMinor: -50, reserveMinor: 0 },
    ]
    expect(reserveChange(rows, -4)).toBe(-4)
    expect(reserveChange(rows, -50)).toBe(-10)
    expect(reserveChange(rows, 50)).toBe(0)
  })
})

it('every cent of a commission is paid exactly once, even if the reserve is paid in another payout', () => {
  const place = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(commission, place, place, (made, settlementId, reserveSettlementId) => {
      const row = { ...firstOf(made), settlementId, reserveSettlementId }
      expect(['a', 'b', 'c'].reduce((total, id) => total + dueIn(id, row), 0)).toBe(row.amountMinor)
      const apart = { ...row, settlementId: 'a', reserveSettlementId: null }
      expect(dueIn('a', apart)).toBe(row.amountMinor - row.reserveMinor)
      expect(dueIn('a', { ...apart, settlementId: null, reserveSettlementId: 'a' })).toBe(row.reserveMinor)
    }),
  )
})

describe('reserve on an affiliate statement', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const later = new Date(now.getTime() + 1)
  const row = { reserveMinor: 25, reserveUntil: now, reviewReason: null, reserveSettlementState: null }

  it.each([
    ['is none where nothing is withheld', { reserveMinor: 0, reserveSettlementState: 'paid' }, null],
    ['is "kept" also for a row that takes money back', { reserveMinor: -25, reserveUntil: later }, 'kept'],
    ['is kept until its days are over', { reserveUntil: later }, 'kept'],
    ['can be paid out from that instant on', {}, 'payable'],
    ['can be paid out at once where it has no days', { reserveUntil: null }, 'payable'],
    ['waits for an operator with its commission, also beyond its days', { reviewReason: 'same_payer' }, 'review'],
    ['waits for an operator before its days are over', { reviewReason: 'same_payer', reserveUntil: later }, 'review'],
    ['is in a payout that is prepared', { reserveSettlementState: 'prepared', reviewReason: 'x' }, 'settling'],
    ['is in a payout that is approved', { reserveSettlementState: 'approved' }, 'settling'],
    ['is paid with its payout', { reserveSettlementState: 'paid', reserveUntil: later }, 'paid'],
  ])('the state of a reserve on an affiliate statement: %s', (_what, change, state) => {
    expect(reserveStateOf({ ...row, ...change }, now)).toBe(state)
  })
})
