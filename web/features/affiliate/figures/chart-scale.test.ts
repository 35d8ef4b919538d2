import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsOf, scaleOf } from './chart-scale.ts'

describe('chart scale', () => {
  it('a scale has one to four equal steps up to at least the highest value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000_000 }), fc.constantFrom(1, 100), (max, unit) => {
        const lines = scaleOf(max, unit)
        expect(lines.length).toBeGreaterThanOrEqual(1)
        expect(lines.length).toBeLessThanOrEqual(4)
        expect(lines.at(-1)).toBeGreaterThanOrEqual(max)
        lines.forEach((line, index) => expect(line).toBeCloseTo((lines[0] ?? 0) * (index + 1)))
      }),
    )
  })

  it('a scale uses whole numbers for counts and round amounts for money', () => {
    expect(scaleOf(3, 1)).toEqual([1, 2, 3])
    expect(scaleOf(0, 1)).toEqual([1])
    expect(scaleOf(41, 1)).toEqual([20, 40, 60])
    expect(scaleOf(9_700, 100)).toEqual([5_000, 10_000])
  })
})

describe('chart bars', () => {
  it('bars stand side by side within the width without overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
        const bars = barsOf(count, 1_000)
        bars.forEach(({ x, width, middle }, index) => {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + width).toBeLessThanOrEqual(bars[index + 1]?.x ?? 1_000)
          expect(middle).toBeCloseTo(x + width / 2, 1)
        })
      }),
    )
  })
})
