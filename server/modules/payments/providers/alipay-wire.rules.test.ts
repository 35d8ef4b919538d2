import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOfTrade, fromBeijingTime, toBeijingTime, type StatedTrade } from './alipay-wire.rules.ts'

const statedAt = new Date('2026-11-20T09:30:00Z')
const trade = (change: Partial<StatedTrade>): StatedTrade => ({
  tradeNo: '2026112022001',
  outTradeNo: '01JATTEMPT',
  status: 'TRADE_SUCCESS',
  total: '268.00',
  currency: undefined,
  paidAt: new Date('2026-11-20T09:14:00Z'),
  refundedTotal: undefined,
  statedAt,
  ...change,
})

describe('Alipay time', () => {
  it("Alipay time is Beijing time, whatever the machine's zone", () => {
    expect(toBeijingTime(new Date('2026-11-20T18:00:01.900Z'))).toBe('2026-11-21 02:00:01')
    expect(fromBeijingTime('2026-11-21 02:00:01')).toEqual(new Date('2026-11-20T18:00:01Z'))
    expect(fromBeijingTime('2026-11-21 02:00:01.123')).toEqual(new Date('2026-11-20T18:00:01Z'))
  })

  it('reads back the time that it wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (second) => {
        const at = new Date(second * 1000)
        expect(fromBeijingTime(toBeijingTime(at))).toEqual(at)
      }),
    )
  })

  it.each(['', '2026-11-21', '2026-13-41 99:00:00', 'yesterday', undefined])('rejects %j as an Alipay time', (text) => {
    expect(fromBeijingTime(text)).toBeNull()
  })
})

describe('facts of an Alipay trade', () => {
  it('a successful trade gives a paid fact', () => {
    for (const status of ['TRADE_SUCCESS', 'TRADE_FINISHED'])
      expect(factsOfTrade(trade({ status }))).toEqual([
        {
          kind: 'paid',
          providerTxnId: '2026112022001',
          amount: { amountMinor: 26_800, currency: 'CNY' },
          at: new Date('2026-11-20T09:14:00Z'),
        },
      ])
  })

  it('an unpaid trade gives no facts', () => {
    expect(factsOfTrade(trade({ status: 'WAIT_BUYER_PAY', paidAt: null }))).toEqual([])
  })

  it('an unsupported currency is kept for the rules to refuse', () => {
    expect(factsOfTrade(trade({ currency: 'HKD' }))?.[0]?.amount).toEqual({ amountMinor: 26_800, currency: 'HKD' })
  })

  it('refunds are given as a running total', () => {
    expect(factsOfTrade(trade({ refundedTotal: '68.00' }))).toMatchObject([
      { kind: 'paid' },
      { kind: 'refunded', amount: { amountMinor: 6_800 } },
    ])
  })

  it('distinguishes a trade closed without payment from a refunded one', () => {
    expect(factsOfTrade(trade({ status: 'TRADE_CLOSED', paidAt: null }))).toMatchObject([
      { kind: 'closed', at: statedAt },
    ])
    expect(factsOfTrade(trade({ status: 'TRADE_CLOSED' }))).toMatchObject([
      { kind: 'paid' },
      { kind: 'refunded', amount: { amountMinor: 26_800 } },
    ])
  })

  it.each([
    { total: '268.001' },
    { total: '-1' },
    { total: '' },
    { total: '1e3' },
    { status: 'TRADE_DREAMT' },
    { refundedTotal: 'some' },
  ])('an invalid trade gives null: %j', (change) => expect(factsOfTrade(trade(change))).toBeNull())
})

describe('edge cases of an Alipay trade', () => {
  it.each(['x2026-11-21 02:00:01', '2026-11-21 02:00:01x', '2026-11-21T02:00:01', '2026-11-21 02:00:01.'])(
    'rejects %j as an Alipay time',
    (text) => {
      expect(fromBeijingTime(text)).toBeNull()
    },
  )

  it('a refunded total of zero is no refund, and a closed paid trade without an amount is fully refunded', () => {
    expect(factsOfTrade(trade({ refundedTotal: '0.00' }))?.map(({ kind }) => kind)).toEqual(['paid'])
    const closed = factsOfTrade(trade({ status: 'TRADE_CLOSED', refundedTotal: '100.00' }))
    expect(closed?.map(({ kind, amount }) => [kind, amount.amountMinor])).toEqual([
      ['paid', 26_800],
      ['refunded', 10_000],
    ])
    const whole = factsOfTrade(trade({ status: 'TRADE_CLOSED' }))
    expect(whole?.map(({ kind, amount }) => [kind, amount.amountMinor])).toEqual([
      ['paid', 26_800],
      ['refunded', 26_800],
    ])
  })
})
