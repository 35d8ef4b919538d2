import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaUnder, heightsOf, lineOver, scaleOf } from './climb-chart.ts'

const minor = fc.integer({ min: 0, max: 10 ** 12 })

test('the scale holds the highest month in one to four round, even steps', () => {
  fc.assert(
    fc.property(minor, (max) => {
      const lines = scaleOf(max)
      expect(lines.length).toBeGreaterThanOrEqual(1)
      expect(lines.length).toBeLessThanOrEqual(4)
      const [step = 0] = lines
      expect(lines.at(-1)).toBeGreaterThanOrEqual(max)
      expect(lines).toEqual(lines.map((_, index) => step * (index + 1)))
      expect(['1', '2', '5']).toContain(String(step).replace(/0*$/, ''))
    }),
  )
  expect(scaleOf(6_000)).toEqual([2_000, 4_000, 6_000])
  expect(scaleOf(0)).toEqual([50])
})

test('first purchases stand on renewals, and nothing is drawn above the scale or below the foot', () => {
  const month = fc.record({ firstMinor: minor, renewalMinor: minor })
  fc.assert(
    fc.property(fc.array(month, { minLength: 2, maxLength: 12 }), (months) => {
      const top = scaleOf(Math.max(...months.map((each) => each.firstMinor + each.renewalMinor))).at(-1) ?? 0
      const { renewals, all } = heightsOf(months, top)
      for (const [index, height] of all.entries()) {
        expect(height).toBeGreaterThanOrEqual(renewals[index] ?? 0)
        expect(height).toBeLessThanOrEqual(100)
        expect(renewals[index]).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('the path goes from the first month to the last and closes at the foot', () => {
  expect(lineOver([0, 50, 100])).toBe('M0 100L1 50L2 0')
  expect(areaUnder([0, 50, 100])).toBe('M0 100L1 50L2 0L2 100L0 100z')
})
