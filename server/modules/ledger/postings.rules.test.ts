import { describe, expect, it } from 'vitest'
import {
  commissionPosting,
  elsewherePosting,
  payoutPosting,
  postingsFor,
  type Booked,
  type BookedPayment,
} from './ledger.rules.ts'

const payment = (change: Partial<BookedPayment> = {}): BookedPayment => ({
  provider: 'alipay',
  providerTxnId: 'T1',
  currency: 'CNY',
  amountMinor: 1_000,
  isMatched: true,
  refundedMinor: 0,
  ...change,
})
const booked = (change: Partial<Booked> = {}): Booked => ({
  refundsMinor: 0,
  refundSteps: 0,
  lostMinor: 0,
  lossSteps: 0,
  isReleased: false,
  ...change,
})
/** Format: `source id: debit → credit amount`. */
const lines = (of: Partial<BookedPayment>, known: Partial<Booked> = {}) =>
  postingsFor(payment(of), booked(known)).map(
    ({ source, sourceId, debit, credit, currency, amountMinor }) =>
      `${source} ${sourceId}: ${debit} → ${credit} ${amountMinor} ${currency}`,
  )
const revenue = 'payment alipay:T1: clearing:alipay → revenue 1000 CNY'
const suspense = 'payment alipay:T1: clearing:alipay → suspense 1000 CNY'

describe('postings of a payment', () => {
  it('a matching payment is revenue, and any other waits in suspense', () => {
    expect(lines({})).toEqual([revenue])
    expect(lines({ isMatched: false })).toEqual([suspense])
    expect(lines({ amountMinor: 0 })).toEqual([])
  })

  it('a refund is booked from revenue or suspense, only for what is not booked yet', () => {
    expect(lines({ refundedMinor: 300 })).toEqual([revenue, 'refund alipay:T1:300: refunds → clearing:alipay 300 CNY'])
    expect(lines({ refundedMinor: 300 }, { refundsMinor: 100 })[1]).toBe(
      'refund alipay:T1:300: refunds → clearing:alipay 200 CNY',
    )
    expect(lines({ refundedMinor: 300 }, { refundsMinor: 300 })).toEqual([revenue])
    expect(lines({ refundedMinor: 100 }, { refundsMinor: 300 })).toEqual([
      revenue,
      'adjustment alipay:T1:refund:100.0: clearing:alipay → refunds 200 CNY',
    ])
    expect(lines({ refundedMinor: 300 }, { refundsMinor: 100, refundSteps: 1 })[1]).toBe(
      'refund alipay:T1:300.1: refunds → clearing:alipay 200 CNY',
    )
    expect(lines({ isMatched: false, refundedMinor: 300 })[1]).toBe(
      'refund alipay:T1:300: suspense → clearing:alipay 300 CNY',
    )
  })

  it('a payment reverted by the chain is taken from its account, minus refunds', () => {
    expect(lines({ reverted: true })).toEqual([
      revenue,
      'adjustment alipay:T1:reverted: revenue → clearing:alipay 1000 CNY',
    ])
    expect(lines({ reverted: true, isMatched: false, refundedMinor: 400 }, { refundsMinor: 400 })[1]).toBe(
      'adjustment alipay:T1:reverted: suspense → clearing:alipay 600 CNY',
    )
    expect(lines({ reverted: true, refundedMinor: 1_000 }, { refundsMinor: 1_000 })).toEqual([revenue])
  })
})

describe('postings of a part payment', () => {
  const part = { isPart: true, isMatched: false }

  it('a part payment waits in suspense and is refunded from there', () => {
    expect(lines(part)).toEqual([suspense])
    expect(lines({ ...part, refundedMinor: 100 })[1]).toBe('refund alipay:T1:100: suspense → clearing:alipay 100 CNY')
    expect(lines({ ...part, reverted: true })[1]).toBe(
      'adjustment alipay:T1:reverted: suspense → clearing:alipay 1000 CNY',
    )
    expect(lines({ ...part, chargedBackMinor: 50 })[1]).toBe(
      'dispute alipay:T1:50.0: suspense → clearing:alipay 50 CNY',
    )
  })

  it('a held payment of a blocked payer waits in suspense and is released when it counts', () => {
    expect(lines({ wasHeld: true, isMatched: false })).toEqual([suspense])
    expect(lines({ wasHeld: true, isMatched: false, refundedMinor: 100 })[1]).toBe(
      'refund alipay:T1:100: suspense → clearing:alipay 100 CNY',
    )
    expect(lines({ wasHeld: true })[1]).toBe('adjustment alipay:T1:parts: suspense → revenue 1000 CNY')
    expect(lines({ wasHeld: true }, { isReleased: true })).toEqual([suspense])
  })

  it('a part payment is released to revenue once when the total is complete', () => {
    expect(lines({ isPart: true })).toEqual([suspense, 'adjustment alipay:T1:parts: suspense → revenue 1000 CNY'])
    expect(lines({ isPart: true }, { refundsMinor: 400 })[1]).toBe(
      'adjustment alipay:T1:parts: suspense → revenue 600 CNY',
    )
    expect(lines({ isPart: true }, { isReleased: true })).toEqual([suspense])
  })

  it('a released part payment stays revenue whatever happens to the others', () => {
    expect(lines({ ...part, refundedMinor: 100 }, { isReleased: true })[1]).toBe(
      'refund alipay:T1:100: refunds → clearing:alipay 100 CNY',
    )
    expect(lines({ ...part, reverted: true }, { isReleased: true })[1]).toBe(
      'adjustment alipay:T1:reverted: revenue → clearing:alipay 1000 CNY',
    )
  })

  it('a reverted part payment is not released', () => {
    expect(lines({ isPart: true, reverted: true })).toEqual([
      suspense,
      'adjustment alipay:T1:reverted: suspense → clearing:alipay 1000 CNY',
    ])
  })
})

describe('postings of disputes', () => {
  it('a lost dispute is a chargeback of revenue, or leaves suspense', () => {
    expect(lines({ chargedBackMinor: 300 })).toEqual([
      revenue,
      'dispute alipay:T1:300.0: chargebacks → clearing:alipay 300 CNY',
    ])
    expect(lines({ chargedBackMinor: 300, isMatched: false })[1]).toBe(
      'dispute alipay:T1:300.0: suspense → clearing:alipay 300 CNY',
    )
  })

  it('each loss is booked by its difference, under its own step number', () => {
    expect(lines({ chargedBackMinor: 300 }, { lostMinor: 300, lossSteps: 1 })).toEqual([revenue])
    expect(lines({ chargedBackMinor: 500 }, { lostMinor: 300, lossSteps: 1 })[1]).toBe(
      'dispute alipay:T1:500.1: chargebacks → clearing:alipay 200 CNY',
    )
  })

  it('a loss that was booked too high is corrected', () => {
    expect(lines({ chargedBackMinor: 100 }, { lostMinor: 300, lossSteps: 2 })[1]).toBe(
      'adjustment alipay:T1:lost:100.2: clearing:alipay → chargebacks 200 CNY',
    )
    expect(lines({}, { lostMinor: 300, lossSteps: 1 })[1]).toBe(
      'adjustment alipay:T1:lost:0.1: clearing:alipay → chargebacks 300 CNY',
    )
  })
})

describe('postings of a commission', () => {
  it('a commission is payable, and its reversal is booked the other way', () => {
    const posting = { source: 'commission', sourceId: 'c1', currency: 'USD' }
    expect(commissionPosting({ id: 'c1', amountMinor: 250 })).toEqual({
      ...posting,
      debit: 'commissions',
      credit: 'commissions-payable',
      amountMinor: 250,
    })
    expect(commissionPosting({ id: 'c1', amountMinor: -250 })).toEqual({
      ...posting,
      debit: 'commissions-payable',
      credit: 'commissions',
      amountMinor: 250,
    })
  })

  it('a payout clears payable commissions', () => {
    expect(payoutPosting({ id: 's1', amountMinor: 9_000 })).toEqual({
      source: 'commission',
      sourceId: 'settlement:s1',
      debit: 'commissions-payable',
      credit: 'payouts',
      currency: 'USD',
      amountMinor: 9_000,
    })
  })
})

it("each refund made elsewhere is booked as still in the provider's account, once", () => {
  const refund = { provider: 'alipay', providerTxnId: 'T1', refundId: 'r1', currency: 'CNY', amountMinor: 300 }
  expect(elsewherePosting(refund)).toEqual({
    source: 'adjustment',
    sourceId: 'alipay:T1:elsewhere:r1',
    debit: 'clearing:alipay',
    credit: 'adjustments',
    currency: 'CNY',
    amountMinor: 300,
  })
})
