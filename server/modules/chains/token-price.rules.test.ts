import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditOf, unitsFor, valueOf } from './credit.rules.ts'
import { inUsdMinor, parseRate, quoteAmount, type Rates } from './token-price.rules.ts'

const rate = (text: string) => parseRate(text)!
const rates = (more: Partial<Rates> = {}): Rates => ({
  usdPerToken: rate('1'),
  cnyPerUsd: rate('7.12'),
  spreadBps: 0,
  ...more,
})
const usd = (totalMinor: number) => ({ totalMinor, currency: 'USD' }) as const

describe('exchange rate', () => {
  it('reads a rate as an exact positive decimal', () => {
    expect(rate('0.9998')).toEqual({ digits: 9_998n, scale: 10_000n })
    for (const text of ['', '0', '-1', '1e3', '1,5', '1.', 'NaN', '.5', '0.0000000000000000001'])
      expect(parseRate(text), text).toBeNull()
  })
})

describe('quote', () => {
  it.each([
    ['one token per dollar', usd(4_490), rates(), 6, 44_900_000n],
    ['eighteen decimals', usd(4_490), rates(), 18, 44_900_000n * 10n ** 12n],
    ['a spread on top', usd(10_000), rates({ spreadBps: 50 }), 6, 100_500_000n],
    ['a token below par, rounded up', usd(4_490), rates({ usdPerToken: rate('0.9998') }), 6, 44_910_000n],
    ['yuan, rounded up', { totalMinor: 26_800, currency: 'CNY' } as const, rates(), 6, 37_650_000n],
    ['a token of two decimals', usd(4_491), rates({ usdPerToken: rate('2') }), 2, 2_246n],
    ['six places for a token worth two dollars', usd(4_490), rates({ usdPerToken: rate('2.01') }), 6, 22_338_309n],
    ['two places for a token worth less', usd(4_490), rates({ usdPerToken: rate('1.99') }), 6, 22_570_000n],
  ])('makes an exact quote, rounded up: %s', (_name, price, given, decimals, expected) => {
    expect(quoteAmount(price, given, decimals)).toBe(expected)
  })

  it('makes no quote without a rate for the currency', () => {
    const none = rates({ cnyPerUsd: null })
    expect(quoteAmount({ totalMinor: 1, currency: 'CNY' }, none, 6)).toBeNull()
    expect(inUsdMinor({ totalMinor: 1, currency: 'CNY' }, none)).toBeNull()
    expect(inUsdMinor({ totalMinor: 26_800, currency: 'CNY' }, rates())).toBe(3_765)
  })

  const some = fc.record({
    totalMinor: fc.integer({ min: 1, max: 1_000_000_000 }),
    digits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    places: fc.integer({ min: 0, max: 10 }),
    decimals: fc.integer({ min: 2, max: 18 }),
    spreadBps: fc.integer({ min: 0, max: 2_000 }),
  })

  it('quotes at least the price, and at most one step more: a hundredth of a stablecoin, or six places otherwise', () => {
    fc.assert(
      fc.property(some, ({ totalMinor, digits, places, decimals, spreadBps }) => {
        const usdPerToken = { digits, scale: 10n ** BigInt(places) }
        const amount = quoteAmount(usd(totalMinor), { usdPerToken, cnyPerUsd: null, spreadBps }, decimals)!
        const step = 10n ** BigInt(Math.max(0, decimals - (digits < 2n * usdPerToken.scale ? 2 : 6)))
        expect(amount % step).toBe(0n)
        // Checks amount / 10^decimals · rate ≥ total / 100 · (1 + spread) in whole numbers.
        const worth = (units: bigint) => units * digits * 1_000_000n
        const asked = BigInt(totalMinor) * BigInt(10_000 + spreadBps) * usdPerToken.scale * 10n ** BigInt(decimals)
        expect(worth(amount) >= asked).toBe(true)
        expect(worth(amount - step) < asked).toBe(true)
      }),
    )
  })
})

describe('value of a received amount', () => {
  const amounts = fc.record({
    totalMinor: fc.integer({ min: 1, max: 10_000_000 }),
    perMinor: fc.bigInt({ min: 1n, max: 10n ** 18n }),
    more: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  })

  it('values the exact amount at the exact total, and one base unit less at less', () => {
    fc.assert(
      fc.property(amounts, ({ totalMinor, perMinor, more }) => {
        const asked = BigInt(totalMinor) * perMinor + more
        expect(valueOf(asked, asked, totalMinor)).toBe(BigInt(totalMinor))
        expect(valueOf(asked - 1n, asked, totalMinor)).toBeLessThan(BigInt(totalMinor))
      }),
    )
  })

  it('gives the same value for any split and order of transfers, also with reverted ones', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.array(fc.record({ share: fc.bigInt({ min: 1n, max: 1_000n }), reverted: fc.boolean() }), {
          minLength: 1,
          maxLength: 8,
        }),
        ({ totalMinor, perMinor, more }, cuts) => {
          const asked = BigInt(totalMinor) * perMinor + more
          let received = 0n
          let credited = 0
          for (const { share, reverted } of cuts) {
            const amount = (asked * share) / 1_000n
            const credit = creditOf({ received, credited }, amount, asked, totalMinor)!
            expect(credit).toBeGreaterThanOrEqual(0)
            if (reverted) continue
            received += amount
            credited += credit
          }
          expect(credited).toBe(Number(valueOf(received, asked, totalMinor)))
          const rest = received < asked ? asked - received : 0n
          const whole = credited + creditOf({ received, credited }, rest, asked, totalMinor)!
          expect(whole).toBe(Math.max(totalMinor, credited))
        },
      ),
    )
  })
})

describe('amounts beyond exact numbers', () => {
  const max = 10 ** 12

  it('credits an amount up to ten billion of a currency, and refuses more', () => {
    const nothing = { received: 0n, credited: 0 }
    expect(creditOf(nothing, BigInt(max), 1n, 1)).toBe(max)
    expect(creditOf(nothing, BigInt(max) + 1n, 1n, 1)).toBeNull()
    expect(creditOf({ received: BigInt(max), credited: max }, 1n, 1n, 1)).toBeNull()
  })

  it('a credit is always a safe integer, for any 256-bit amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.bigInt({ min: 1n, max: 10n ** 40n }),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        (amount, asked, totalMinor) => {
          const credit = creditOf({ received: 0n, credited: 0 }, amount, asked, totalMinor)
          expect(credit === null).toBe(valueOf(amount, asked, totalMinor) > BigInt(max))
          expect(credit === null || Number.isSafeInteger(credit)).toBe(true)
        },
      ),
    )
  })

  it('makes no quote for 2^256 base units or an unsafe price in cents', () => {
    const tiny = rate('0.000000000000000001')
    expect(quoteAmount(usd(1), rates({ usdPerToken: tiny }), 36)).toBe(10n ** 52n)
    expect(
      quoteAmount({ totalMinor: 10 ** 9, currency: 'CNY' }, rates({ usdPerToken: tiny, cnyPerUsd: tiny }), 36),
    ).toBeNull()
    expect(inUsdMinor({ totalMinor: 9_007, currency: 'CNY' }, rates({ cnyPerUsd: rate('0.000000000001') }))).toBe(
      9_007 * 10 ** 12,
    )
    expect(inUsdMinor({ totalMinor: 9_008, currency: 'CNY' }, rates({ cnyPerUsd: rate('0.000000000001') }))).toBeNull()
  })
})

describe('refund in tokens', () => {
  const refund = fc
    .record({
      asked: fc.bigInt({ min: 1n, max: 10n ** 30n }),
      totalMinor: fc.integer({ min: 1, max: 1_000_000_000 }),
    })
    .chain((order) => fc.record({ order: fc.constant(order), minor: fc.integer({ min: 0, max: order.totalMinor }) }))

  it('returns the full amount for a refund of the total, and never more for partial refunds', () => {
    fc.assert(
      fc.property(refund, ({ order: { asked, totalMinor }, minor }) => {
        const [part, rest] = [unitsFor(minor, asked, totalMinor), unitsFor(totalMinor - minor, asked, totalMinor)]
        expect(unitsFor(totalMinor, asked, totalMinor)).toBe(asked)
        // Each partial refund is rounded down by less than one unit.
        expect(asked - part - rest === 0n || asked - part - rest === 1n).toBe(true)
      }),
    )
  })

  it('never makes a refund in tokens worth more than its amount', () => {
    fc.assert(
      fc.property(refund, ({ order: { asked, totalMinor }, minor }) => {
        expect(valueOf(unitsFor(minor, asked, totalMinor), asked, totalMinor)).toBeLessThanOrEqual(BigInt(minor))
      }),
    )
  })
})

describe('limits of a quote', () => {
  it('allows a rate at most twelve digits before the point and eighteen after it', () => {
    expect(rate('123456789012')).toEqual({ digits: 123_456_789_012n, scale: 1n })
    expect(parseRate('1234567890123')).toBeNull()
    expect(rate('1.000000000000000001')).toEqual({ digits: 10n ** 18n + 1n, scale: 10n ** 18n })
    expect(rate('7')).toEqual({ digits: 7n, scale: 1n })
    expect(parseRate('x7')).toBeNull()
    expect(parseRate('7x')).toBeNull()
  })

  it('accepts the largest safe number of cents and rejects the next', () => {
    const one = { digits: 1n, scale: 1n }
    const cents = (digits: bigint) =>
      inUsdMinor({ totalMinor: 1, currency: 'CNY' }, rates({ cnyPerUsd: { ...one, scale: digits } }))
    expect(cents(BigInt(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
    expect(cents(BigInt(Number.MAX_SAFE_INTEGER) + 1n)).toBeNull()
  })

  it('rejects a quote of 2^256 base units and accepts one less', () => {
    const asked = (units: bigint) => quoteAmount(usd(100), rates({ usdPerToken: { digits: 1n, scale: units } }), 0)
    expect(asked(2n ** 256n - 1n)).toBe(2n ** 256n - 1n)
    expect(asked(2n ** 256n)).toBeNull()
  })
})
