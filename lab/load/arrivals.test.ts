import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arrivals, drawFrom, drawKind, saleDay } from './arrivals.ts'

it('arrivals are ordered, match the requested rate, and repeat with the same seed', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 500 }), (seed, perSecond) => {
      const take = () => arrivals(perSecond, drawFrom(seed)).take(4_000).toArray()
      const times = take()
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(take()).toEqual(times)
      // Allows ten percent: the standard deviation of the average is one in sixty for four thousand arrivals, and six
      // times that is no coincidence.
      expect(times.at(-1)! / 1000 / (4_000 / perSecond)).toBeGreaterThan(0.9)
      expect(times.at(-1)! / 1000 / (4_000 / perSecond)).toBeLessThan(1.1)
    }),
    { numRuns: 20 },
  )
})

it('simulated visitors of each kind occur in the configured proportions', () => {
  const draw = drawFrom(7)
  const kinds = Array.from({ length: 95_000 }, () => drawKind(draw))
  for (const [kind, parts] of Object.entries(saleDay)) {
    const seen = kinds.filter((other) => other === kind).length
    expect(Math.abs(seen / 1000 - parts), kind).toBeLessThan(1)
  }
})
