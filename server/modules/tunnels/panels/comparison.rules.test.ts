import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDrifts, mustWait, takesAway } from './comparison.rules.ts'
import { drifts } from './delivered-terms.rules.ts'

describe('users to be closed at a VPN provider panel', () => {
  it.each([
    [4, 4, false],
    [4, 0, false],
    [5, 5, true],
    [5, 0, true],
    [5, 249, true],
    [5, 250, false],
    [6, 250, true],
    [20, 1_000, false],
    [21, 1_000, true],
  ])('holds the closing of %i of %i open users for approval: %s', (closures, open, waits) => {
    expect(mustWait(closures, open)).toBe(waits)
  })

  it('keeps waiting closures of users on hold when there are more of them or fewer users', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(10_000), fc.nat(50), (closures, open, more) => {
        if (!mustWait(closures, open)) return
        expect(mustWait(closures + more, open)).toBe(true)
        expect(mustWait(closures, Math.max(0, open - more))).toBe(true)
      }),
    )
  })

  it('only differences whose repair takes time or access away from a user count as closures', () => {
    expect(drifts.filter(takesAway)).toEqual(['open there', 'a later end there'])
  })
})

it('counts each difference at a panel once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...drifts)), fc.nat(), fc.nat(), (found, seen, unknown) => {
      const counted = countDrifts(found, seen, unknown)
      expect(counted).toMatchObject({ seen, unknown })
      expect(counted.missing + counted.closures + counted.other).toBe(found.length)
      expect(counted.missing).toBe(found.filter((drift) => drift === 'missing there').length)
    }),
  )
})
