import { describe, expect, it } from 'vitest'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { FactView, RefundView } from '#server/modules/payments/payment-views.rules.ts'
import { applyMoney, decidePromoCodeUse, refundAll, unchangedOrder } from './decide-order.rules.ts'
import { atGateway, ids, minutesAgo, onChain, orderOf, refundOf, withFacts } from './decide.test-support.ts'

/** Order of 100 yuan by the buyer Ann, with the given payment facts. */
const annsOrder = (
  facts: readonly FactView[],
  refunds: readonly RefundView[] = [],
  change: Partial<PaidOrder> = {},
) => {
  const { order, money } = orderOf({ id: 'o', userId: 'ann', ...change })
  return { order, money: withFacts(money, facts, refunds) }
}
const applied = (...of: Parameters<typeof annsOrder>) => {
  const { order, money } = annsOrder(...of)
  return applyMoney(order, money, 'query', ids())
}
const paid = atGateway('o', 'paid')
const paidAgain = atGateway('o', 'paid', { providerTxnId: 'again', at: minutesAgo(20) })
const part = (providerTxnId: string, amountMinor: number, minutes: number, more: Partial<FactView> = {}) =>
  onChain('o', 'paid', { providerTxnId, amountMinor, at: minutesAgo(minutes), ...more })
const overdue = { windowOpen: false }

const promised = {
  orderId: 'o',
  attemptId: 'o-gateway',
  providerTxnId: 'gateway',
  amountMinor: 10_000,
  currency: 'CNY',
  status: 'requested',
  beforeCredit: false,
  isFinal: false,
}

describe('order updated by its payments', () => {
  it('an order is paid when its price is received, without other changes', () => {
    const { order, money } = annsOrder([paid])
    expect(applyMoney(order, money, 'query', ids())).toEqual({
      order: { ...order, status: 'paid', paidAt: minutesAgo(30) },
      from: money,
      money,
      isNewlyPaid: true,
      statuses: [{ from: 'awaiting_payment', to: 'paid', reason: 'paid', actor: 'query', paidAt: minutesAgo(30) }],
      refunds: [],
      isFinal: false,
      reviews: [],
    })
  })

  it('an order is newly paid once', () => {
    const newly = (facts: Parameters<typeof annsOrder>[0], change: Parameters<typeof annsOrder>[2] = {}) => {
      const { order, money } = annsOrder(facts, [], change)
      return applyMoney(order, money, 'query', ids()).isNewlyPaid
    }
    expect([newly([]), newly([paid]), newly([paid], { status: 'paid', paidAt: minutesAgo(30) })]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('a duplicate payment is refunded, and earlier refunds are unchanged', () => {
    const known = refundOf('o', 'known', { amountMinor: 3_000 })
    const change = applied([paid, paidAgain], [known])
    const refund = { ...promised, id: 'id-1', providerTxnId: 'again', reason: 'duplicate', requestedBy: 'settlement' }
    expect(change.refunds).toEqual([refund])
    expect(change.isFinal).toBe(false)
    expect(change.from.refunds).toEqual([known])
    expect(change.money.refunds).toEqual([known, refund])
    expect(change.money.paymentOutcome.duplicates).toEqual([])
  })

  it('an underpaid order goes to review with the received amount when its time is over', () => {
    const change = applied([part('p1', 2_000, 40), part('p2', 3_000, 30), part('p3', 1_000, 20)], [], overdue)
    expect(change.order.status).toBe('review')
    expect(change.reviews).toEqual([
      {
        orderId: 'o',
        attemptId: 'o-chain',
        reason: 'underpaid',
        details: { receivedMinor: 6_000, expectedMinor: 10_000, currency: 'CNY' },
      },
    ])
  })

  it('the review of an underpaid order names the payment attempt of the last part', () => {
    expect(applied([part('p1', 2_000, 40)], [], overdue).reviews).toMatchObject([{ attemptId: 'o-chain' }])
  })

  it.each([
    ['while the rest may still arrive', [part('p1', 2_000, 40)], {}, 'awaiting_payment', []],
    ['when nothing arrived', [], overdue, 'awaiting_payment', []],
    ['when the total arrived', [paid], overdue, 'paid', []],
    [
      'when the amount is wrong',
      [atGateway('o', 'paid', { amountMinor: 9_000 })],
      overdue,
      'review',
      ['amount_mismatch'],
    ],
  ])('an order is not reported as underpaid %s', (_when, facts, change, status, reasons) => {
    const { order, reviews } = applied(facts, [], change)
    expect(order.status).toBe(status)
    expect(reviews.map(({ reason }) => reason)).toEqual(reasons)
  })

  it('a disputed order goes to review with all dispute details', () => {
    const disputed = atGateway('o', 'disputed', { disputeId: 'd', at: minutesAgo(10) })
    expect(applied([paid, disputed]).reviews).toEqual([
      {
        orderId: 'o',
        attemptId: 'o-gateway',
        reason: 'disputed',
        details: {
          providerTxnId: 'gateway',
          statedMinor: 10_000,
          statedCurrency: 'CNY',
          disputes: [{ id: 'd', amountMinor: 10_000, currency: 'CNY' }],
        },
      },
    ])
  })
})

describe('order without new facts', () => {
  it('nothing changes without new facts', () => {
    const { order, money } = annsOrder([paid, paidAgain])
    expect(unchangedOrder(order, money)).toEqual({
      order,
      from: money,
      money,
      isNewlyPaid: false,
      statuses: [],
      refunds: [],
      isFinal: false,
      reviews: [],
    })
  })
})

describe('order of a failed group', () => {
  const ofGroup = { reason: 'group', requestedBy: 'group' }

  it('a failed group refunds the whole price and sets the order to refunding', () => {
    const { order, money } = annsOrder([paid], [], { status: 'paid', paidAt: minutesAgo(30) })
    const change = refundAll(unchangedOrder(order, money), ids())
    const refund = { ...promised, ...ofGroup, id: 'id-1' }
    expect(change).toMatchObject({ refunds: [refund], isFinal: false, reviews: [], from: money })
    expect(change.money.refunds).toEqual([refund])
    expect(change.order).toEqual({ ...order, status: 'refunding' })
    expect(change.statuses).toEqual([
      { from: 'paid', to: 'refunding', reason: 'refunding', actor: 'group', paidAt: minutesAgo(30) },
    ])
  })

  it('the status change of the payment is kept, and that of the group is added', () => {
    const { statuses } = refundAll(applied([paid]), ids())
    expect(statuses.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      ['awaiting_payment', 'paid', 'query'],
      ['paid', 'refunding', 'group'],
    ])
  })

  it('a failed group refunds all parts finally, including promised ones', () => {
    const change = refundAll(applied([paid, part('p1', 4_000, 40), part('p2', 6_000, 20)]), ids())
    expect(change.isFinal).toBe(true)
    const sums = [
      ['p1', 4_000, 'duplicate', true],
      ['p2', 6_000, 'duplicate', true],
      ['gateway', 10_000, 'group', true],
    ]
    expect(
      change.refunds.map(({ providerTxnId, amountMinor, reason, isFinal }) => [
        providerTxnId,
        amountMinor,
        reason,
        isFinal,
      ]),
    ).toEqual(sums)
    expect(change.refunds[0]).toMatchObject({ id: 'id-1', orderId: 'o', requestedBy: 'settlement', currency: 'CNY' })
    expect(change.money.refunds.map(({ isFinal }) => isFinal)).toEqual([true, true, true])
  })

  it('a duplicate payment stays a plain refund', () => {
    const { refunds, isFinal } = refundAll(applied([paid, paidAgain]), ids())
    expect(isFinal).toBe(false)
    expect(refunds.map(({ reason, isFinal: isLast }) => [reason, isLast])).toEqual([
      ['duplicate', false],
      ['group', false],
    ])
  })

  it('nothing is refunded twice, and a final refund stays final', () => {
    const newId = ids()
    const once = refundAll(applied([part('p1', 4_000, 40), part('p2', 6_000, 20)]), newId)
    expect(once.isFinal).toBe(true)
    const twice = refundAll(once, newId)
    expect(twice).toEqual(once)
    expect(twice.refunds).toHaveLength(2)
  })

  it('a disputed payment keeps its review, and the rest is refunded', () => {
    const disputed = atGateway('o', 'disputed', { disputeId: 'd', at: minutesAgo(10) })
    const { order, money } = annsOrder([paid, paidAgain, disputed])
    const before = unchangedOrder(order, money)
    const earlier = { orderId: 'o', attemptId: null, reason: 'underpaid', details: {} }
    const change = refundAll({ ...before, reviews: [earlier] }, ids())
    expect(change.refunds.map(({ providerTxnId }) => providerTxnId)).toEqual(['again'])
    expect(change.reviews.map(({ orderId, reason }) => [orderId, reason])).toEqual([
      ['o', 'underpaid'],
      ['o', 'disputed'],
    ])
  })
})

describe('use of a promo code after a payment', () => {
  const withCode = { promoCode: 'SPRING', ...overdue }
  const useOf = (facts: readonly FactView[], change: Partial<PaidOrder> = {}) =>
    decidePromoCodeUse(applied(facts, [], { ...withCode, ...change }))

  it('spends the use on any payment, even one that does not cover the price', () => {
    expect([useOf([paid]), useOf([part('half', 5_000, 10)])]).toEqual(['spend', 'spend'])
  })

  it('releases the use of an order that can no longer be paid, and keeps it while the payment window is open', () => {
    expect([useOf([], { status: 'cancelled' }), useOf([], { windowOpen: true })]).toEqual(['release', null])
  })

  it('returns the use of a free order that an operator takes back', () => {
    const { order, money } = annsOrder([], [], { ...withCode, totalMinor: 0, status: 'paid' })
    const free = { ...money, isTakenBack: true }
    expect(decidePromoCodeUse(unchangedOrder(order, free))).toBe('return')
  })

  it('does nothing for an order without a promo code', () => {
    expect([useOf([paid], { promoCode: null }), useOf([], { promoCode: null, status: 'cancelled' })]).toEqual([
      null,
      null,
    ])
  })
})
