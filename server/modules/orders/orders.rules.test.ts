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

describe('how many orders one buyer may have', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const full = {
    made: orderLimits.anHour,
    waiting: orderLimits.waiting,
    madeSince: new Date('2026-11-20T09:10:00Z'),
    payableUntil: new Date('2026-11-20T10:00:30Z'),
  }

  it('says when there is room again: when the oldest is over, of an hour or of those that wait', () => {
    expect(secondsUntilRoom(full, now)).toBeNull()
    expect(secondsUntilRoom({ ...full, waiting: full.waiting + 1 }, now)).toBe(30)
    expect(secondsUntilRoom({ ...full, made: full.made + 1 }, now)).toBe(600)
    expect(secondsUntilRoom({ ...full, made: full.made + 1, waiting: full.waiting + 1 }, now)).toBe(600)
  })
})

describe('the states of an order', () => {
  it('lets money in everywhere, and never forgets it', () => {
    for (const to of ['paid', 'review'] as const)
      expect(orderStatuses.filter((status) => status !== to && !canBecome(status, to))).toEqual([])
    for (const status of sawMoney)
      for (const to of ['created', 'awaiting_payment', 'expired', 'cancelled'] as const)
        expect(canBecome(status, to), `${status} ${to}`).toBe(false)
  })

  it('follows the money only along legal transitions', () => {
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

  it('names a late payment', () => {
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

  it('outlives its attempts within its window, and expires with them after it', () => {
    const order = { status: 'awaiting_payment', payableUntil, windowOpen } as const
    expect(nextStatus(order, money({ closedAt: before }))).toBeNull()
    const late = { ...order, windowOpen: false }
    for (const closedAt of [before, after])
      expect(nextStatus(late, money({ closedAt }))).toEqual({ to: 'expired', reason: 'window_closed' })
    expect(nextStatus(order, money({}))).toBeNull()
    expect(nextStatus(late, money({}))).toBeNull()
    expect(nextStatus({ ...order, status: 'expired' }, money({ closedAt: before }))).toBeNull()
  })

  it('is open until something ends it', () => {
    expect(orderStatuses.filter(isOpen)).toEqual(['created', 'awaiting_payment'])
  })
})

it('an order can be paid for half an hour, on a chain for an hour', () => {
  expect(['alipay', 'wechat', 'unionpay', 'card', 'crypto'].map(windowMinutesOf)).toEqual([30, 30, 30, 30, 60])
})

it('one buyer makes twenty orders an hour, and five wait at the same time', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const of = (made: number, waiting: number) =>
    secondsUntilRoom({ made, waiting, madeSince: null, payableUntil: null }, now)
  expect([of(20, 5), of(21, 5), of(20, 6)]).toEqual([null, 3_600, 1])
})

describe('the reason that the history of an order gives', () => {
  const order = { status: 'awaiting_payment', payableUntil, windowOpen } as const
  const paid = (paidAt: Date | null) => money({ outcome: 'paid', paidAt })

  it('of a part of the money: nothing while the order waits, then that a person looks at it', () => {
    const part = money({ outcome: 'short' })
    expect(nextStatus(order, part)).toBeNull()
    const underpaid = { to: 'review', reason: 'underpaid' }
    expect(nextStatus({ ...order, windowOpen: false }, part)).toEqual(underpaid)
    expect(nextStatus({ ...order, status: 'cancelled' }, part)).toEqual(underpaid)
    expect(nextStatus({ ...order, status: 'review' }, part)).toBeNull()
  })

  it('of money that no rule can decide, or that went back', () => {
    expect(nextStatus(order, money({ outcome: 'review' }))).toEqual({ to: 'review', reason: 'needs_review' })
    for (const outcome of ['refunding', 'refunded', 'partially_refunded'] as const)
      expect(nextStatus(order, money({ outcome, paidAt: after }))).toEqual({ to: outcome, reason: outcome })
    expect(nextStatus({ ...order, status: 'refunded' }, money({ outcome: 'refunded' }))).toBeNull()
  })

  it('of a payment: whether it was late', () => {
    expect(nextStatus(order, paid(null))?.reason).toBe('paid')
    expect(nextStatus(order, paid(payableUntil))?.reason).toBe('paid')
    expect(nextStatus(order, paid(new Date(payableUntil.getTime() + 1)))?.reason).toBe('paid_late')
    for (const status of ['expired', 'cancelled'] as const)
      expect(nextStatus({ ...order, status }, paid(before))?.reason).toBe('paid_late')
    expect(nextStatus({ ...order, status: 'review' }, paid(before))?.reason).toBe('paid')
  })

  it('of an end without money: one that no one could pay yet is taken back', () => {
    const refused = nextStatus({ ...order, status: 'created' }, money({ closedAt: before }))
    expect(refused).toEqual({ to: 'cancelled', reason: 'refused_at_provider' })
    expect(nextStatus({ ...order, status: 'created' }, money({ closedAt: null }))).toBeNull()
    expect(nextStatus({ ...order, status: 'created', windowOpen: false }, money({ closedAt: before }))?.to).toBe(
      'expired',
    )
    expect(nextStatus({ ...order, status: 'paid' }, money({ closedAt: before }))).toBeNull()
  })
})

describe('a buyer with many orders', () => {
  const recent = (made: number, waiting: number) => ({ made, waiting, madeSince: null, payableUntil: null })
  it.each([
    [6, 6, 'TooManyOpenOrders'],
    [20, 6, 'TooManyOpenOrders'],
    [21, 0, 'TooManyRequests'],
    [21, 6, 'TooManyRequests'],
  ] as const)('who made %i and lets %i wait is told of what they can do', (made, waiting, status) => {
    expect(refusalOf(recent(made, waiting))).toBe(status)
  })
})

describe('an order in line with its money', () => {
  const order = { id: 'o1', status: 'awaiting_payment', payableUntil, windowOpen, paidAt: null, note: 'kept' } as const

  it('is paid from the instant of its payment, and its history says from what, why and by whom', () => {
    expect(deriveStatus(order, money({ outcome: 'paid', paidAt: before }), 'alipay')).toEqual({
      order: { ...order, status: 'paid', paidAt: before },
      changes: [{ from: 'awaiting_payment', to: 'paid', reason: 'paid', actor: 'alipay', paidAt: before }],
    })
  })

  it('keeps the instant at which it was paid first, also when its money goes back and comes again', () => {
    const refunded = { ...order, status: 'refunded', paidAt: before } as const
    expect(deriveStatus(refunded, money({ outcome: 'paid', paidAt: after }), 'alipay')).toMatchObject({
      order: { status: 'paid', paidAt: before },
      changes: [{ from: 'refunded', to: 'paid', paidAt: after }],
    })
  })

  it('stays what it is, without a line in its history, where nothing new is known', () => {
    expect(deriveStatus(order, money({}), 'alipay')).toEqual({ order, changes: [] })
    const paid = { ...order, status: 'paid', paidAt: before } as const
    expect(deriveStatus(paid, money({ outcome: 'paid', paidAt: before }), 'alipay')).toEqual({
      order: paid,
      changes: [],
    })
  })

  it('never becomes what no transition leads to: the error names the order and both statuses', () => {
    const backwards = money({ outcome: 'created' as MoneyState['outcome'] })
    expect(() => deriveStatus({ ...order, status: 'paid' }, backwards, 'alipay')).toThrow(
      'order o1 cannot go from paid to created',
    )
  })
})

it('the first grant of an order has its id; each later one has a number behind it, so that a ledger takes it', () => {
  expect([0, 1, 2].map((grantsMade) => nextGrantId({ id: 'o1', grantsMade }))).toEqual(['o1', 'o1:1', 'o1:2'])
})
