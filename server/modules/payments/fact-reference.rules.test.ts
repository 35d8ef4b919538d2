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
    ['a refund stated by an operator', { kind: 'refunded', refundId: 'r1', byOperator: true }, 'refund:r1'],
    ['a failed refund', { kind: 'refund_failed', refundId: 'r1' }, 'refund:r1'],
    [
      'a refund paid another way',
      { kind: 'refunded', refundId: 'r1', isElsewhere: true, byOperator: true },
      'elsewhere:r1',
    ],
    ['a failed refund without a number', { kind: 'refund_failed' }, 'refund:'],
    ['a refund paid another way without a number', { kind: 'refunded', isElsewhere: true }, 'elsewhere:'],
    ['a dispute without a number', { kind: 'disputed' }, ''],
    ['a dispute', { kind: 'disputed', disputeId: 'd1' }, 'dispute:d1'],
    ['a dispute opened by an operator', { kind: 'disputed', disputeId: 'd1', byOperator: true }, 'dispute:d1'],
    ['a won dispute', { kind: 'dispute_won', disputeId: 'd1' }, 'dispute:d1'],
    [
      'a dispute won according to an operator',
      { kind: 'dispute_won', disputeId: 'd1', byOperator: true },
      'operator:dispute:d1',
    ],
    [
      'a dispute without a number, won according to an operator',
      { kind: 'dispute_won', byOperator: true },
      'operator:dispute:',
    ],
    ['a lost dispute', { kind: 'disputed', disputeId: 'd1', isLost: true }, 'lost:d1'],
    ['a lost dispute without a number', { kind: 'disputed', isLost: true }, 'lost:'],
    [
      'a dispute lost according to an operator',
      { kind: 'disputed', disputeId: 'd1', isLost: true, byOperator: true },
      'operator:lost:d1',
    ],
  ])('builds the fact reference for %s', (_what, change, reference) => {
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
  ])('reads back the reference %j', (reference, read) => {
    expect(readReference(reference)).toEqual(read)
  })

  it('reads back a reference with any provider number, even one with a line break', () => {
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
