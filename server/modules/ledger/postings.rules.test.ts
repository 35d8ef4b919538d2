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

describe('a payment in the books', () => {
  it('is revenue where it fits, and waits in suspense where it does not', () => {
    expect(lines({})).toEqual([revenue])
    expect(lines({ isMatched: false })).toEqual([suspense])
    expect(lines({ amountMinor: 0 })).toEqual([])
  })

  it('goes back as a refund of revenue, or out of suspense, and only what is not booked yet', () => {
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

  it('that the chain took back leaves the account where it stands, less what was refunded', () => {
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

describe('a part of a payment in the books', () => {
  const part = { isPart: true, isMatched: false }

  it('waits in suspense, and goes back from there', () => {
    expect(lines(part)).toEqual([suspense])
    expect(lines({ ...part, refundedMinor: 100 })[1]).toBe('refund alipay:T1:100: suspense → clearing:alipay 100 CNY')
    expect(lines({ ...part, reverted: true })[1]).toBe(
      'adjustment alipay:T1:reverted: suspense → clearing:alipay 1000 CNY',
    )
    expect(lines({ ...part, chargedBackMinor: 50 })[1]).toBe(
      'dispute alipay:T1:50.0: suspense → clearing:alipay 50 CNY',
    )
  })

  it('of a blocked payer waits there as well, and is released once it counts', () => {
    expect(lines({ wasHeld: true, isMatched: false })).toEqual([suspense])
    expect(lines({ wasHeld: true, isMatched: false, refundedMinor: 100 })[1]).toBe(
      'refund alipay:T1:100: suspense → clearing:alipay 100 CNY',
    )
    expect(lines({ wasHeld: true })[1]).toBe('adjustment alipay:T1:parts: suspense → revenue 1000 CNY')
    expect(lines({ wasHeld: true }, { isReleased: true })).toEqual([suspense])
  })

  it('is released once the others came: what is left of it, once', () => {
    expect(lines({ isPart: true })).toEqual([suspense, 'adjustment alipay:T1:parts: suspense → revenue 1000 CNY'])
    expect(lines({ isPart: true }, { refundsMinor: 400 })[1]).toBe(
      'adjustment alipay:T1:parts: suspense → revenue 600 CNY',
    )
    expect(lines({ isPart: true }, { isReleased: true })).toEqual([suspense])
  })

  it('is revenue for ever once it was released, whatever becomes of the others', () => {
    expect(lines({ ...part, refundedMinor: 100 }, { isReleased: true })[1]).toBe(
      'refund alipay:T1:100: refunds → clearing:alipay 100 CNY',
    )
    expect(lines({ ...part, reverted: true }, { isReleased: true })[1]).toBe(
      'adjustment alipay:T1:reverted: revenue → clearing:alipay 1000 CNY',
    )
  })

  it('is not released where the chain took it back', () => {
    expect(lines({ isPart: true, reverted: true })).toEqual([
      suspense,
      'adjustment alipay:T1:reverted: suspense → clearing:alipay 1000 CNY',
    ])
  })
})

describe('what disputes took', () => {
  it('is a chargeback of revenue, or leaves suspense', () => {
    expect(lines({ chargedBackMinor: 300 })).toEqual([
      revenue,
      'dispute alipay:T1:300.0: chargebacks → clearing:alipay 300 CNY',
    ])
    expect(lines({ chargedBackMinor: 300, isMatched: false })[1]).toBe(
      'dispute alipay:T1:300.0: suspense → clearing:alipay 300 CNY',
    )
  })

  it('is booked by what is new of it, under a number of its own for each step', () => {
    expect(lines({ chargedBackMinor: 300 }, { lostMinor: 300, lossSteps: 1 })).toEqual([revenue])
    expect(lines({ chargedBackMinor: 500 }, { lostMinor: 300, lossSteps: 1 })[1]).toBe(
      'dispute alipay:T1:500.1: chargebacks → clearing:alipay 200 CNY',
    )
  })

  it('is booked back where less of it was taken than the books say', () => {
    expect(lines({ chargedBackMinor: 100 }, { lostMinor: 300, lossSteps: 2 })[1]).toBe(
      'adjustment alipay:T1:lost:100.2: clearing:alipay → chargebacks 200 CNY',
    )
    expect(lines({}, { lostMinor: 300, lossSteps: 1 })[1]).toBe(
      'adjustment alipay:T1:lost:0.1: clearing:alipay → chargebacks 300 CNY',
    )
  })
})

describe('a commission in the books', () => {
  it('is owed, and what takes it back the other way round', () => {
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

  it('is cleared by its payout', () => {
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

it("what was given back from elsewhere is still in the provider's account: each refund once", () => {
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
