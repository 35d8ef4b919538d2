import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStatuses } from '#shared/order-outcome.ts'
import {
  canBecome,
  deriveStatus,
  isOpen,
  nextGrantId,
  nextStatus,
  orderLimits,
  secondsUntilRoom,
  transitions,
  windowMinutesOf,
  type MoneyState,
  refusalOf,
} from './orders.rules.ts'

const payableUntil = new Date('2026-11-20T10:00:00Z')
const windowOpen = true
const money = (change: Partial<MoneyState>): MoneyState => ({
  outcome: 'unpaid',
  paidAt: null,
  closedAt: null,
  ...change,
})
const before = new Date('2026-11-20T09:50:00Z')
const after = new Date('2026-11-20T10:00:01Z')
const sawMoney = ['paid', 'refunding', 'refunded', 'partially_refunded', 'review'] as const

describe('order limits per buyer', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const full = {
    made: orderLimits.anHour,
    waiting: orderLimits.waiting,
    madeSince: new Date('2026-11-20T09:10:00Z'),
    payableUntil: new Date('2026-11-20T10:00:30Z'),
  }

  it('makes a buyer wait until the oldest order is over an hour old, or the oldest open one has expired', () => {
    expect(secondsUntilRoom(full, now)).toBeNull()
    expect(secondsUntilRoom({ ...full, waiting: full.waiting + 1 }, now)).toBe(30)
    expect(secondsUntilRoom({ ...full, made: full.made + 1 }, now)).toBe(600)
    expect(secondsUntilRoom({ ...full, made: full.made + 1, waiting: full.waiting + 1 }, now)).toBe(600)
  })
})

describe('order statuses', () => {
  it('every status accepts a payment, and a paid order never becomes unpaid again', () => {
    for (const to of ['paid', 'review'] as const)
      expect(orderStatuses.filter((status) => status !== to && !canBecome(status, to))).toEqual([])
    for (const status of sawMoney)
      for (const to of ['created', 'awaiting_payment', 'expired', 'cancelled'] as const)
        expect(canBecome(status, to), `${status} ${to}`).toBe(false)
  })

  it('the status follows the payments along legal transitions only', () => {
    const outcomes = ['unpaid', 'review', 'paid', 'refunding', 'partially_refunded', 'refunded'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...orderStatuses),
        fc.constantFrom(...outcomes),
        fc.constantFrom(null, before, after),
        fc.constantFrom(null, before, after),
        (status, outcome, paidAt, closedAt) => {
          const next = nextStatus({ status, payableUntil, windowOpen }, { outcome, paidAt, closedAt })
          expect([status, ...transitions[status]]).toContain(next?.to ?? status)
          expect(outcome === 'unpaid' ? 'unpaid' : (next?.to ?? status)).toBe(outcome)
        },
      ),
    )
  })

  it('a payment after the window, or of an expired order, is marked as late', () => {
    const paid = (paidAt: Date) => money({ outcome: 'paid', paidAt })
    expect(nextStatus({ status: 'awaiting_payment', payableUntil, windowOpen }, paid(before))).toEqual({
      to: 'paid',
      reason: 'paid',
    })
    expect(nextStatus({ status: 'awaiting_payment', payableUntil, windowOpen }, paid(after))).toEqual({
      to: 'paid',
      reason: 'paid_late',
    })
    expect(nextStatus({ status: 'expired', payableUntil, windowOpen }, paid(before))).toEqual({
      to: 'paid',
      reason: 'paid_late',
    })
  })

  it('keeps an order within its window open after its attempts ended, and expires it after the window', () => {
    const order = { status: 'awaiting_payment', payableUntil, windowOpen } as const
    expect(nextStatus(order, money({ closedAt: before }))).toBeNull()
    const late = { ...order, windowOpen: false }
    for (const closedAt of [before, after])
      expect(nextStatus(late, money({ closedAt }))).toEqual({ to: 'expired', reason: 'window_closed' })
    expect(nextStatus(order, money({}))).toBeNull()
    expect(nextStatus(late, money({}))).toBeNull()
    expect(nextStatus({ ...order, status: 'expired' }, money({ closedAt: before }))).toBeNull()
  })

  it('only an order that is created or awaiting payment is open', () => {
    expect(orderStatuses.filter(isOpen)).toEqual(['created', 'awaiting_payment'])
  })
})

it('an order can be paid for 30 minutes, or for 60 minutes with cryptocurrency', () => {
  expect(['alipay', 'wechat', 'unionpay', 'card', 'crypto'].map(windowMinutesOf)).toEqual([30, 30, 30, 30, 60])
})

it('a buyer can create twenty orders an hour and have five open ones', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const of = (made: number, waiting: number) =>
    secondsUntilRoom({ made, waiting, madeSince: null, payableUntil: null }, now)
  expect([of(20, 5), of(21, 5), of(20, 6)]).toEqual([null, 3_600, 1])
})

describe('status change reason', () => {
  const order = { status: 'awaiting_payment', payableUntil, windowOpen } as const
  const paid = (paidAt: Date | null) => money({ outcome: 'paid', paidAt })

  it('a partial payment changes nothing while the order is open, and goes to review afterwards', () => {
    const part = money({ outcome: 'short' })
    expect(nextStatus(order, part)).toBeNull()
    const underpaid = { to: 'review', reason: 'underpaid' }
    expect(nextStatus({ ...order, windowOpen: false }, part)).toEqual(underpaid)
    expect(nextStatus({ ...order, status: 'cancelled' }, part)).toEqual(underpaid)
    expect(nextStatus({ ...order, status: 'review' }, part)).toBeNull()
  })

  it('gives the reason for a review or a refund', () => {
    expect(nextStatus(order, money({ outcome: 'review' }))).toEqual({ to: 'review', reason: 'needs_review' })
    for (const outcome of ['refunding', 'refunded', 'partially_refunded'] as const)
      expect(nextStatus(order, money({ outcome, paidAt: after }))).toEqual({ to: outcome, reason: outcome })
    expect(nextStatus({ ...order, status: 'refunded' }, money({ outcome: 'refunded' }))).toBeNull()
  })

  it('gives the reason "paid" within the window and "paid late" after it', () => {
    expect(nextStatus(order, paid(null))?.reason).toBe('paid')
    expect(nextStatus(order, paid(payableUntil))?.reason).toBe('paid')
    expect(nextStatus(order, paid(new Date(payableUntil.getTime() + 1)))?.reason).toBe('paid_late')
    for (const status of ['expired', 'cancelled'] as const)
      expect(nextStatus({ ...order, status }, paid(before))?.reason).toBe('paid_late')
    expect(nextStatus({ ...order, status: 'review' }, paid(before))?.reason).toBe('paid')
  })

  it('an unpaid order expires with the reason "window_closed", and one that the provider never opened ends as "refused_at_provider"', () => {
    const refused = nextStatus({ ...order, status: 'created' }, money({ closedAt: before }))
    expect(refused).toEqual({ to: 'cancelled', reason: 'refused_at_provider' })
    expect(nextStatus({ ...order, status: 'created' }, money({ closedAt: null }))).toBeNull()
    const expired = nextStatus({ ...order, status: 'created', windowOpen: false }, money({ closedAt: before }))
    expect(expired).toEqual({ to: 'expired', reason: 'window_closed' })
    expect(nextStatus({ ...order, status: 'paid' }, money({ closedAt: before }))).toBeNull()
  })
})

describe('buyer with many orders', () => {
  const recent = (made: number, waiting: number) => ({ made, waiting, madeSince: null, payableUntil: null })
  it.each([
    [6, 6, 'TooManyOpenOrders'],
    [20, 6, 'TooManyOpenOrders'],
    [21, 0, 'TooManyRequests'],
    [21, 6, 'TooManyRequests'],
  ] as const)(
    'applies the right limit, if any, to a buyer with %i recent orders, %i of them open',
    (made, waiting, status) => {
      expect(refusalOf(recent(made, waiting))).toBe(status)
    },
  )
})

describe('order status derived from payments', () => {
  const order = { id: 'o1', status: 'awaiting_payment', payableUntil, windowOpen, paidAt: null, note: 'kept' } as const

  it('a paid order has its payment time and a history entry with reason and actor', () => {
    expect(deriveStatus(order, money({ outcome: 'paid', paidAt: before }), 'alipay')).toEqual({
      order: { ...order, status: 'paid', paidAt: before },
      changes: [{ from: 'awaiting_payment', to: 'paid', reason: 'paid', actor: 'alipay', paidAt: before }],
    })
  })

  it('an order keeps its first payment time after a refund and a new payment', () => {
    const refunded = { ...order, status: 'refunded', paidAt: before } as const
    expect(deriveStatus(refunded, money({ outcome: 'paid', paidAt: after }), 'alipay')).toMatchObject({
      order: { status: 'paid', paidAt: before },
      changes: [{ from: 'refunded', to: 'paid', paidAt: after }],
    })
  })

  it('an order without new facts does not change', () => {
    expect(deriveStatus(order, money({}), 'alipay')).toEqual({ order, changes: [] })
    const paid = { ...order, status: 'paid', paidAt: before } as const
    expect(deriveStatus(paid, money({ outcome: 'paid', paidAt: before }), 'alipay')).toEqual({
      order: paid,
      changes: [],
    })
  })

  it('an illegal transition throws an error that names the order and both statuses', () => {
    const backwards = money({ outcome: 'created' as MoneyState['outcome'] })
    expect(() => deriveStatus({ ...order, status: 'paid' }, backwards, 'alipay')).toThrow(
      'order o1 cannot go from paid to created',
    )
  })
})

it("the first grant of an order has the order's id, and later ones are numbered", () => {
  expect([0, 1, 2].map((grantsMade) => nextGrantId({ id: 'o1', grantsMade }))).toEqual(['o1', 'o1:1', 'o1:2'])
})
