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

describe('paid amount', () => {
  it('the paid amount is that of the matching payment', () => expect(sale(paid)).toEqual(whole))

  it('the paid amount is zero before a payment', () =>
    expect(sale()).toEqual({ paidBy: [], paidMinor: 0, refunds: [], refundedMinor: 0, lostMinor: 0 }))

  it('adds partial payments up to the paid amount', () =>
    expect(sale(part('p1', 1, 4_000), part('p2', 2, 6_000))).toEqual({ ...whole, paidBy: ['p1', 'p2'] }))

  it('leaves a duplicate payment and its refund out of the paid amount', () => {
    const second = fact('t2', 3)
    expect(sale(paid, second, back('r', 4, 10_000, { providerTxnId: 't2' }))).toEqual(whole)
  })

  it('leaves out partial payments beside a matching payment', () =>
    expect(sale(part('p1', 0, 4_000), paid)).toEqual(whole))

  it('leaves out a payment that does not match the amount', () =>
    expect(sale(fact('t0', 0, { amountMinor: 9_999 }), paid)).toEqual(whole))
})

describe('refunded amount', () => {
  it('lists refunds by time, in whatever order they were reported', () =>
    expect(sale(back('r2', 9, 2_000), paid, back('r1', 5, 3_000))).toEqual({
      ...whole,
      refunds: [
        { amountMinor: 3_000, at: minute(5) },
        { amountMinor: 2_000, at: minute(9) },
      ],
      refundedMinor: 5_000,
    }))

  it('lists two refunds of one instant as one entry', () =>
    expect(sale(paid, back('r1', 5, 3_000), back('r2', 5, 2_000))).toEqual({
      ...whole,
      refunds: [{ amountMinor: 5_000, at: minute(5) }],
      refundedMinor: 5_000,
    }))

  it('does not list a refund that failed after it was done', () =>
    expect(sale(paid, back('r1', 5, 3_000), failed('r1', 9, 3_000))).toEqual(whole))

  it('does not list a refund that failed without being done', () =>
    expect(sale(paid, failed('r1', 5, 3_000))).toEqual(whole))

  it('a failed refund reduces the latest listed refunds first', () =>
    expect(sale(paid, back('r1', 5, 3_000), back('r2', 6, 2_000), failed('r1', 9, 3_000))).toEqual({
      ...whole,
      refunds: [{ amountMinor: 2_000, at: minute(5) }],
      refundedMinor: 2_000,
    }))

  it('a failed refund of the amount of the latest listed refund removes that one and no other', () =>
    expect(sale(paid, back('r1', 5, 3_000), back('r2', 6, 2_000), failed('r2', 9, 2_000))).toEqual({
      ...whole,
      refunds: [{ amountMinor: 3_000, at: minute(5) }],
      refundedMinor: 3_000,
    }))

  it('the refunded amount never exceeds the paid one', () =>
    expect(sale(paid, back('r1', 5, 7_000), back('r2', 6, 7_000))).toEqual({
      ...whole,
      refunds: [
        { amountMinor: 7_000, at: minute(5) },
        { amountMinor: 3_000, at: minute(6) },
      ],
      refundedMinor: 10_000,
    }))

  it('leaves out a refund in another currency', () =>
    expect(sale(paid, back('r1', 5, 3_000, { currency: 'USD' }))).toEqual(whole))

  it('deducts a refund that happened before the payment was reported', () =>
    expect(sale(back('r1', 0, 3_000), paid)).toEqual({
      ...whole,
      refunds: [{ amountMinor: 3_000, at: minute(0) }],
      refundedMinor: 3_000,
    }))

  it('lists refunds of partial payments together', () =>
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

it('shows an amount lost in a dispute beside the refunds', () => {
  const lost = fact('t1', 7, { kind: 'disputed', disputeId: 'd', isLost: true, amountMinor: 4_000 })
  expect(sale(paid, back('r1', 5, 1_000), lost)).toEqual({
    ...whole,
    refunds: [{ amountMinor: 1_000, at: minute(5) }],
    refundedMinor: 1_000,
    lostMinor: 4_000,
  })
})
