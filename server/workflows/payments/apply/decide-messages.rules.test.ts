import { describe, expect, it } from 'vitest'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import { deriveMoney } from '#server/modules/payments/order-money.rules.ts'
import type { FactView, RefundView } from '#server/modules/payments/payment-views.rules.ts'
import { decideMessages } from './decide-messages.rules.ts'
import { applyMoney, unchangedOrder, type OrderChange } from './decide-order.rules.ts'
import type { ToldGroup } from './decide-group-messages.rules.ts'
import {
  atGateway,
  daysAhead,
  groupOf,
  ids,
  minutesAgo,
  now,
  onChain,
  orderOf,
  refundOf,
  seatOf,
  withFacts,
} from './decide.test-support.ts'

type Change = Parameters<typeof decideMessages>[0]
type NewFact = Parameters<typeof decideMessages>[1]

const changed = (
  facts: readonly FactView[],
  refunds: readonly RefundView[] = [],
  more: Partial<PaidOrder> = {},
): OrderChange => {
  const { order, money } = orderOf({ id: 'o', userId: 'ann', ...more })
  return applyMoney(order, withFacts(money, facts, refunds), 'query', ids())
}
const changeOf = (orders: readonly OrderChange[], more: Partial<Change> = {}): Change => ({
  orders,
  closings: [],
  group: null,
  times: [],
  ledgers: new Map(),
  withoutBenefits: [],
  emptied: [],
  ...more,
})
const newsOf = (facts: readonly FactView[]): NewFact =>
  facts.map((fact) => ({ ...fact, amount: { amountMinor: fact.amountMinor } }))
const tell = (orders: readonly OrderChange[], fresh: readonly FactView[] = [], more: Partial<Change> = {}) =>
  decideMessages(changeOf(orders, more), newsOf(fresh), now)

const paid = atGateway('o', 'paid')
const back = (refundId: string, amountMinor: number, more: Partial<FactView> = {}) =>
  atGateway('o', 'refunded', { refundId, amountMinor, at: minutesAgo(5), ...more })
const wasPaid = { status: 'paid', paidAt: minutesAgo(30) } as const
const told = (group: Partial<ToldGroup> = {}): ToldGroup => ({
  ...groupOf(),
  expiresAt: daysAhead(1),
  unitPriceMinor: 10_000,
  currency: 'CNY',
  ...group,
})
const inGroup = (group: ToldGroup): Partial<Change> => ({
  group: { before: group, step: { group, events: [], refund: [], cancel: [] } },
})

describe('receipt message', () => {
  const time = (kind: 'grant' | 'takeBack', userId: string, expiresAt: Date | null) =>
    ({ kind, userId, expiresAt }) as Change['times'][number]
  const facts = { orderId: 'o', at: minutesAgo(30).toISOString(), expiresAt: null, group: null }
  const receipt = { userId: 'ann', event: 'receipt:o', template: 'receipt', facts }

  it('a receipt is sent once to the buyer of a newly paid order', () => {
    expect(tell([changed([paid])])).toEqual([receipt])
    expect(tell([changed([paid], [], wasPaid)])).toEqual([])
    expect(tell([changed([])])).toEqual([])
    expect(tell([{ ...changed([paid]), isNewlyPaid: false }])).toEqual([])
  })

  it('no receipt is sent for an order under review or without a payment time', () => {
    expect(tell([changed([paid, atGateway('o', 'disputed')])]).map(({ template }) => template)).toEqual(['review'])
    const change = changed([paid])
    expect(tell([{ ...change, order: { ...change.order, paidAt: null } }])).toEqual([])
  })

  it("a receipt states the end of the buyer's own membership, from the last of several grants", () => {
    const times = [
      time('grant', 'ann', daysAhead(30)),
      time('grant', 'ann', daysAhead(60)),
      time('takeBack', 'ann', daysAhead(90)),
      time('grant', 'ben', daysAhead(365)),
    ]
    const [message] = tell([changed([paid])], [], { times })
    expect(message?.facts).toEqual({ ...facts, expiresAt: daysAhead(60).toISOString() })
    expect(tell([changed([paid])], [], { times: [time('grant', 'ann', null)] })[0]?.facts).toEqual(facts)
  })

  it('a receipt of a group order names the group and its deadline', () => {
    const group = told({ status: 'unfinished' })
    expect(tell([changed([paid])], [], inGroup(group))[0]?.facts).toEqual({
      ...facts,
      group: { id: 'G', endsAt: daysAhead(1).toISOString() },
    })
  })
})

describe('review message', () => {
  const about = { orderId: 'o', currency: 'CNY', at: now.toISOString() }
  const reviewOf = (change: OrderChange) => tell([change]).filter(({ template }) => template === 'review')

  it('a review is announced once, when it begins', () => {
    const odd = atGateway('o', 'paid', { amountMinor: 9_000 })
    expect(reviewOf(changed([odd]))).toEqual([
      {
        userId: 'ann',
        event: 'review:o:differs:9000CNY',
        template: 'review',
        facts: { ...about, amountMinor: 9_000, why: 'differs' },
      },
    ])
    expect(reviewOf(changed([odd], [], { status: 'review' }))).toEqual([])
    const held = { ...paid, hold: 'held' } as const
    expect(reviewOf(changed([held]))).toMatchObject([{ facts: { why: 'other' } }])
    expect(reviewOf(changed([{ ...held, hold: 'released' }]))).toEqual([])
    expect(reviewOf(changed([paid]))).toEqual([])
  })

  it('a message about a review is about the disputed payment, if there is one', () => {
    const more = atGateway('o', 'paid', { providerTxnId: 'odd', amountMinor: 70 })
    expect(reviewOf(changed([paid, atGateway('o', 'disputed'), more]))[0]).toMatchObject({
      event: 'review:o:contested:10000CNY',
      facts: { amountMinor: 10_000, why: 'contested' },
    })
  })

  it('a review of an underpaid order states the received total', () => {
    const parts = [2_000, 3_000].map((amountMinor) =>
      onChain('o', 'paid', { providerTxnId: `p${amountMinor}`, amountMinor }),
    )
    expect(reviewOf(changed(parts, [], { windowOpen: false }))[0]).toMatchObject({
      event: 'review:o:short:5000CNY',
      facts: { amountMinor: 5_000, why: 'short' },
    })
  })

  it('the message about a review of a payment in another currency states only the amount of that payment', () => {
    const dollars = atGateway('o', 'paid', { currency: 'USD', amountMinor: 700 })
    const more = atGateway('o', 'paid', { providerTxnId: 'late', amountMinor: 50, at: minutesAgo(1) })
    expect(reviewOf(changed([dollars, more]))[0]).toMatchObject({
      event: 'review:o:differs:700USD',
      facts: { amountMinor: 700, currency: 'USD', why: 'differs' },
    })
  })

  it('a review shows the payment of a wrong amount, not partial payments that wait for more', () => {
    const odd = atGateway('o', 'paid', { amountMinor: 9_000 })
    expect(reviewOf(changed([onChain('o', 'paid', { amountMinor: 2_000 }), odd]))[0]?.facts).toMatchObject({
      amountMinor: 9_000,
      why: 'differs',
    })
  })

  it('gives the reason "other" for an unknown reason', () => {
    const change = changed([paid])
    const statuses = [
      { from: 'awaiting_payment', to: 'review', reason: 'needs_review', actor: 'y', paidAt: null },
    ] as const
    expect(reviewOf({ ...change, statuses })[0]?.facts).toMatchObject({ amountMinor: 10_000, why: 'other' })
    const nothing = changed([])
    expect(reviewOf({ ...nothing, statuses })[0]?.facts).toMatchObject({
      amountMinor: 0,
      currency: 'CNY',
      why: 'other',
    })
  })
})

describe('refund message', () => {
  const facts = { orderId: 'o', currency: 'CNY', paidMinor: 10_000, at: now.toISOString() }
  const refunds = (change: OrderChange, fresh: readonly FactView[], more: Partial<Change> = {}) =>
    tell([change], fresh, more).filter(({ template }) => template === 'refund')

  it('a refund message has the new and the total amount', () => {
    const [first, second] = [back('r1', 3_000), back('r2', 2_000)]
    const change = changed([paid, first, second], [], wasPaid)
    expect(refunds(change, [second])).toEqual([
      {
        userId: 'ann',
        event: 'refund:o:CNY:5000',
        template: 'refund',
        facts: { ...facts, amountMinor: 2_000, refundedMinor: 5_000, why: 'part' },
      },
    ])
    expect(refunds(change, [first, second])[0]?.facts).toMatchObject({ amountMinor: 5_000, refundedMinor: 5_000 })
    expect(refunds(changed([paid, back('r1', 10_000)], [], wasPaid), [back('r1', 10_000)])[0]?.facts).toMatchObject({
      amountMinor: 10_000,
      why: 'whole',
    })
  })

  it('a refund is announced only when it is new and returns money', () => {
    const change = changed([paid, back('r1', 3_000)], [], wasPaid)
    expect(refunds(change, [])).toEqual([])
    expect(refunds(change, [paid])).toEqual([])
    const total = back('r1', 3_000, { refundId: null })
    expect(tell([changed([paid, back('r1', 3_000), total], [], wasPaid)], [total])).toEqual([])
    const all = { ...total, amountMinor: 10_000 }
    const whole = changed([paid, back('r1', 3_000), all], [], wasPaid)
    expect(refunds(whole, [all])[0]?.facts).toMatchObject({ amountMinor: 7_000, refundedMinor: 10_000 })
  })

  it('the reversal of a free order is announced once, without an amount', () => {
    const takenBack = (more: Partial<PaidOrder>): OrderChange => {
      const { order, money } = orderOf({ id: 'o', userId: 'ann', totalMinor: 0, ...more })
      return applyMoney(order, deriveMoney({ ...money, isTakenBack: true }), 'operator', ids())
    }
    const sums = { amountMinor: 0, paidMinor: 0, refundedMinor: 0 }
    expect(tell([takenBack(wasPaid)])).toEqual([
      { userId: 'ann', event: 'refund:o:free', template: 'refund', facts: { ...facts, ...sums, why: 'free' } },
    ])
    expect(tell([takenBack({ ...wasPaid, status: 'refunded' })])).toEqual([])
  })

  it('only payment facts of the current change are treated as new', () => {
    const first = back('r1', 3_000)
    const second = back('r1', 2_000, { providerTxnId: 'again' })
    const twice = atGateway('o', 'paid', { providerTxnId: 'again', at: minutesAgo(20) })
    const change = changed([paid, twice, first, second], [], wasPaid)
    expect(refunds(change, [second])[0]?.facts).toMatchObject({
      amountMinor: 2_000,
      refundedMinor: 5_000,
      paidMinor: 20_000,
    })
    expect(refunds(change, [{ ...second, amountMinor: 1 }])).toEqual([])
    expect(refunds(change, [{ ...second, attemptId: 'other' }])).toEqual([])
    expect(refunds(change, [{ ...second, refundId: 'other' }])).toEqual([])
    expect(refunds(change, [first])[0]?.facts).toMatchObject({ amountMinor: 3_000 })
    // The payment and its refund arrive together, so the message reports both.
    expect(refunds(change, [twice, second])[0]?.facts).toMatchObject({ amountMinor: 2_000 })
  })

  it('a refund is announced per currency', () => {
    const dollars = atGateway('o', 'paid', { providerTxnId: 'usd', currency: 'USD', amountMinor: 700 })
    const dollarsBack = back('r2', 700, { providerTxnId: 'usd', currency: 'USD' })
    const change = changed([paid, dollars, back('r1', 3_000), dollarsBack], [], wasPaid)
    expect(
      refunds(change, [back('r1', 3_000), dollarsBack])
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(['refund:o:CNY:3000', 'refund:o:USD:700'])
    expect(refunds(change, [dollarsBack]).map(({ facts: each }) => each)).toMatchObject([
      { currency: 'USD', amountMinor: 700, paidMinor: 700, refundedMinor: 700 },
    ])
  })

  it('the message about a refund says whether the payment was a duplicate, an excess or never used', () => {
    const twice = atGateway('o', 'paid', { providerTxnId: 'again', at: minutesAgo(20) })
    const again = back('r1', 10_000, { providerTxnId: 'again' })
    const second = refundOf('o', 'r1', { providerTxnId: 'again' })
    expect(refunds(changed([paid, twice, again], [second], wasPaid), [again])[0]?.facts).toMatchObject({ why: 'twice' })
    const part = onChain('o', 'paid', { amountMinor: 400 })
    const partBack = onChain('o', 'refunded', { refundId: 'r1', amountMinor: 400 })
    expect(refunds(changed([paid, part, partBack], [], wasPaid), [partBack])[0]?.facts).toMatchObject({ why: 'twice' })
    const over = onChain('o', 'paid', { amountMinor: 10_500 })
    const tooMuch = onChain('o', 'refunded', { refundId: 'r1', amountMinor: 500 })
    expect(refunds(changed([over, tooMuch], [], wasPaid), [tooMuch])[0]?.facts).toMatchObject({ why: 'over' })
    const odd = atGateway('o', 'paid', { amountMinor: 9_000 })
    expect(refunds(changed([odd, back('r1', 9_000)]), [back('r1', 9_000)])[0]?.facts).toMatchObject({ why: 'unused' })
  })

  it('a refund message names the group when it failed or the order has no active seat', () => {
    const whole = back('r1', 10_000)
    const change = changed([paid, whole], [], wasPaid)
    const why = (group: ToldGroup) => refunds(change, [whole], inGroup(group))[0]?.facts
    expect(why(told({ status: 'expired', seats: [seatOf(1, 'ann', { orderId: 'o' })] }))).toMatchObject({
      why: 'group',
    })
    expect(why(told({ seats: [seatOf(1, 'ann', { orderId: 'other' })] }))).toMatchObject({ why: 'group' })
    expect(why(told({ seats: [seatOf(1, 'ann', { orderId: 'o', state: 'held' })] }))).toMatchObject({ why: 'group' })
    expect(why(told({ seats: [seatOf(1, 'ann', { orderId: 'o' })] }))).toMatchObject({ why: 'whole' })
    expect(why(told({ seats: [seatOf(1, 'ben'), seatOf(2, 'ann', { orderId: 'o', state: 'lost' })] }))).toMatchObject({
      why: 'whole',
    })
  })

  it('only the first order of a change, to which the new payment facts belong, causes a refund message', () => {
    const other = {
      ...unchangedOrder(orderOf({ id: 'p', userId: 'ben' }).order, changed([paid, back('r1', 3_000)]).money),
    }
    expect(
      tell([other, changed([paid, back('r1', 3_000)], [], wasPaid)], [back('r1', 3_000)]).map(({ userId }) => userId),
    ).toEqual(['ben'])
  })
})

it('a failed refund is announced by its number when it is new', () => {
  const failed = atGateway('o', 'refund_failed', { refundId: 'r1', amountMinor: 3_000, at: minutesAgo(5) })
  const other = { ...failed, refundId: 'r2', amountMinor: 4_000 }
  const change = changed([paid, failed, other], [], wasPaid)
  expect(tell([change], [failed])).toEqual([
    {
      userId: 'ann',
      event: 'refund-failed:r1',
      template: 'refund-failed',
      facts: { orderId: 'o', amountMinor: 3_000, currency: 'CNY', at: now.toISOString() },
    },
  ])
  expect(tell([change], [])).toEqual([])
  expect(
    tell([change], [{ ...failed, kind: 'refunded' }]).filter(({ template }) => template === 'refund-failed'),
  ).toEqual([])
})

it('group messages come after order messages', () => {
  const group = told({ seats: [seatOf(1, 'ann', { orderId: 'o' }), seatOf(2, 'ben')] })
  const step = { group, events: [{ event: 'finished' as const }], refund: [], cancel: [] }
  const messages = tell([changed([paid])], [], { group: { before: told({ status: 'unfinished' }), step } })
  expect(messages.map(({ event }) => event)).toEqual(['receipt:o', 'group-full:G', 'group-full:G'])
})
