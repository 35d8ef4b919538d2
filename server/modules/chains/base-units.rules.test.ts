import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBaseUnits } from './token-price.rules.ts'

// USDT has 18 decimals on BNB Smart Chain, where six give 10^12 times the amount (connext/monorepo#2755,
// nuwa-protocol/x402-exec#113).
it.each([
  [44_900_000_000_000_000_000n, 18, '44.9'],
  [1_500_000n, 6, '1.5'],
  [123_456_789n, 6, '123.456789'],
  [1_050_000n, 6, '1.05'],
  [10_010_000n, 6, '10.01'],
  [44_900_000n, 6, '44.9'],
  [1_000_000n, 6, '1'],
  [100_000_000n, 6, '100'],
  [1n, 18, '0.000000000000000001'],
  [0n, 6, '0'],
  [5n, 0, '5'],
  [120n, 0, '120'],
])('an amount of %s base units with %s decimals is written as %s', (units, decimals, text) => {
  expect(fromBaseUnits(units, decimals)).toBe(text)
})

it('reads every amount back from its text, which has no trailing zeros', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.nat(24), (units, decimals) => {
      const text = fromBaseUnits(units, decimals)
      const [whole = '', places = ''] = text.split('.')
      expect(BigInt(whole + places.padEnd(decimals, '0'))).toBe(units)
      expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
    }),
  )
})
