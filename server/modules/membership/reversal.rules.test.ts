import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findReversalFault } from './reversal.rules.ts'
import {
  addTime,
  findEntry,
  foldLedger,
  openLedger,
  takeBack,
  type NewRowIds,
  type TimeLedger,
} from './time-ledger.rules.ts'

describe('time taken back by an operator', () => {
  it.each([
    ['operator', false, null],
    ['redeem', false, null],
    ['bonus', false, null],
    ['operator', true, 'reversed'],
    ['order', false, 'of-money'],
    ['group', false, 'of-money'],
    ['invite', false, 'of-invite'],
    ['trial', false, 'of-trial'],
    ['conversion', false, 'of-rules'],
    ['refund', false, 'of-rules'],
  ] as const)(
    'a grant from "%s" (already taken back: %s) has the fault %s when an operator takes it back',
    (source, isReversed, fault) => {
      expect(findReversalFault({ source, reverses: null }, isReversed)).toBe(fault)
    },
  )

  it('rejects taking back a reversal', () => {
    expect(findReversalFault({ source: 'operator', reverses: 'another' }, false)).toBe('of-rules')
  })

  it('takes exactly the seconds of the grant once, whatever was granted before and after', () => {
    const gift = fc.record({ seconds: fc.integer({ min: 1, max: 10 ** 8 }), afterMs: fc.nat(10 ** 10) })
    fc.assert(
      fc.property(fc.array(gift, { minLength: 1, maxLength: 8 }), fc.nat(), (gifts, pick) => {
        let at = Date.UTC(2026, 0, 1)
        let ids = 0
        const newIds = (): NewRowIds => ({ now: new Date(at), newId: () => `id ${++ids}` })
        let ledger: TimeLedger = openLedger('someone', [])
        for (const [index, { seconds, afterMs }] of gifts.entries()) {
          at += afterMs
          ledger =
            addTime(ledger, { source: 'operator', sourceId: String(index), seconds, note: null }, newIds()) ?? ledger
        }
        const chosen = String(pick % gifts.length)
        const reversal = { source: 'operator', sourceId: chosen, reversedBy: 'an operator', note: 'x' } as const
        const after = takeBack(ledger, reversal, [], newIds())!
        const own = findEntry(ledger, 'operator', chosen)!.seconds
        const [was, is] = [foldLedger(ledger), foldLedger(after)]
        expect(is.totalSeconds).toBe(was.totalSeconds - own)
        expect(is.expiresAt!.getTime()).toBe(was.expiresAt!.getTime() - own * 1000)
        expect(takeBack(after, reversal, [], newIds())).toBeNull()
      }),
    )
  })
})
