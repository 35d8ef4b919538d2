import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containedTax, receiptNumber } from './receipts.rules.ts'

it('the tax contained in a price is what the net price adds at that rate, to half a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 5_000 }), (gross, rateBps) => {
      const tax = containedTax(gross, rateBps)
      const net = gross - tax
      expect(tax).toBeGreaterThanOrEqual(0)
      expect(Math.abs((net * rateBps) / 10_000 - tax)).toBeLessThanOrEqual(0.5 * (1 + rateBps / 10_000) + 1e-6)
    }),
  )
  expect(containedTax(11_900, 1_900)).toBe(1_900)
  expect(containedTax(22_780, 0)).toBe(0)
})

it('a receipt number has its year and a padded number', () => {
  expect(receiptNumber(new Date('2026-11-22T09:00:00Z'), 12)).toBe('2026-000012')
  expect(receiptNumber(new Date('2027-01-01T00:00:00Z'), 1_234_567)).toBe('2027-1234567')
})
