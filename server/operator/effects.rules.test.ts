import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areSameEffects } from './effects.rules.ts'

const wire = fc.jsonValue()
const at = (ms: number) => new Date(Date.UTC(2026, 10, 22) + ms).toISOString()

describe('comparison of previewed and current effects', () => {
  it('equal values are the same effects', () => {
    fc.assert(
      fc.property(wire, (value) => {
        expect(areSameEffects(value, structuredClone(value), 0)).toBe(true)
      }),
    )
  })

  it('effects differ if any value differs, but not if only the order of keys does', () => {
    fc.assert(
      fc.property(wire, wire, (one, other) => {
        const [before, after] = [JSON.stringify(one), JSON.stringify(other)]
        // Only the order of keys may differ; numbers, texts and lengths must be equal.
        if (before === after) return
        if (typeof one === 'object' || typeof other === 'object') return
        expect(areSameEffects({ sum: one }, { sum: other }, 1e9)).toBe(false)
      }),
    )
    expect(areSameEffects({ amountMinor: 100 }, { amountMinor: 101 }, 1e9)).toBe(false)
    expect(areSameEffects({ a: 1 }, { a: 1, b: 2 }, 0)).toBe(false)
    expect(areSameEffects({ a: 1, b: undefined }, { a: 1, c: undefined }, 0)).toBe(false)
    expect(areSameEffects([1, 2], [1], 0)).toBe(false)
    expect(areSameEffects([], {}, 0)).toBe(false)
    expect(areSameEffects(null, {}, 0)).toBe(false)
  })

  it("an effect's date may be later than in the preview by at most the time that has passed since", () => {
    expect(areSameEffects({ after: at(0) }, { after: at(1500) }, 1500)).toBe(true)
    expect(areSameEffects({ after: at(0) }, { after: at(1501) }, 1500)).toBe(false)
    expect(areSameEffects({ after: at(1) }, { after: at(0) }, 1500)).toBe(false)
    expect(areSameEffects({ after: at(0) }, { after: at(0) }, -1)).toBe(true)
  })

  it('a different text that is not a time is a different effect', () => {
    expect(areSameEffects('2026-11-22', '2026-11-23', 1e12)).toBe(false)
    expect(areSameEffects(at(0), 'never', 1e12)).toBe(false)
  })
})
