import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReference, referenceOf } from './fact-reference.rules.ts'

type Stated = Parameters<typeof referenceOf>[0]
const fact = (change: Partial<Stated>): Stated => ({ kind: 'paid', refundId: null, amountMinor: 500, ...change })

describe('reference of a payment fact', () => {
  it.each<[string, Partial<Stated>, string]>([
    ['a payment', {}, ''],
    ['a refund with a number', { kind: 'refunded', refundId: 'r1' }, 'refund:r1'],
    ['a running total of refunds', { kind: 'refunded' }, 'total:500'],
    ['a refund that an operator states', { kind: 'refunded', refundId: 'r1', byOperator: true }, 'refund:r1'],
    ['a refund that failed', { kind: 'refund_failed', refundId: 'r1' }, 'refund:r1'],
    [
      'one that was given back in another way',
      { kind: 'refunded', refundId: 'r1', isElsewhere: true, byOperator: true },
      'elsewhere:r1',
    ],
    ['a failed refund that has no number', { kind: 'refund_failed' }, 'refund:'],
    ['one given back in another way that has no number', { kind: 'refunded', isElsewhere: true }, 'elsewhere:'],
    ['a dispute without a number', { kind: 'disputed' }, ''],
    ['a dispute', { kind: 'disputed', disputeId: 'd1' }, 'dispute:d1'],
    ['a dispute that an operator opens', { kind: 'disputed', disputeId: 'd1', byOperator: true }, 'dispute:d1'],
    ['a dispute that we won', { kind: 'dispute_won', disputeId: 'd1' }, 'dispute:d1'],
    [
      'one that an operator says we won',
      { kind: 'dispute_won', disputeId: 'd1', byOperator: true },
      'operator:dispute:d1',
    ],
    ['the same without a number', { kind: 'dispute_won', byOperator: true }, 'operator:dispute:'],
    ['one that we lost', { kind: 'disputed', disputeId: 'd1', isLost: true }, 'lost:d1'],
    ['one lost without a number', { kind: 'disputed', isLost: true }, 'lost:'],
    [
      'one that an operator says we lost',
      { kind: 'disputed', disputeId: 'd1', isLost: true, byOperator: true },
      'operator:lost:d1',
    ],
  ])('the fact reference has the right form for %s', (_what, change, reference) => {
    expect(referenceOf(fact(change))).toBe(reference)
  })

  it.each([
    ['', { refundId: null, isElsewhere: false, disputeId: '', isLost: false }],
    ['refund:r1', { refundId: 'r1', isElsewhere: false, disputeId: '', isLost: false }],
    ['elsewhere:r1', { refundId: 'r1', isElsewhere: true, disputeId: '', isLost: false }],
    ['total:500', { refundId: null, isElsewhere: false, disputeId: '', isLost: false }],
    ['dispute:d1', { refundId: null, isElsewhere: false, disputeId: 'd1', isLost: false }],
    ['operator:dispute:d1', { refundId: null, isElsewhere: false, disputeId: 'd1', isLost: false }],
    ['lost:d1', { refundId: null, isElsewhere: false, disputeId: 'd1', isLost: true }],
    ['operator:lost:', { refundId: null, isElsewhere: false, disputeId: '', isLost: true }],
    ['refund:lost:x', { refundId: 'lost:x', isElsewhere: false, disputeId: '', isLost: false }],
    ['dispute:refund:x', { refundId: null, isElsewhere: false, disputeId: 'refund:x', isLost: false }],
    ['refund:dispute:x', { refundId: 'dispute:x', isElsewhere: false, disputeId: '', isLost: false }],
  ])('reference %j is read back', (reference, read) => {
    expect(readReference(reference)).toEqual(read)
  })

  it('a reference is read back as stated for any provider number, even with a line break', () => {
    const numbers = fc.oneof(fc.string(), fc.constantFrom('a\nb', 'lost:x', 'refund:x', ':'))
    fc.assert(
      fc.property(numbers, fc.boolean(), fc.boolean(), (id, isLost, byOperator) => {
        const dispute = referenceOf(fact({ kind: 'disputed', disputeId: id, isLost, byOperator }))
        expect(readReference(dispute)).toEqual({ refundId: null, isElsewhere: false, disputeId: id, isLost })
        const refund = referenceOf(fact({ kind: 'refunded', refundId: id, isElsewhere: isLost }))
        expect(readReference(refund)).toEqual({ refundId: id, isElsewhere: isLost, disputeId: '', isLost: false })
      }),
    )
    expect(readReference('dispute:a\nb').disputeId).toBe('a\nb')
    expect(readReference('refund:a\nb').refundId).toBe('a\nb')
  })
})
