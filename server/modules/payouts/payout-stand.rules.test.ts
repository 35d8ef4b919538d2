import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findPayoutFault,
  isSharedAddress,
  listEarlier,
  netMinor,
  type AddressHolder,
  type PayoutStand,
} from './payouts.rules.ts'

const now = new Date('2026-11-23T12:00:00Z')
const me = { userId: 'me', uid: 1, isAllowed: false, since: now }
const alone = [me]
const holder = (userId: fc.Arbitrary<string>) =>
  fc.record({
    userId,
    uid: fc.nat(),
    isAllowed: fc.boolean(),
    since: fc.constantFrom(new Date(now.getTime() - 1), now, new Date(now.getTime() + 1)),
  })
const stand = fc.record({
  amountMinor: fc.integer({ min: 1, max: 1e9 }),
  linesMinor: fc.integer({ min: 0, max: 1e9 }),
  takenBackMinor: fc.integer({ min: -1e9, max: 1e9 }),
  isSuspended: fc.boolean(),
  affiliateId: fc.constant('me'),
  holders: fc.uniqueArray(holder(fc.constantFrom('me', 'a', 'b', 'c')), { selector: ({ userId }) => userId }),
  restsUntil: fc.option(fc.date({ min: new Date('2026-11-20'), max: new Date('2026-11-27'), noInvalidDate: true })),
})

it('a payout never exceeds its amount nor includes reversed commissions', () => {
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
        each.linesMinor === each.amountMinor &&
        !isSharedAddress(each.holders, 'me') &&
        (each.restsUntil === null || each.restsUntil <= now)
      expect(findPayoutFault(each, now) === null).toBe(mayGoOn)
    }),
  )
})

describe('payout that may proceed', () => {
  const free: PayoutStand = {
    amountMinor: 10_000,
    takenBackMinor: 0,
    isSuspended: false,
    affiliateId: 'me',
    holders: alone,
    restsUntil: null,
  }
  const faultOf = (change: Partial<PayoutStand>) => findPayoutFault({ ...free, ...change }, now)

  it('lets a payout proceed after a reversal that was already counted, and not when a cent is missing', () => {
    expect(faultOf({})).toBeNull()
    expect(faultOf({ takenBackMinor: -1 })).toBeNull()
    expect(faultOf({ takenBackMinor: 1 })).toBe('refunded')
    expect(faultOf({ linesMinor: 10_000 })).toBeNull()
    expect(faultOf({ linesMinor: 9_999 })).toBe('refunded')
    expect(faultOf({ linesMinor: 10_001 })).toBe('other_rows')
    expect(faultOf({ takenBackMinor: 1, isSuspended: true })).toBe('suspended')
  })

  it('lets a payout wait exactly until its new wallet address may be used', () => {
    expect(faultOf({ restsUntil: new Date(now.getTime() + 1) })).toBe('payout_address_fresh')
    expect(faultOf({ restsUntil: now })).toBeNull()
  })

  it('lets a payout to a shared wallet address wait until each holder is allowed by an operator', () => {
    const [ann, ben] = [
      { ...me, isAllowed: true },
      { ...me, userId: 'ben', uid: 2, isAllowed: true },
    ]
    expect(isSharedAddress([], 'me')).toBe(false)
    expect(isSharedAddress(alone, 'me')).toBe(false)
    expect(listEarlier([ann, ben], 'someone who has it not')).toEqual([ann, ben])
    expect(isSharedAddress([ann, ben], 'me')).toBe(false)
    expect(isSharedAddress([ann, { ...ben, isAllowed: false }], 'me')).toBe(true)
    expect(faultOf({ holders: [{ ...ann, isAllowed: false }, ben], restsUntil: new Date(now.getTime() + 1) })).toBe(
      'payout_address_shared',
    )
  })
})

describe('shared payout wallet address', () => {
  const several = fc.uniqueArray(holder(fc.constantFrom('me', 'a', 'b', 'c', 'd')), {
    selector: ({ userId }) => userId,
    minLength: 1,
  })
  const others = (of: readonly AddressHolder[]) => of.filter(({ userId }) => userId !== 'me')
  it('does not hold the payout of the first holder of a wallet address because of later holders', () => {
    fc.assert(
      fc.property(several, (of) => {
        const later = others(of).map((each) => ({ ...each, since: new Date(now.getTime() + 1) }))
        expect(isSharedAddress([me, ...later], 'me')).toBe(false)
        // Affiliates who use the wallet address later do not cancel an operator's permission for the earlier ones.
        const pair = [
          { ...me, isAllowed: true },
          { ...me, userId: 'e', isAllowed: true },
        ]
        expect(isSharedAddress([...pair, ...later], 'me')).toBe(false)
      }),
    )
  })

  it('a shared wallet address holds the payouts of whoever used it later, and of both if they used it at the same time', () => {
    fc.assert(
      fc.property(several, (of) => {
        for (const { userId } of others(of)) {
          const them = of.find((each) => each.userId === userId)!
          const isHeld = (since: Date) => isSharedAddress([me, { ...them, isAllowed: true, since }], 'me')
          expect(isHeld(new Date(now.getTime() - 1))).toBe(true)
          expect(isHeld(now)).toBe(true)
          expect(isHeld(new Date(now.getTime() + 1))).toBe(false)
        }
      }),
    )
  })

  it('pays to a shared wallet address only for its first holder, unless each holder is allowed', () => {
    fc.assert(
      fc.property(several, (of) => {
        const free = of.filter(({ userId }) => !isSharedAddress(of, userId))
        expect(free.length < 2 || free.filter(({ isAllowed }) => !isAllowed).length <= 1).toBe(true)
        for (const each of free)
          expect(each.isAllowed || of.every((other) => other === each || other.since > each.since)).toBe(true)
      }),
    )
  })
})
