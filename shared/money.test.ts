import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideHalfEven, formatMoney, fromDecimal, money, toDecimal } from './money.ts'

const minor = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })

describe('money', () => {
  it('an amount is an exact whole number of minor units', () => {
    expect(money(0, 'CNY')).toEqual({ amountMinor: 0, currency: 'CNY' })
    expect(money(Number.MAX_SAFE_INTEGER, 'USD').amountMinor).toBe(Number.MAX_SAFE_INTEGER)
    for (const amount of [0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1])
      expect(() => money(amount, 'CNY')).toThrow(`not a whole number of minor units: ${amount}`)
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [100, '1.00'],
    [26_800, '268.00'],
    [-5, '-0.05'],
    [-12_345, '-123.45'],
  ])('the amount %i is formatted as %s', (amountMinor, text) => {
    expect(toDecimal({ amountMinor, currency: 'CNY' })).toBe(text)
  })

  it.each([
    ['268', 26_800],
    ['268.0', 26_800],
    ['268.5', 26_850],
    ['268.05', 26_805],
    ['0.01', 1],
    ['0', 0],
    ['999999999999.99', 99_999_999_999_999],
  ])('%s is parsed as the amount %i', (text, amountMinor) => {
    expect(fromDecimal(text, 'USD')).toEqual({ amountMinor, currency: 'USD' })
  })

  it.each(['', '.5', '5.', '1.234', '-1', '+1', '1,5', ' 1', '1 ', '1e3', '1000000000000', '1.2.3', 'x'])(
    '%j is not a valid amount',
    (text) => {
      expect(fromDecimal(text, 'CNY')).toBeNull()
    },
  )

  it('a formatted amount is parsed back unchanged', () => {
    fc.assert(
      fc.property(minor, (amountMinor) => {
        const text = toDecimal(money(Math.abs(amountMinor), 'CNY'))
        expect(fromDecimal(text, 'CNY')).toEqual({ amountMinor: Math.abs(amountMinor), currency: 'CNY' })
      }),
    )
  })

  it('an amount is shown with its currency sign, and without zero cents only for list prices', () => {
    expect(formatMoney(money(4_490, 'USD'), 'en')).toBe('$44.90')
    expect(formatMoney(money(26_800, 'CNY'), 'zh-CN')).toBe('¥268.00')
    expect(formatMoney(money(26_800, 'CNY'), 'en')).toBe('¥268.00')
    expect(formatMoney(money(26_800, 'CNY'), 'en', { whole: true })).toBe('¥268')
    expect(formatMoney(money(26_850, 'CNY'), 'en', { whole: true })).toBe('¥268.50')
    expect(formatMoney(money(123_456_700, 'USD'), 'en', { whole: true })).toBe('$1,234,567')
  })
})

describe('half-even division', () => {
  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [0n, 3n, 0n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-1n, 3n, 0n],
    [-2n, 3n, -1n],
    [6n, 3n, 2n],
    [1n, 2n, 0n],
    [3n, 2n, 2n],
  ])('%i divided by %i is %i, with halves rounded to even', (numerator, denominator, expected) => {
    expect(divideHalfEven(numerator, denominator)).toBe(expected)
  })

  it('division requires a positive denominator', () => {
    for (const denominator of [0n, -1n])
      expect(() => divideHalfEven(1n, denominator)).toThrow('the denominator must be positive')
    expect(divideHalfEven(9n, 1n)).toBe(9n)
  })

  it('the quotient is off by at most one half, and symmetric for negative numbers', () => {
    const numbers = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    fc.assert(
      fc.property(numbers, fc.bigInt({ min: 1n, max: 1_000n }), (numerator, denominator) => {
        const quotient = divideHalfEven(numerator, denominator)
        const off = 2n * (numerator - quotient * denominator)
        expect(off <= denominator && off >= -denominator).toBe(true)
        const isHalf = off === denominator || off === -denominator
        expect(isHalf && quotient % 2n !== 0n).toBe(false)
        expect(divideHalfEven(-numerator, denominator)).toBe(-quotient)
      }),
    )
  })
})
