import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText } from '#web/display/token-amount.ts'
import { waitOf } from './units.ts'

test('amounts are formatted with decimals', () => {
  expect(amountText('38160000', 6)).toBe('38.16')
  expect(amountText('38000000', 6)).toBe('38.00')
  expect(amountText('1', 18)).toBe('0.000000000000000001')
  expect(amountText('0', 6)).toBe('0.00')
  expect(amountText('7', 0)).toBe('7')
  expect(amountText('75', 1)).toBe('7.5')
})

test('formatting loses no base unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
      const [whole = '', fraction = ''] = amountText(String(units), decimals).split('.')
      expect(fraction.length).toBeLessThanOrEqual(Math.max(2, decimals))
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(units)
    }),
  )
})

test('waiting times are shown in seconds below a minute, then in minutes, never zero', () => {
  expect(waitOf(12, 2)).toEqual({ unit: 'seconds', count: 24 })
  expect(waitOf(12, 12)).toEqual({ unit: 'minutes', count: 3 })
  expect(waitOf(1, 0.25)).toEqual({ unit: 'seconds', count: 1 })
})
