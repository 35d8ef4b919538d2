import { describe, expect, it } from 'vitest'
import { deriveMoney } from './order-money.rules.ts'
import { fact, minute, order, part } from './order-money.test-support.ts'
import type { FactView } from './payment-views.rules.ts'
import { saleOf } from './sale.rules.ts'

const back = (refundId: string, at: number, amountMinor: number, more: Partial<FactView> = {}) =>
  fact('t1', at, { kind: 'refunded', refundId, amountMinor, ...more })
const failed = (refundId: string, at: number, amountMinor: number) =>
  back(refundId, at, amountMinor, { kind: 'refund_failed' })
const sale = (...facts: readonly FactView[]) => {
  const { payments, ...sums } = saleOf(deriveMoney({ ...order, refunds: [], facts }))
  return { paidBy: payments.map(({ providerTxnId }) => providerTxnId), ...sums }
}
const paid = fact('t1', 1)
const whole = { paidBy: ['t1'], paidMinor: 10_000, refunds: [], refundedMinor: 0, lostMinor: 0 }

describe('what was paid', () => {
  it('is the payment that fits the order', () => expect(sale(paid)).toEqual(whole))

  it('is nothing before a payment came', () =>
    expect(sale()).toEqual({ paidBy: [], paidMinor: 0, refunds: [], refundedMinor: 0, lostMinor: 0 }))

  it('is all parts together where they come in parts', () =>
    expect(sale(part('p1', 1, 4_000), part('p2', 2, 6_000))).toEqual({ ...whole, paidBy: ['p1', 'p2'] }))

  it('does not contain a second payment, nor that it went back', () => {
    const second = fact('t2', 3)
    expect(sale(paid, second, back('r', 4, 10_000, { providerTxnId: 't2' }))).toEqual(whole)
  })

  it('does not contain parts beside a payment that fits', () => expect(sale(part('p1', 0, 4_000), paid)).toEqual(whole))

  it('does not contain a payment of another sum', () =>
    expect(sale(fact('t0', 0, { amountMinor: 9_999 }), paid)).toEqual(whole))
})

describe('what went back', () => {
  it('is told step by step, the earliest first, in whatever order it became known', () =>
    expect(sale(back('r2', 9, 2_000), paid, back('r1', 5, 3_000))).toEqual({
      ...whole,
      refunds: [
        { amountMinor: 3_000, at: minute(5) },
        { amountMinor: 2_000, at: minute(9) },
      ],
      refundedMinor: 5_000,
    }))

  it('of two refunds at one moment is one step', () =>
    expect(sale(paid, back('r1', 5, 3_000), back('r2', 5, 2_000))).toEqual({
      ...whole,
      refunds: [{ amountMinor: 5_000, at: minute(5) }],
      refundedMinor: 5_000,
    }))

  it('is nothing where a refund failed after it was done', () =>
    expect(sale(paid, back('r1', 5, 3_000), failed('r1', 9, 3_000))).toEqual(whole))

  it('is no step where a refund fails that never was done', () =>
    expect(sale(paid, failed('r1', 5, 3_000))).toEqual(whole))

  it('is less by a refund that failed: the last steps give way first', () =>
    expect(sale(paid, back('r1', 5, 3_000), back('r2', 6, 2_000), failed('r1', 9, 3_000))).toEqual({
      ...whole,
      refunds: [{ amountMinor: 2_000, at: minute(5) }],
      refundedMinor: 2_000,
    }))

  it('loses exactly the last step where that is what failed', () =>
    expect(sale(paid, back('r1', 5, 3_000), back('r2', 6, 2_000), failed('r2', 9, 2_000))).toEqual({
      ...whole,
      refunds: [{ amountMinor: 3_000, at: minute(5) }],
      refundedMinor: 3_000,
    }))

  it('is never more than was paid', () =>
    expect(sale(paid, back('r1', 5, 7_000), back('r2', 6, 7_000))).toEqual({
      ...whole,
      refunds: [
        { amountMinor: 7_000, at: minute(5) },
        { amountMinor: 3_000, at: minute(6) },
      ],
      refundedMinor: 10_000,
    }))

  it('does not contain what is said in another currency', () =>
    expect(sale(paid, back('r1', 5, 3_000, { currency: 'USD' }))).toEqual(whole))

  it('counts before the payment became known, too', () =>
    expect(sale(back('r1', 0, 3_000), paid)).toEqual({
      ...whole,
      refunds: [{ amountMinor: 3_000, at: minute(0) }],
      refundedMinor: 3_000,
    }))

  it('of parts is told for all of them together', () =>
    expect(
      sale(
        part('p1', 1, 4_000),
        part('p2', 2, 6_000),
        back('r1', 5, 1_000, { attemptId: 'chain', providerTxnId: 'p1' }),
        back('r2', 6, 6_000, { attemptId: 'chain', providerTxnId: 'p2' }),
      ),
    ).toEqual({
      paidBy: ['p1', 'p2'],
      paidMinor: 10_000,
      refunds: [
        { amountMinor: 1_000, at: minute(5) },
        { amountMinor: 6_000, at: minute(6) },
      ],
      refundedMinor: 7_000,
      lostMinor: 0,
    }))
})

it('what a dispute took for good stands beside what went back', () => {
  const lost = fact('t1', 7, { kind: 'disputed', disputeId: 'd', isLost: true, amountMinor: 4_000 })
  expect(sale(paid, back('r1', 5, 1_000), lost)).toEqual({
    ...whole,
    refunds: [{ amountMinor: 1_000, at: minute(5) }],
    refundedMinor: 1_000,
    lostMinor: 4_000,
  })
})
