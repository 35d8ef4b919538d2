import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findPayoutFault, netMinor } from './payouts.rules.ts'

const stand = fc.record({
  amountMinor: fc.integer({ min: 1, max: 1e9 }),
  takenBackMinor: fc.integer({ min: -1e9, max: 1e9 }),
  isSuspended: fc.boolean(),
})

it('nothing is paid of what went back, and more than was drawn up for is never owed', () => {
  fc.assert(
    fc.property(stand, (each) => {
      const net = netMinor(each)
      expect(net).toBeLessThanOrEqual(each.amountMinor)
      expect(net).toBe(each.amountMinor - (each.takenBackMinor > 0 ? each.takenBackMinor : 0))
      expect(findPayoutFault(each) === null).toBe(!each.isSuspended && each.takenBackMinor <= 0)
    }),
  )
})

it('a cent that went back is enough to refuse, a cent that was given back is not', () => {
  const each = { amountMinor: 10_000, isSuspended: false }
  expect(findPayoutFault({ ...each, takenBackMinor: 0 })).toBeNull()
  expect(findPayoutFault({ ...each, takenBackMinor: 1 })).toBe('refunded')
  expect(findPayoutFault({ ...each, takenBackMinor: -1 })).toBeNull()
  expect(findPayoutFault({ ...each, takenBackMinor: 1, isSuspended: true })).toBe('suspended')
})
