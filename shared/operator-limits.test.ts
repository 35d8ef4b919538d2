import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isWithinBounds,
  operatorLimitNames,
  operatorLimitTable,
  readOperatorLimits,
  refundLimit,
  refundLimitText,
} from './operator-limits.ts'

const defaults = {
  refundCny: 2_000,
  refundUsd: 300,
  pricePercent: 30,
  promoPercent: 50,
  redeemCodes: 500,
  giftDaysSupport: 31,
  giftDaysFinance: 366,
  giftDaysOwner: 3_660,
  giftPeople: 30,
  personActs: 10,
}
const bounds = {
  refundCny: [0, 20_000],
  refundUsd: [0, 3_000],
  pricePercent: [1, 100],
  promoPercent: [0, 100],
  redeemCodes: [0, 100_000],
  giftDaysSupport: [0, 366],
  giftDaysFinance: [0, 3_660],
  giftDaysOwner: [0, 3_660],
  giftPeople: [0, 1_000],
  personActs: [0, 200],
} as const

describe('operator limits', () => {
  it.each([undefined, null, 'x', 7, [], {}])('limits are the defaults when %j is stored', (stored) => {
    expect(readOperatorLimits(stored)).toEqual(defaults)
  })

  it.each(operatorLimitNames)('the limit %s accepts exactly the values within its bounds', (name) => {
    const [from, to] = bounds[name]
    for (const value of [from, to])
      expect(readOperatorLimits({ [name]: value })).toEqual({ ...defaults, [name]: value })
    for (const value of [from - 1, to + 1, from + 0.5, String(to), null, Infinity, NaN])
      expect(readOperatorLimits({ [name]: value })).toEqual(defaults)
    expect(isWithinBounds(name, operatorLimitTable[name].default)).toBe(true)
  })

  it('limits stay within their bounds, whatever is stored', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...operatorLimitNames), fc.anything()), (stored) => {
        const limits = readOperatorLimits(stored)
        expect(Object.keys(limits)).toEqual(operatorLimitNames)
        for (const name of operatorLimitNames) expect(isWithinBounds(name, limits[name])).toBe(true)
      }),
    )
  })

  it('the refund limit uses the currency of the order', () => {
    expect(refundLimit(readOperatorLimits(null), 'CNY')).toEqual({ amountMinor: 200_000, currency: 'CNY' })
    expect(refundLimit(readOperatorLimits({ refundUsd: 1 }), 'USD')).toEqual({ amountMinor: 100, currency: 'USD' })
    expect(refundLimitText(readOperatorLimits(null), 'USD')).toBe('$300.00')
  })
})
