import { describe, expect, it } from 'vitest'
import {
  commissionPosting,
  elsewherePosting,
  heldMinor,
  payoutPosting,
  postingsFor,
  type BookedPayment,
  type Posting,
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
type Known = { kept?: number; payments: readonly Partial<BookedPayment>[] }
const orderOf = ({ kept, payments }: Known) => {
  const all = payments.map(payment)
  const left = all
    .filter(({ isMatched, reverted }) => isMatched && !reverted)
    .reduce((sum, each) => sum + each.amountMinor - each.refundedMinor - (each.chargedBackMinor ?? 0), 0)
  return { orderId: 'o', currency: 'CNY', keptMinor: kept ?? Math.max(0, Math.min(1_000, left)), payments: all }
}
const book = (states: readonly Known[]): Posting[] =>
  states.reduce<Posting[]>((booked, state) => [...booked, ...postingsFor(orderOf(state), booked)], [])
const linesOf = (postings: readonly Posting[]) =>
  postings.map(
    ({ source, sourceId, debit, credit, currency, amountMinor }) =>
      `${source} ${sourceId}: ${debit} → ${credit} ${amountMinor} ${currency}`,
  )
/** Lists the postings made while an order passes through these states. Format: `source id: debit → credit amount`. */
const story = (...states: readonly Known[]) => linesOf(book(states))
const lines = (...states: readonly Partial<BookedPayment>[]) => story(...states.map((state) => ({ payments: [state] })))
const revenue = 'payment alipay:T1: clearing:alipay → revenue 1000 CNY'
const suspense = 'payment alipay:T1: clearing:alipay → suspense 1000 CNY'
const released = 'adjustment o:suspense:0: suspense → revenue 1000 CNY'

describe('postings of a payment', () => {
  it('books a payment as revenue if it matches, and into suspense if it does not', () => {
    expect(lines({})).toEqual([revenue])
    expect(lines({ isMatched: false })).toEqual([suspense])
    expect(lines({ amountMinor: 0 })).toEqual([])
    expect(lines({}, {}, {})).toEqual([revenue])
  })

  it('refunds a payment out of revenue or suspense, and books only what is not booked yet', () => {
    const part = 'refund alipay:T1:300: refunds → clearing:alipay 300 CNY'
    expect(lines({ refundedMinor: 300 })).toEqual([revenue, part])
    expect(lines({}, { refundedMinor: 100 }, { refundedMinor: 300 })).toEqual([
      revenue,
      'refund alipay:T1:100: refunds → clearing:alipay 100 CNY',
      'refund alipay:T1:300: refunds → clearing:alipay 200 CNY',
    ])
    expect(lines({ refundedMinor: 300 }, { refundedMinor: 100 }, { refundedMinor: 300 })).toEqual([
      revenue,
      part,
      'adjustment alipay:T1:refund:100.0: clearing:alipay → refunds 200 CNY',
      'refund alipay:T1:300.1: refunds → clearing:alipay 200 CNY',
    ])
    expect(lines({ isMatched: false }, { isMatched: false, refundedMinor: 300 })).toEqual([
      suspense,
      'refund alipay:T1:300: suspense → clearing:alipay 300 CNY',
    ])
  })

  it('reverses a payment that the blockchain dropped, without the part that was refunded', () => {
    expect(lines({}, { reverted: true })).toEqual([
      revenue,
      'adjustment alipay:T1:reverted:revenue: revenue → clearing:alipay 1000 CNY',
    ])
    const odd = { isMatched: false, refundedMinor: 400 }
    expect(lines(odd, { ...odd, reverted: true }).at(-1)).toBe(
      'adjustment alipay:T1:reverted:suspense: suspense → clearing:alipay 600 CNY',
    )
    expect(lines({ refundedMinor: 1_000 }, { refundedMinor: 1_000, reverted: true })).toHaveLength(2)
  })

  it('does not confuse a payment with another whose number begins with its own', () => {
    const other = { providerTxnId: 'T1:7', amountMinor: 500, isMatched: false }
    const both = (refundedMinor: number): Known => ({ kept: 1_000, payments: [{}, { ...other, refundedMinor }] })
    expect(story(both(0), both(300), both(300))).toEqual([
      revenue,
      'payment alipay:T1:7: clearing:alipay → suspense 500 CNY',
      'refund alipay:T1:7:300: suspense → clearing:alipay 300 CNY',
    ])
  })
})

describe('postings of a part payment', () => {
  const part = { isPart: true, isMatched: false }
  const whole = { isPart: true }

  it('keeps excess money of partial payments in suspense and refunds it from there', () => {
    expect(lines(part)).toEqual([suspense])
    expect(lines(part, { ...part, refundedMinor: 100 })[1]).toBe(
      'refund alipay:T1:100: suspense → clearing:alipay 100 CNY',
    )
    expect(lines(part, { ...part, reverted: true })[1]).toBe(
      'adjustment alipay:T1:reverted:suspense: suspense → clearing:alipay 1000 CNY',
    )
    expect(lines(part, { ...part, chargedBackMinor: 50 })[1]).toBe(
      'dispute alipay:T1:50.0: suspense → clearing:alipay 50 CNY',
    )
  })

  it('keeps money of a blocked payer in suspense and releases it once the payer is unblocked', () => {
    const held = { wasHeld: true, isMatched: false }
    expect(lines(held)).toEqual([suspense])
    expect(lines(held, { wasHeld: true }, { wasHeld: true })).toEqual([suspense, released])
  })

  it('releases suspense up to the total once the other partial payments arrive', () => {
    const [one, two] = [
      { amountMinor: 600, ...whole },
      { amountMinor: 900, providerTxnId: 'T2', ...whole },
    ]
    const short = { kept: 0, payments: [{ ...one, isMatched: false }] }
    expect(story(short, { payments: [one, two] }, { payments: [one, two] })).toEqual([
      'payment alipay:T1: clearing:alipay → suspense 600 CNY',
      'payment alipay:T2: clearing:alipay → suspense 900 CNY',
      released,
    ])
  })

  it('returns money to suspense when the order falls below its total again', () => {
    const two = { ...whole, amountMinor: 400, providerTxnId: 'T2' }
    const one = { ...whole, amountMinor: 600 }
    const before = { payments: [one, two] }
    expect(story(before, { kept: 0, payments: [one, { ...two, reverted: true }] }).slice(-2)).toEqual([
      'adjustment alipay:T2:reverted:revenue: revenue → clearing:alipay 400 CNY',
      'adjustment o:suspense:1: revenue → suspense 600 CNY',
    ])
  })
})

describe('excess money of an order', () => {
  const paid = (...amounts: number[]): Partial<BookedPayment>[] =>
    amounts.map((amountMinor, index) => ({ amountMinor, providerTxnId: `T${index + 1}`, isPart: true }))
  const refunded = (some: Partial<BookedPayment>[], ...backs: number[]) =>
    some.map((each, index) => ({ ...each, refundedMinor: backs[index] ?? 0 }))

  it('keeps excess money in suspense, and takes refunds from there first', () => {
    const all = paid(1_500)
    expect(story({ payments: all }, { payments: refunded(all, 300) }, { payments: refunded(all, 700) })).toEqual([
      'payment alipay:T1: clearing:alipay → suspense 1500 CNY',
      released,
      'refund alipay:T1:300: suspense → clearing:alipay 300 CNY',
      'refund alipay:T1:500: suspense → clearing:alipay 200 CNY',
      'refund alipay:T1:700: refunds → clearing:alipay 200 CNY',
    ])
  })

  it('fills suspense first when a refund out of suspense and revenue fails', () => {
    const all = paid(1_500)
    expect(story({ payments: all }, { payments: refunded(all, 700) }, { payments: all }).slice(-2)).toEqual([
      'adjustment alipay:T1:refund:200.0: clearing:alipay → suspense 500 CNY',
      'adjustment alipay:T1:refund:0.0: clearing:alipay → refunds 200 CNY',
    ])
  })

  it('keeps excess money in suspense whichever of two transfers is refunded', () => {
    const all = paid(1_000, 1_000)
    for (const backs of [
      [1_000, 0],
      [0, 1_000],
    ])
      expect(book([{ payments: all }, { payments: refunded(all, ...backs) }]).at(-1)).toMatchObject({
        debit: 'suspense',
        amountMinor: 1_000,
      })
  })

  it('keeps a second payment by another method in suspense until it is refunded', () => {
    const again = { provider: 'wechat' }
    expect(
      story({ payments: [{}] }, { payments: [{}, again] }, { payments: [{}, { ...again, refundedMinor: 1_000 }] }),
    ).toEqual([
      revenue,
      'payment wechat:T1: clearing:wechat → suspense 1000 CNY',
      'refund wechat:T1:1000: suspense → clearing:wechat 1000 CNY',
    ])
  })

  it('takes a lost dispute from suspense before revenue', () => {
    const all = paid(1_000, 300)
    const lost = all.map((each, index) => (index === 0 ? { ...each, chargedBackMinor: 1_000 } : each))
    expect(story({ payments: all }, { payments: lost }).slice(-2)).toEqual([
      'dispute alipay:T1:300.0: suspense → clearing:alipay 300 CNY',
      'dispute alipay:T1:1000.0: chargebacks → clearing:alipay 700 CNY',
    ])
  })

  it('counts suspense by currency', () => {
    const order = orderOf({
      payments: [
        { isPart: true, amountMinor: 1_200 },
        { currency: 'USD', isMatched: false },
      ],
    })
    expect([heldMinor(order, 'CNY'), heldMinor(order, 'USD')]).toEqual([200, 1_000])
  })
})

describe('postings of disputes', () => {
  it('books a lost dispute as a chargeback of revenue, or out of suspense', () => {
    expect(lines({ chargedBackMinor: 300 })).toEqual([
      revenue,
      'dispute alipay:T1:300.0: chargebacks → clearing:alipay 300 CNY',
    ])
    expect(lines({ isMatched: false }, { chargedBackMinor: 300, isMatched: false })[1]).toBe(
      'dispute alipay:T1:300.0: suspense → clearing:alipay 300 CNY',
    )
  })

  it('takes no more of a loss out of suspense than a refund has left in it', () => {
    const odd = { isMatched: false, refundedMinor: 400 }
    expect(lines({ isMatched: false }, odd, { ...odd, chargedBackMinor: 1_000 }).slice(-2)).toEqual([
      'dispute alipay:T1:600.0: suspense → clearing:alipay 600 CNY',
      'dispute alipay:T1:1000.0: chargebacks → clearing:alipay 400 CNY',
    ])
  })

  it('books only the new part of a loss, under another number for each step', () => {
    expect(lines({}, { chargedBackMinor: 300 }, { chargedBackMinor: 300 })).toHaveLength(2)
    expect(lines({}, { chargedBackMinor: 300 }, { chargedBackMinor: 500 })[2]).toBe(
      'dispute alipay:T1:500.1: chargebacks → clearing:alipay 200 CNY',
    )
  })

  it('corrects a booked loss that turns out smaller', () => {
    expect(lines({}, { chargedBackMinor: 300 }, { chargedBackMinor: 100 }, {}).slice(-2)).toEqual([
      'adjustment alipay:T1:lost:100.1: clearing:alipay → chargebacks 200 CNY',
      'adjustment alipay:T1:lost:0.2: clearing:alipay → chargebacks 100 CNY',
    ])
  })
})

describe('postings of a commission', () => {
  it('books a commission as payable, and its reversal the other way', () => {
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

it("books each refund paid outside the provider once, as money that is still in the provider's account", () => {
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
