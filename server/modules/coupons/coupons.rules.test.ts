import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountMinor } from './coupons.rules.ts'

const price = fc.integer({ min: 0, max: 100_000_000 })
const percent = (percentBps: number) => ({ kind: 'percent', percentBps, amounts: null }) as const

describe('what a code takes off (QUALITY 28)', () => {
  it('is a whole number from nothing to the price, whatever the code says', () => {
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

  it('is within half a minor unit of the share, and nothing in another currency', () => {
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
