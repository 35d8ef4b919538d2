import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptView, FactKind, FactView } from './payment-views.rules.ts'
import { foldPayments, refundableMinor } from './fold-payments.rules.ts'
import { derivePaymentOutcome } from './payments.rules.ts'

const total = { amountMinor: 26_800, currency: 'CNY' } as const
const attempt: AttemptView = { id: 'a', status: 'open', ...total }
const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 9, n))
const fact = (kind: FactKind, more: Partial<FactView> = {}): FactView => ({
  kind,
  attemptId: 'a',
  providerTxnId: 'T-a',
  refundId: null,
  ...total,
  at: at(0),
  ...more,
})
const refund = (id: string, amountMinor: number, status: 'sent' | 'done' | 'failed' = 'done') => ({
  id,
  attemptId: 'a',
  providerTxnId: 'T-a',
  amountMinor,
  status,
})
const went = (refundId: string, amountMinor: number, minute: number) =>
  fact('refunded', { refundId, amountMinor, at: at(minute) })
const failed = (refundId: string, amountMinor: number, minute: number) =>
  fact('refund_failed', { refundId, amountMinor, at: at(minute) })
const soFar = (amountMinor: number, minute: number) => fact('refunded', { amountMinor, at: at(minute) })
const fold = (facts: readonly FactView[], refunds = [refund('r', 10_000)]) =>
  foldPayments([attempt], [fact('paid'), ...facts], refunds)[0]!

describe('refund that fails after it was done', () => {
  it('treats the money of a failed refund as kept, opens a review and allows a retry', () => {
    const facts = [fact('paid'), went('r', 26_800, 1), failed('r', 26_800, 2)]
    const paymentOutcome = derivePaymentOutcome(total, [attempt], facts, [refund('r', 26_800)])
    expect(paymentOutcome).toMatchObject({
      outcome: 'paid',
      entitled: true,
      refundsDone: [],
      refundsFailed: ['r'],
      reviews: [{ reason: 'refund_failed', subject: 'r', details: { refundId: 'r', amountMinor: 26_800 } }],
    })
    expect(refundableMinor(paymentOutcome.payments[0]!)).toBe(26_800)
    const again = derivePaymentOutcome(
      total,
      [attempt],
      [...facts, went('s', 26_800, 3)],
      [refund('r', 26_800, 'failed'), refund('s', 26_800, 'sent')],
    )
    expect(again).toMatchObject({ outcome: 'refunded', entitled: false, refundsDone: ['s'], refundsFailed: [] })
  })

  it('ignores a refund that failed before it was done', () => {
    expect(fold([failed('r', 10_000, 2)], [refund('r', 10_000, 'sent')])).toMatchObject({
      refundedMinor: 0,
      pendingMinor: 0,
      refundFailed: true,
    })
  })

  it('lets the later of the facts "refunded" and "failed" decide about a refund, and the failure at the same instant', () => {
    expect(fold([failed('r', 10_000, 1), went('r', 10_000, 2)])).toMatchObject({ refundedMinor: 10_000 })
    expect(fold([failed('r', 10_000, 1), went('r', 10_000, 2)]).failedRefunds).toEqual([])
    expect(fold([failed('r', 10_000, 2), went('r', 10_000, 2)])).toMatchObject({ refundedMinor: 0 })
  })

  it('subtracts a failed refund from earlier running totals, not from later ones', () => {
    expect(fold([soFar(10_000, 1), failed('r', 10_000, 2)])).toMatchObject({ refundedMinor: 0 })
    expect(fold([soFar(15_000, 1), went('r', 10_000, 1), failed('r', 10_000, 2)])).toMatchObject({
      refundedMinor: 5_000,
    })
    expect(fold([soFar(10_000, 1), failed('r', 10_000, 2), soFar(12_000, 3)])).toMatchObject({ refundedMinor: 12_000 })
  })

  it('subtracts a failed refund from a running total of the same instant', () => {
    expect(fold([soFar(10_000, 2), failed('r', 10_000, 2)])).toMatchObject({ refundedMinor: 0 })
  })

  it('uses the amount of the last failure for a failed refund', () => {
    const sums = (facts: readonly FactView[]) => fold(facts).failedRefunds.map(({ amountMinor }) => amountMinor)
    expect(sums([failed('r', 10_000, 1), failed('r', 8_000, 2)])).toEqual([8_000])
    expect(sums([failed('r', 8_000, 2), failed('r', 10_000, 1)])).toEqual([8_000])
    expect(sums([went('r', 9_000, 2), failed('r', 10_000, 2)])).toEqual([10_000])
  })

  it('sorts failed refunds the same, whichever is reported first', () => {
    const both = [refund('r', 10_000), refund('s', 5_000)]
    const ids = (facts: readonly FactView[]) => fold(facts, both).failedRefunds.map(({ id }) => id)
    expect(ids([failed('s', 5_000, 1), failed('r', 10_000, 2)])).toEqual(['r', 's'])
    expect(ids([failed('r', 10_000, 2), failed('s', 5_000, 1)])).toEqual(['r', 's'])
  })

  it('treats a failed refund that an operator paid another way as refunded, without a review', () => {
    const elsewhere = fact('refunded', { refundId: 'r', amountMinor: 10_000, isElsewhere: true, at: at(9) })
    const facts = [fact('paid'), went('r', 10_000, 1), failed('r', 10_000, 2), elsewhere]
    const paymentOutcome = derivePaymentOutcome(total, [attempt], facts, [refund('r', 10_000, 'failed')])
    expect(paymentOutcome).toMatchObject({ outcome: 'partially_refunded', reviews: [] })
    expect(paymentOutcome.payments[0]).toMatchObject({
      refundedMinor: 10_000,
      elsewhereMinor: 10_000,
      failedRefunds: [],
    })
  })

  it('gives the same result for refund facts in any order and number', () => {
    const fate = fc.record({
      id: fc.constantFrom('r', 's', 't'),
      amountMinor: fc.integer({ min: 1, max: 12_000 }),
      minutes: fc.tuple(fc.nat(9), fc.nat(9)),
      way: fc.constantFrom('went', 'failed', 'both', 'elsewhere'),
    })
    const story = fc.uniqueArray(fate, { selector: ({ id }) => id, minLength: 1 }).chain((all) => {
      const facts = all.flatMap(({ id, amountMinor, minutes: [first, second], way }) => [
        ...(way === 'failed' ? [] : [went(id, amountMinor, first)]),
        ...(way === 'went' ? [] : [failed(id, amountMinor, second)]),
        ...(way === 'elsewhere' ? [fact('refunded', { refundId: id, amountMinor, isElsewhere: true, at: at(9) })] : []),
      ])
      const whole = [fact('paid'), ...facts, fact('disputed', { disputeId: 'd', amountMinor: 3_000 })]
      return fc.record({
        told: fc.constant(whole),
        arrival: fc.shuffledSubarray([...whole, ...whole], { minLength: whole.length }),
        refunds: fc.constant(all.map(({ id, amountMinor }) => refund(id, amountMinor))),
      })
    })
    fc.assert(
      fc.property(story, ({ told, arrival, refunds }) => {
        const complete = [...arrival, ...told.filter((one) => !arrival.includes(one))]
        const end = (facts: readonly FactView[]) => {
          const { payments, reviews, outcome, entitled, refundsDone, refundsFailed } = derivePaymentOutcome(
            total,
            [attempt],
            facts,
            refunds,
          )
          return { payments, reviews, outcome, entitled, refundsDone, refundsFailed }
        }
        expect(end(complete)).toEqual(end(told))
        const [payment] = end(told).payments
        expect(payment!.refundedMinor).toBeLessThanOrEqual(payment!.amountMinor)
      }),
    )
  })
})

describe('refunded amount of a payment', () => {
  it('never lets the refunded amount exceed the payment', () => {
    const payment = fold([soFar(99_900, 1)])
    expect(payment).toMatchObject({ refundedMinor: 26_800, lostMinor: 0 })
    expect(refundableMinor(payment)).toBe(0)
    const lost = fold([soFar(99_900, 1), fact('disputed', { disputeId: 'd', isLost: true, amountMinor: 5_000 })])
    expect(lost).toMatchObject({ refundedMinor: 26_800, lostMinor: 0 })
  })
})
