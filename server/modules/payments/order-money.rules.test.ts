import { describe, expect, it } from 'vitest'
import {
  decideRefund,
  deriveMoney,
  knownPayments,
  refundDuplicates,
  timeTakenBy,
  withRefunds,
  type NewRefund,
  type OrderMoney,
  type RefundWish,
} from './order-money.rules.ts'
import { fact, order, part } from './order-money.test-support.ts'
import type { FactView, RefundView } from './payment-views.rules.ts'

const known = (id: string, providerTxnId: string, more: Partial<RefundView> = {}): RefundView => ({
  id,
  attemptId: 'gateway',
  providerTxnId,
  amountMinor: 10_000,
  status: 'requested',
  ...more,
})
const moneyOf = (facts: readonly FactView[], refunds: readonly RefundView[] = []): OrderMoney =>
  deriveMoney({ ...order, facts, refunds })
function ids() {
  let made = 0
  return () => `id-${++made}`
}

const asked = { reason: 'goodwill', requestedBy: 'operator' } as const
const plan = (money: OrderMoney, amountMinor: number | 'all', more: Partial<RefundWish> = {}) =>
  decideRefund(money, { ...asked, amountMinor, ...more }, ids())
const sums = ({ refunds }: { refunds: readonly NewRefund[] }) =>
  refunds.map(({ providerTxnId, amountMinor }) => [providerTxnId, amountMinor])
const promised: NewRefund = {
  id: 'id-1',
  orderId: 'o',
  attemptId: 'gateway',
  providerTxnId: 't1',
  amountMinor: 10_000,
  currency: 'CNY',
  reason: 'goodwill',
  requestedBy: 'operator',
  status: 'requested',
  beforeCredit: false,
  isFinal: false,
}
const parts = [part('p1', 1, 4_000), part('p2', 2, 6_000)]

describe('payment state of an order', () => {
  it('keeps the payment facts together with their outcome', () => {
    const facts = [fact('t1', 1)]
    expect(moneyOf(facts)).toMatchObject({ ...order, facts, refunds: [], paymentOutcome: { outcome: 'paid' } })
  })
})

describe('duplicate payment', () => {
  it('refunds a duplicate payment in full and keeps the first one', () => {
    expect(refundDuplicates(moneyOf([fact('t1', 1), fact('t2', 2), fact('t3', 3)]), ids())).toEqual([
      { ...promised, providerTxnId: 't2', reason: 'duplicate', requestedBy: 'settlement' },
      { ...promised, id: 'id-2', providerTxnId: 't3', reason: 'duplicate', requestedBy: 'settlement' },
    ])
    expect(refundDuplicates(moneyOf([fact('t1', 1)]), ids())).toEqual([])
  })
})

describe('refund', () => {
  it('plans a refund of the payment with its reason and requester', () => {
    expect(plan(moneyOf([fact('t1', 1)]), 3_000)).toEqual({
      refunds: [{ ...promised, amountMinor: 3_000 }],
      isFinal: false,
      availableMinor: 10_000,
    })
  })

  it('does not mark a full refund of a single matching payment as final', () => {
    expect(plan(moneyOf([fact('t1', 1)]), 'all')).toEqual({
      refunds: [promised],
      isFinal: false,
      availableMinor: 10_000,
    })
  })

  it('refunds the oldest payment first, then the next', () => {
    const money = moneyOf(parts)
    expect(sums(plan(money, 3_000))).toEqual([['p1', 3_000]])
    expect(sums(plan(money, 4_000))).toEqual([['p1', 4_000]])
    expect(sums(plan(money, 4_001))).toEqual([
      ['p1', 4_000],
      ['p2', 1],
    ])
  })

  it.each([0, -1, 10_001])('rejects a refund of %i of the 10,000 paid', (amountMinor) => {
    expect(plan(moneyOf(parts), amountMinor)).toEqual({ refunds: [], isFinal: false, availableMinor: 10_000 })
  })

  it('rejects a refund of an order without a payment', () => {
    expect(plan(moneyOf([]), 'all')).toEqual({ refunds: [], isFinal: false, availableMinor: 0 })
  })

  it.each(['all', 10_000] as const)('marks a refund of all partial payments, given as %s, as final', (amountMinor) => {
    const { refunds, isFinal } = plan(moneyOf(parts), amountMinor)
    expect(isFinal).toBe(true)
    const about = { ...promised, attemptId: 'chain', isFinal: true }
    expect(refunds).toEqual([
      { ...about, providerTxnId: 'p1', amountMinor: 4_000 },
      { ...about, id: 'id-2', providerTxnId: 'p2', amountMinor: 6_000 },
    ])
  })

  it('does not mark a refund of some of the partial payments as final', () => {
    expect(plan(moneyOf(parts), 9_999)).toMatchObject({
      isFinal: false,
      refunds: [
        { isFinal: false, beforeCredit: false },
        { isFinal: false, beforeCredit: false },
      ],
    })
  })

  it('marks the refund of a partial payment as requested before the total was reached, and not as final', () => {
    expect(plan(moneyOf([part('p1', 1, 4_000)]), 'all')).toMatchObject({
      isFinal: false,
      refunds: [{ providerTxnId: 'p1', amountMinor: 4_000, beforeCredit: true, isFinal: false }],
    })
  })

  it('plans no refund when all partial payments are already being refunded', () => {
    const refunds = parts.map(({ providerTxnId, amountMinor }) =>
      known(`r-${providerTxnId}`, providerTxnId, { attemptId: 'chain', amountMinor }),
    )
    expect(plan(moneyOf(parts, refunds), 'all')).toEqual({ refunds: [], isFinal: false, availableMinor: 0 })
  })

  it('leaves amounts that are refunded or promised out of a new refund', () => {
    const back = fact('t1', 3, { kind: 'refunded', refundId: 'r' })
    const money = moneyOf(
      [fact('t1', 1), back, fact('t2', 2)],
      [known('r', 't1'), known('s', 't2', { amountMinor: 1_000 })],
    )
    expect(plan(money, 'all')).toMatchObject({ availableMinor: 9_000 })
    expect(sums(plan(money, 'all'))).toEqual([['t2', 9_000]])
  })

  it('uses only payments in the currency of the order for a refund of an amount, and all for a full refund', () => {
    const money = moneyOf([fact('usd', 1, { currency: 'USD', amountMinor: 1_400 }), fact('t1', 2)])
    expect(plan(money, 11_000)).toEqual({ refunds: [], isFinal: false, availableMinor: 10_000 })
    expect(sums(plan(money, 5_000))).toEqual([['t1', 5_000]])
    expect(plan(money, 'all').refunds.map(({ currency, amountMinor }) => [currency, amountMinor])).toEqual([
      ['USD', 1_400],
      ['CNY', 10_000],
    ])
  })

  it('skips a disputed payment, and skips one with a failed refund if undecided payments are to be kept', () => {
    const disputed = fact('t1', 3, { kind: 'disputed', disputeId: 'd' })
    const refused = fact('t2', 3, { kind: 'refund_failed', refundId: 'r' })
    const money = moneyOf([fact('t1', 1), disputed, fact('t2', 2), refused, fact('t3', 3)])
    expect(sums(plan(money, 'all', { undecided: 'keep' }))).toEqual([['t3', 10_000]])
    expect(sums(plan(money, 'all'))).toEqual([
      ['t2', 10_000],
      ['t3', 10_000],
    ])
  })
})

describe('payment state with promised refunds', () => {
  const money = moneyOf(parts, [
    known('open', 'p1', { attemptId: 'chain', amountMinor: 1_000 }),
    known('failed', 'p2', { attemptId: 'chain', amountMinor: 500, status: 'failed' }),
  ])

  it('leaves the payment state unchanged without refunds', () => {
    expect(withRefunds(money, { refunds: [], isFinal: true })).toBe(money)
  })

  it('adds new refunds to earlier ones and reduces the refundable rest', () => {
    const refunds = [{ ...promised, attemptId: 'chain', providerTxnId: 'p2', amountMinor: 2_000 }]
    const after = withRefunds(money, { refunds, isFinal: false })
    expect(after.refunds).toEqual([...money.refunds, ...refunds])
    expect(after.paymentOutcome.payments.map(({ pendingMinor }) => pendingMinor)).toEqual([1_000, 2_000])
    expect(after.facts).toBe(money.facts)
  })

  it('makes earlier refunds part of a final refund, except failed ones', () => {
    const last = { ...promised, isFinal: true }
    expect(withRefunds(money, { refunds: [last], isFinal: true }).refunds).toEqual([
      { ...money.refunds[0], isFinal: true },
      money.refunds[1],
      last,
    ])
  })
})

describe('payment with its provider', () => {
  const matched = (facts: readonly FactView[]) => {
    const { paymentOutcome, attempts } = moneyOf(facts)
    return knownPayments(paymentOutcome, attempts).map(({ providerTxnId, provider, isMatched }) => [
      providerTxnId,
      provider,
      isMatched,
    ])
  }

  it.each([
    ['a payment of the requested amount matches', [fact('t1', 1)], [['t1', 'alipay', true]]],
    ['a payment of another amount does not match', [fact('t1', 1, { amountMinor: 9_000 })], [['t1', 'alipay', false]]],
    ['a part of the total does not match', [part('p1', 1, 4_000)], [['p1', 'crypto', false]]],
    [
      'parts that add up to the total match',
      parts,
      [
        ['p1', 'crypto', true],
        ['p2', 'crypto', true],
      ],
    ],
    [
      'a payment in another currency does not match, and parts that add up do',
      [fact('t1', 0, { currency: 'USD' }), ...parts],
      [
        ['t1', 'alipay', false],
        ['p1', 'crypto', true],
        ['p2', 'crypto', true],
      ],
    ],
  ])('lists a payment with its provider and whether it matches the order: %s', (_what, facts, expected) =>
    expect(matched(facts)).toEqual(expected),
  )

  it('leaves out a payment of an unknown attempt', () => {
    const { paymentOutcome, attempts } = moneyOf([fact('t1', 1), part('p1', 2, 4_000)])
    expect(knownPayments(paymentOutcome, attempts.slice(1)).map(({ providerTxnId }) => providerTxnId)).toEqual(['p1'])
    expect(knownPayments(paymentOutcome, attempts)[0]).toEqual({
      ...paymentOutcome.payments[0],
      provider: 'alipay',
      isMatched: true,
    })
  })
})

describe('membership time taken by partial refunds', () => {
  const stated = (refundId: string, kind: 'refunded' | 'refund_failed', more: Partial<FactView> = {}): FactView => ({
    ...fact('t1', 1),
    kind,
    refundId,
    ...more,
  })
  it('takes membership time for completed refunds and lists the time of pending ones separately', () => {
    const refunds = ['done', 'stated', 'failed', 'elsewhere', 'sent', 'plain'].map((id) =>
      known(id, 't', {
        status: id === 'done' || id === 'failed' || id === 'sent' ? id : id === 'elsewhere' ? 'failed' : 'requested',
        takeSeconds: id === 'plain' ? 0 : id.length,
      }),
    )
    const facts = [stated('stated', 'refunded'), stated('elsewhere', 'refunded', { isElsewhere: true })]
    expect(timeTakenBy({ refunds, facts })).toEqual({
      done: [
        { refundId: 'done', seconds: 4 },
        { refundId: 'stated', seconds: 6 },
        { refundId: 'elsewhere', seconds: 9 },
      ],
      waitingSeconds: 4,
    })
    const failed = [...facts, stated('stated', 'refund_failed')]
    expect(timeTakenBy({ refunds, facts: failed })?.done.map(({ refundId }) => refundId)).toEqual(['done', 'elsewhere'])
  })

  it('reports no membership time taken when no refund took any', () => {
    expect(timeTakenBy({ refunds: [known('r', 't')], facts: [] })).toBeNull()
  })

  it('stores the membership time to take with the first refund of a request', () => {
    const { refunds } = plan(moneyOf(parts), 'all', { takeSeconds: 5 })
    expect(refunds.map(({ takeSeconds = 0 }) => takeSeconds)).toEqual([5, 0])
  })
})
