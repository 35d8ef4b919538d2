import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPayoutFault, isSharedAddress, netMinor, type PayoutStand } from './payouts.rules.ts'

const now = new Date('2026-11-23T12:00:00Z')
const alone = [{ uid: 1, isAllowed: false }]
const stand = fc.record({
  amountMinor: fc.integer({ min: 1, max: 1e9 }),
  linesMinor: fc.integer({ min: 0, max: 1e9 }),
  takenBackMinor: fc.integer({ min: -1e9, max: 1e9 }),
  isSuspended: fc.boolean(),
  holders: fc.array(fc.record({ uid: fc.nat(), isAllowed: fc.boolean() }), { maxLength: 4 }),
  restsUntil: fc.option(fc.date({ min: new Date('2026-11-20'), max: new Date('2026-11-27'), noInvalidDate: true })),
})

it('nothing is paid of what went back, and more than was drawn up for is never owed', () => {
  fc.assert(
    fc.property(stand, (each) => {
      const net = netMinor(each)
      expect(net).toBeLessThanOrEqual(Math.min(each.amountMinor, each.linesMinor))
      expect(net).toBe(
        (each.linesMinor < each.amountMinor ? each.linesMinor : each.amountMinor) -
          (each.takenBackMinor > 0 ? each.takenBackMinor : 0),
      )
      const mayGoOn =
        !each.isSuspended &&
        net === each.amountMinor &&
        (each.holders.length < 2 || each.holders.every(({ isAllowed }) => isAllowed)) &&
        (each.restsUntil === null || each.restsUntil <= now)
      expect(findPayoutFault(each, now) === null).toBe(mayGoOn)
    }),
  )
})

describe('a settlement that may go on', () => {
  const free: PayoutStand = {
    amountMinor: 10_000,
    takenBackMinor: 0,
    isSuspended: false,
    holders: alone,
    restsUntil: null,
  }
  const faultOf = (change: Partial<PayoutStand>) => findPayoutFault({ ...free, ...change }, now)

  it('does so though a cent was given back, and not where one went back or is missing in its rows', () => {
    expect(faultOf({})).toBeNull()
    expect(faultOf({ takenBackMinor: -1 })).toBeNull()
    expect(faultOf({ takenBackMinor: 1 })).toBe('refunded')
    expect(faultOf({ linesMinor: 10_000 })).toBeNull()
    expect(faultOf({ linesMinor: 9_999 })).toBe('refunded')
    expect(faultOf({ takenBackMinor: 1, isSuspended: true })).toBe('suspended')
  })

  it('waits for its address to the millisecond', () => {
    expect(faultOf({ restsUntil: new Date(now.getTime() + 1) })).toBe('payout_address_fresh')
    expect(faultOf({ restsUntil: now })).toBeNull()
  })

  it('waits for a person where its address is shared, until each one is allowed', () => {
    const [ann, ben] = [
      { uid: 1, isAllowed: true },
      { uid: 2, isAllowed: true },
    ]
    expect(isSharedAddress([])).toBe(false)
    expect(isSharedAddress(alone)).toBe(false)
    expect(isSharedAddress([ann, ben])).toBe(false)
    expect(isSharedAddress([ann, { ...ben, isAllowed: false }])).toBe(true)
    expect(faultOf({ holders: [{ ...ann, isAllowed: false }, ben], restsUntil: new Date(now.getTime() + 1) })).toBe(
      'payout_address_shared',
    )
  })
})
