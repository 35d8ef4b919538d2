import { describe, expect, it } from 'vitest'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { FactView, RefundView } from '#server/modules/payments/payment-views.rules.ts'
import { orderSeat } from '#server/modules/groups/group-steps.rules.ts'
import { openSeats, refuseJoin } from '#server/modules/groups/seats.rules.ts'
import { seatOrder, stepByMoney } from './decide-seats.rules.ts'
import { atGateway, groupOf, minutesAgo, onChain, orderOf, refundOf, seatOf, withFacts } from './decide.test-support.ts'

type Money = { facts?: readonly FactView[]; refunds?: readonly RefundView[]; order?: Partial<PaidOrder> }

const paid = atGateway('ben', 'paid')
const paidAgain = atGateway('ben', 'paid', { providerTxnId: 'again', at: minutesAgo(20) })
const refunded = atGateway('ben', 'refunded', { refundId: 'r', at: minutesAgo(10) })
const refusal = atGateway('ben', 'refund_failed', { refundId: 'r', at: minutesAgo(10) })
const disputed = atGateway('ben', 'disputed', { disputeId: 'd', at: minutesAgo(10) })
const part = (providerTxnId: string, amountMinor: number, more: Partial<FactView> = {}) =>
  onChain('ben', 'paid', { providerTxnId, amountMinor, ...more })
const promised = refundOf('ben', 'r')
const wasPaid = { status: 'paid', paidAt: minutesAgo(30) } as const

function step({ facts = [], refunds = [], order: change = {} }: Money, group = groupOf()) {
  const { order, money } = orderOf({ id: 'ben', userId: 'ben', groupId: 'G', ...change })
  return stepByMoney(group, order, withFacts(money, facts, refunds).paymentOutcome)
}
const forming = groupOf({ status: 'unfinished', seats: [seatOf(1, 'ann'), seatOf(2, 'ben', { state: 'held' })] })
const events = (money: Money, group = forming) => step(money, group).events.map(({ event }) => event)

describe('held seat of an open group', () => {
  it.each<[string, Money]>([
    ['is paid', { facts: [paid] }],
    [
      'is paid and the excess was refunded',
      { facts: [part('p', 12_000), { ...part('p', 2_000), kind: 'refunded', refundId: 'r' }] },
    ],
    [
      'is paid and partly refunded',
      { facts: [paid, { ...refunded, amountMinor: 3_000 }], refunds: [refundOf('ben', 'r', { amountMinor: 3_000 })] },
    ],
    [
      'was paid twice and the refund of the duplicate was rejected',
      { facts: [paid, paidAgain, { ...refusal, providerTxnId: 'again' }] },
    ],
    [
      'was paid after a wrong payment whose refund was rejected',
      {
        facts: [
          atGateway('ben', 'paid', { providerTxnId: 'wrong', amountMinor: 9_000, at: minutesAgo(40) }),
          { ...refusal, providerTxnId: 'wrong' },
          paid,
        ],
      },
    ],
    [
      'was paid in full and the refund of another part was rejected',
      { facts: [paid, part('p', 4_000), onChain('ben', 'refund_failed', { providerTxnId: 'p', refundId: 'r' })] },
    ],
    ['was paid in parts', { facts: [part('p', 4_000), part('q', 6_000)] }],
  ])('the seat is paid when its money %s', (_how, money) => {
    expect(events(money)).toEqual(['paid', 'finished'])
  })

  it.each<[string, Money]>([
    ['has not arrived', {}],
    ['is being refunded', { facts: [paid], refunds: [promised], order: wasPaid }],
    ['has a rejected refund', { facts: [paid, refusal], refunds: [promised], order: wasPaid }],
    [
      'arrived in parts and the refund of one was rejected',
      {
        facts: [
          part('p', 4_000),
          part('q', 6_000),
          onChain('ben', 'refund_failed', { providerTxnId: 'q', refundId: 'r' }),
        ],
      },
    ],
    ['is only a part so far', { facts: [part('p', 4_000)] }],
    ['is a wrong amount below half of the price', { facts: [atGateway('ben', 'paid', { amountMinor: 4_999 })] }],
    [
      'is half of the price in another currency',
      { facts: [atGateway('ben', 'paid', { amountMinor: 9_000, currency: 'USD' })] },
    ],
    [
      'is half of the price, and some of it went back',
      { facts: [part('p', 5_000), { ...part('p', 1), kind: 'refunded', refundId: 'r' }] },
    ],
    [
      'was half of the price before its chain dropped it',
      { facts: [part('p', 5_000), { ...part('p', 5_000), kind: 'reverted' }] },
    ],
  ])('the seat stays held when its money %s', (_how, money) => {
    expect(step(money, forming)).toEqual({ group: forming, events: [], refund: [], cancel: [] })
  })

  const lapsed = groupOf({
    status: 'unfinished',
    seats: [seatOf(1, 'ann'), seatOf(2, 'ben', { state: 'held', lapsed: true })],
  })
  const friend = { id: 'cay', payerId: 'cay', leaseUntil: minutesAgo(-30), seats: 1 }

  it.each<[string, Money]>([
    ['half of the price in parts', { facts: [part('p', 2_000), part('q', 3_000)] }],
    ['a wrong amount', { facts: [atGateway('ben', 'paid', { amountMinor: 9_999 })] }],
    ['the price and too much', { facts: [atGateway('ben', 'paid', { amountMinor: 20_000 })] }],
  ])('nobody else gets a seat for which %s arrived, until the group is about to end', (_what, money) => {
    const kept = step(money, lapsed).group
    expect(kept.seats[1]).toMatchObject({ halfPaid: true, lapsed: false })
    expect(openSeats(kept)).toEqual([])
    expect(refuseJoin(kept, 'cay', 'pay')).toBe('GroupSeatsHeld')
    expect(refuseJoin(kept, 'ben', 'pay')).toBe('GroupJoined')
    const late = step(money, { ...lapsed, keepsHalfPaid: false }).group
    expect(late.seats[1]).toMatchObject({ halfPaid: true, lapsed: true })
    expect(orderSeat(late, friend).group.seats[1]).toMatchObject({ orderId: 'cay', state: 'held', halfPaid: false })
  })

  it('a half-paid seat is an ordinary seat again once its money is complete or goes back', () => {
    const short = { facts: [part('p', 6_000)] }
    const kept = step(short, forming).group
    const isBack = { ...part('p', 6_000), kind: 'refunded', refundId: 'r' } as const
    const seatWith = (facts: readonly FactView[]) => step({ facts }, kept).group.seats[1]
    expect(seatWith([part('p', 6_000), part('q', 4_000)])).toMatchObject({ state: 'paid', halfPaid: false })
    expect(seatWith([part('p', 6_000), { ...isBack, amountMinor: 2_000 }])).toMatchObject({
      state: 'held',
      halfPaid: false,
    })
    expect(seatWith([part('p', 6_000), isBack])).toBeUndefined()
    expect(step(short, kept)).toEqual({ group: kept, events: [], refund: [], cancel: [] })
  })

  it.each<[string, Money, string]>([
    ['its order ended without money', { order: { status: 'expired' } }, 'released'],
    ['all its money was refunded', { facts: [paid, refunded], refunds: [promised], order: wasPaid }, 'money_gone'],
    ['its money is disputed', { facts: [paid, disputed], order: wasPaid }, 'money_gone'],
    ['its money is disputed before the order was updated', { facts: [paid, disputed] }, 'money_gone'],
    [
      'a wrong payment was fully refunded',
      { facts: [atGateway('ben', 'paid', { amountMinor: 9_000 }), { ...refunded, amountMinor: 9_000 }] },
      'money_gone',
    ],
    [
      'its parts had paid it and one was reverted',
      { facts: [part('p', 4_000), part('q', 6_000), { ...part('q', 6_000), kind: 'reverted' }], order: wasPaid },
      'money_gone',
    ],
    ['it had been paid and only a part is left', { facts: [part('p', 4_000)], order: wasPaid }, 'money_gone'],
  ])('the seat is open again when %s', (_why, money, event) => {
    const { group, events: told } = step(money, forming)
    expect(told).toEqual([{ event, orderId: 'ben' }])
    expect(group.seats.map(({ seat }) => seat)).toEqual([1])
  })
})

describe('seat of a complete group', () => {
  it('a paid seat stays when its order is reported as ended', () => {
    const group = groupOf()
    expect(step({ order: { status: 'expired' } }, group)).toEqual({ group, events: [], refund: [], cancel: [] })
  })

  it('a refunded seat is lost', () => {
    const { group, events: told } = step({ facts: [paid, refunded], refunds: [promised], order: wasPaid })
    expect(told).toEqual([{ event: 'money_gone', orderId: 'ben' }])
    expect(group.seats.map(({ state }) => state)).toEqual(['paid', 'lost'])
  })
})

describe("payment after the group's deadline", () => {
  it('a payment after the deadline is refunded', () => {
    expect(step({ facts: [paid] }, { ...forming, over: true })).toMatchObject({
      group: { status: 'expired', ended: true },
      events: [{ event: 'expired' }, { event: 'no_seat', orderId: 'ben', userId: 'ben' }],
      refund: ['ann', 'ben'],
      cancel: ['ben'],
    })
  })
})

it('the seats of an order are reserved for its buyer until its payment window ends', () => {
  const { order } = orderOf({ id: 'o', userId: 'ann', groupId: 'G', seats: 2 })
  expect(seatOrder(order)).toEqual({ id: 'o', payerId: 'ann', leaseUntil: order.payableUntil, seats: 2 })
})
