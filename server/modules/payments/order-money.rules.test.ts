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
/** Of which payments how much goes back. */
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

describe('what is known of the money of an order', () => {
  it('is kept with what it comes to', () => {
    const facts = [fact('t1', 1)]
    expect(moneyOf(facts)).toMatchObject({ ...order, facts, refunds: [], paymentOutcome: { outcome: 'paid' } })
  })
})

describe('money that came twice', () => {
  it('goes back whole, and the payment that bought stays', () => {
    expect(refundDuplicates(moneyOf([fact('t1', 1), fact('t2', 2), fact('t3', 3)]), ids())).toEqual([
      { ...promised, providerTxnId: 't2', reason: 'duplicate', requestedBy: 'settlement' },
      { ...promised, id: 'id-2', providerTxnId: 't3', reason: 'duplicate', requestedBy: 'settlement' },
    ])
    expect(refundDuplicates(moneyOf([fact('t1', 1)]), ids())).toEqual([])
  })
})

describe('a refund', () => {
  it('is promised of the payment that came, for the reason of who asked', () => {
    expect(plan(moneyOf([fact('t1', 1)]), 3_000)).toEqual({
      refunds: [{ ...promised, amountMinor: 3_000 }],
      isFinal: false,
      availableMinor: 10_000,
    })
  })

  it('of everything is not the last word where one payment bought', () => {
    expect(plan(moneyOf([fact('t1', 1)]), 'all')).toEqual({
      refunds: [promised],
      isFinal: false,
      availableMinor: 10_000,
    })
  })

  it('takes the oldest payment first, and of the next one what is missing', () => {
    const money = moneyOf(parts)
    expect(sums(plan(money, 3_000))).toEqual([['p1', 3_000]])
    expect(sums(plan(money, 4_000))).toEqual([['p1', 4_000]])
    expect(sums(plan(money, 4_001))).toEqual([
      ['p1', 4_000],
      ['p2', 1],
    ])
  })

  it.each([0, -1, 10_001])('of %i of the 10,000 that came is none', (amountMinor) => {
    expect(plan(moneyOf(parts), amountMinor)).toEqual({ refunds: [], isFinal: false, availableMinor: 10_000 })
  })

  it('of nothing that came is none', () => {
    expect(plan(moneyOf([]), 'all')).toEqual({ refunds: [], isFinal: false, availableMinor: 0 })
  })

  it.each(['all', 10_000] as const)('of all parts, asked for as %s, ends what they bought', (amountMinor) => {
    const { refunds, isFinal } = plan(moneyOf(parts), amountMinor)
    expect(isFinal).toBe(true)
    const about = { ...promised, attemptId: 'chain', isFinal: true }
    expect(refunds).toEqual([
      { ...about, providerTxnId: 'p1', amountMinor: 4_000 },
      { ...about, id: 'id-2', providerTxnId: 'p2', amountMinor: 6_000 },
    ])
  })

  it('of some of the parts leaves what they bought', () => {
    expect(plan(moneyOf(parts), 9_999)).toMatchObject({
      isFinal: false,
      refunds: [
        { isFinal: false, beforeCredit: false },
        { isFinal: false, beforeCredit: false },
      ],
    })
  })

  it('of a part before the parts came to the price says so, and is not the last word', () => {
    expect(plan(moneyOf([part('p1', 1, 4_000)]), 'all')).toMatchObject({
      isFinal: false,
      refunds: [{ providerTxnId: 'p1', amountMinor: 4_000, beforeCredit: true, isFinal: false }],
    })
  })

  it('of everything is none, and not the last word, where all parts are promised back', () => {
    const refunds = parts.map(({ providerTxnId, amountMinor }) =>
      known(`r-${providerTxnId}`, providerTxnId, { attemptId: 'chain', amountMinor }),
    )
    expect(plan(moneyOf(parts, refunds), 'all')).toEqual({ refunds: [], isFinal: false, availableMinor: 0 })
  })

  it('leaves out what went back, or is promised back', () => {
    const back = fact('t1', 3, { kind: 'refunded', refundId: 'r' })
    const money = moneyOf(
      [fact('t1', 1), back, fact('t2', 2)],
      [known('r', 't1'), known('s', 't2', { amountMinor: 1_000 })],
    )
    expect(plan(money, 'all')).toMatchObject({ availableMinor: 9_000 })
    expect(sums(plan(money, 'all'))).toEqual([['t2', 9_000]])
  })

  it('of a sum takes none of a payment in another currency, and one of everything does', () => {
    const money = moneyOf([fact('usd', 1, { currency: 'USD', amountMinor: 1_400 }), fact('t1', 2)])
    expect(plan(money, 11_000)).toEqual({ refunds: [], isFinal: false, availableMinor: 10_000 })
    expect(sums(plan(money, 5_000))).toEqual([['t1', 5_000]])
    expect(plan(money, 'all').refunds.map(({ currency, amountMinor }) => [currency, amountMinor])).toEqual([
      ['USD', 1_400],
      ['CNY', 10_000],
    ])
  })

  it('leaves a disputed payment alone, and one whose refund failed only where it is asked to', () => {
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

describe('the money once refunds are promised', () => {
  const money = moneyOf(parts, [
    known('open', 'p1', { attemptId: 'chain', amountMinor: 1_000 }),
    known('failed', 'p2', { attemptId: 'chain', amountMinor: 500, status: 'failed' }),
  ])

  it('is the same where there are none', () => {
    expect(withRefunds(money, { refunds: [], isFinal: true })).toBe(money)
  })

  it('holds them beside those from before, and comes to what is left', () => {
    const refunds = [{ ...promised, attemptId: 'chain', providerTxnId: 'p2', amountMinor: 2_000 }]
    const after = withRefunds(money, { refunds, isFinal: false })
    expect(after.refunds).toEqual([...money.refunds, ...refunds])
    expect(after.paymentOutcome.payments.map(({ pendingMinor }) => pendingMinor)).toEqual([1_000, 2_000])
    expect(after.facts).toBe(money.facts)
  })

  it('makes earlier ones a part of the last word, but none that failed', () => {
    const last = { ...promised, isFinal: true }
    expect(withRefunds(money, { refunds: [last], isFinal: true }).refunds).toEqual([
      { ...money.refunds[0], isFinal: true },
      money.refunds[1],
      last,
    ])
  })
})

describe('a payment with where it came in', () => {
  const matched = (facts: readonly FactView[]) => {
    const { paymentOutcome, attempts } = moneyOf(facts)
    return knownPayments(paymentOutcome, attempts).map(({ providerTxnId, provider, isMatched }) => [
      providerTxnId,
      provider,
      isMatched,
    ])
  }

  it.each([
    ['is what was asked for', [fact('t1', 1)], [['t1', 'alipay', true]]],
    ['is another sum', [fact('t1', 1, { amountMinor: 9_000 })], [['t1', 'alipay', false]]],
    ['is a part of what was asked for', [part('p1', 1, 4_000)], [['p1', 'crypto', false]]],
    [
      'is one of the parts that come to the price',
      parts,
      [
        ['p1', 'crypto', true],
        ['p2', 'crypto', true],
      ],
    ],
    [
      'is another sum beside parts that come to the price',
      [fact('t1', 0, { currency: 'USD' }), ...parts],
      [
        ['t1', 'alipay', false],
        ['p1', 'crypto', true],
        ['p2', 'crypto', true],
      ],
    ],
  ])('%s', (_what, facts, expected) => expect(matched(facts)).toEqual(expected))

  it('is left out where its attempt is not known', () => {
    const { paymentOutcome, attempts } = moneyOf([fact('t1', 1), part('p1', 2, 4_000)])
    expect(knownPayments(paymentOutcome, attempts.slice(1)).map(({ providerTxnId }) => providerTxnId)).toEqual(['p1'])
    expect(knownPayments(paymentOutcome, attempts)[0]).toEqual({
      ...paymentOutcome.payments[0],
      provider: 'alipay',
      isMatched: true,
    })
  })
})

describe('membership time that partial refunds take', () => {
  const stated = (refundId: string, kind: 'refunded' | 'refund_failed', more: Partial<FactView> = {}): FactView => ({
    ...fact('t1', 1),
    kind,
    refundId,
    ...more,
  })
  it('is that of refunds that went, by the provider or in another way; of those on their way it waits', () => {
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

  it('is null where no refund ever took any', () => {
    expect(timeTakenBy({ refunds: [known('r', 't')], facts: [] })).toBeNull()
  })

  it('goes with the first refund of a promise', () => {
    const { refunds } = plan(moneyOf(parts), 'all', { takeSeconds: 5 })
    expect(refunds.map(({ takeSeconds = 0 }) => takeSeconds)).toEqual([5, 0])
  })
})
