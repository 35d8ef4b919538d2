import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeSale, postingsFor, type BookedOrder, type BookedPayment, type Posting } from './ledger.rules.ts'

type Books = { postings: Map<string, Posting>; ofOrder: Map<string, Posting[]>; balances: Map<string, bigint> }
const emptyBooks = (): Books => ({ postings: new Map(), ofOrder: new Map(), balances: new Map() })

const leftOf = ({ amountMinor, refundedMinor, chargedBackMinor = 0 }: BookedPayment) =>
  Math.max(0, amountMinor - refundedMinor - chargedBackMinor)
function book(books: Books, payment: BookedPayment): void {
  const { currency, isMatched, provider, providerTxnId } = payment
  const keptMinor = isMatched ? leftOf(payment) : 0
  bookOrder(books, { orderId: `${provider}:${providerTxnId}`, currency, keptMinor, payments: [payment] })
}
function bookOrder(books: Books, order: BookedOrder): void {
  const own = books.ofOrder.get(order.orderId) ?? []
  const missing = postingsFor(order, own)
  books.ofOrder.set(order.orderId, [...own, ...missing])
  for (const posting of missing) insert(books, posting)
}
/** Stores a posting. Rejects a second one with the same source and id, as the table does. */
function insert({ postings, balances }: Books, posting: Posting): void {
  const key = `${posting.source} ${posting.sourceId}`
  if (postings.has(key)) throw new Error(`a second posting of ${key}`)
  postings.set(key, posting)
  const add = (account: string, minor: number) => {
    const name = `${account} ${posting.currency}`
    balances.set(name, (balances.get(name) ?? 0n) + BigInt(minor))
  }
  add(posting.debit, posting.amountMinor)
  add(posting.credit, -posting.amountMinor)
}
const sumOf = ({ balances }: Books, currency: string): bigint =>
  [...balances].filter(([name]) => name.endsWith(` ${currency}`)).reduce((total, [, minor]) => total + minor, 0n)

const payment: BookedPayment = {
  provider: 'alipay',
  providerTxnId: 'T1',
  currency: 'CNY',
  amountMinor: 26_800,
  isMatched: true,
  refundedMinor: 0,
}

describe('ledger', () => {
  it('the ledger sums to zero per currency after 100,000 steps, and provider accounts equal payments minus refunds', () => {
    const step = fc.record({
      provider: fc.constantFrom('alipay', 'wechat', 'unionpay', 'stripe'),
      number: fc.integer({ min: 0, max: 60 }),
      refund: fc.integer({ min: 0, max: 9_000 }),
      lost: fc.integer({ min: -20_000, max: 9_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 500, maxLength: 500 }), (all) => {
        const books = emptyBooks()
        const refunded = new Map<string, number>()
        const disputed = new Map<string, number>()
        const held = new Map<string, number>()
        for (const { provider, number, refund, lost } of all) {
          const providerTxnId = `T${number}`
          const currency = number % 2 === 0 ? 'CNY' : 'USD'
          const amountMinor = 1_000 + number * 137
          const key = `${provider}:${providerTxnId}`
          const refundedMinor = Math.min(amountMinor, (refunded.get(key) ?? 0) + refund)
          refunded.set(key, refundedMinor)
          disputed.set(key, (disputed.get(key) ?? 0) + Math.max(0, lost))
          const chargedBackMinor = disputed.get(key) ?? 0
          const about = { provider, providerTxnId, currency, amountMinor }
          const known = { ...about, isMatched: number % 5 !== 0, refundedMinor, chargedBackMinor }
          book(books, known)
          held.set(key, amountMinor - refundedMinor - chargedBackMinor)
        }
        expect([sumOf(books, 'CNY'), sumOf(books, 'USD')]).toEqual([0n, 0n])
        const clearing = [...books.balances].filter(([name]) => name.startsWith('clearing'))
        expect(clearing.reduce((total, [, minor]) => total + minor, 0n)).toBe(
          BigInt([...held.values()].reduce((total, minor) => total + minor, 0)),
        )
        const isPositive = ({ amountMinor }: Posting) => Number.isSafeInteger(amountMinor) && amountMinor > 0
        expect([...books.postings.values()].filter((posting) => !isPositive(posting))).toEqual([])
      }),
      // Each of the 200 runs has 500 steps, which makes 100,000 steps.
      { numRuns: 200 },
    )
  })

  it('makes the same postings however often, and in however many steps, refunds are reported', () => {
    const once = emptyBooks()
    book(once, { ...payment, refundedMinor: 26_800 })
    const often = emptyBooks()
    for (const refundedMinor of [0, 0, 800, 800, 6_800, 26_800, 26_800]) book(often, { ...payment, refundedMinor })
    expect(often.balances).toEqual(once.balances)
    expect(once.balances.get('clearing:alipay CNY')).toBe(0n)
  })

  it('holds exactly the money beyond the kept amount in suspense, however parts arrive, are returned, fail or are dropped', () => {
    const step = fc.record({
      number: fc.nat(2),
      amountMinor: fc.integer({ min: 1, max: 1_500 }),
      act: fc.constantFrom('refund', 'refund', 'fail', 'revert', 'lose', 'win', 'arrive'),
      minor: fc.nat(1_500),
      isShort: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (all) => {
        const books = emptyBooks()
        const transfers = new Map<number, BookedPayment>()
        for (const { number, amountMinor, act, minor, isShort } of all) {
          const at = {
            provider: 'crypto',
            providerTxnId: `n:${number}`,
            currency: 'USD',
            isPart: true,
            isMatched: true,
          }
          const before: BookedPayment = transfers.get(number) ?? { ...at, amountMinor, refundedMinor: 0 }
          const { refundedMinor, chargedBackMinor = 0, reverted } = before
          const more = Math.min(before.amountMinor, refundedMinor + minor)
          const change: Partial<BookedPayment> = {
            ...(act === 'refund' && { refundedMinor: more }),
            ...(act === 'fail' && { refundedMinor: Math.max(0, refundedMinor - minor) }),
            ...(act === 'revert' && { reverted: true }),
            ...(act === 'lose' && { chargedBackMinor: chargedBackMinor + minor }),
            ...(act === 'win' && { chargedBackMinor: Math.max(0, chargedBackMinor - minor) }),
          }
          // The chain dropped the transfer for good, so its state never changes again.
          transfers.set(number, reverted ? before : { ...before, ...change })
          const payments = [...transfers.values()]
          const hand = payments.reduce((sum, each) => sum + (each.reverted ? 0 : leftOf(each)), 0)
          const keptMinor = isShort ? 0 : Math.min(1_000, hand)
          for (let times = 0; times < 2; times++)
            bookOrder(books, { orderId: 'o', currency: 'USD', keptMinor, payments })
          const balance = (account: string) => books.balances.get(`${account} USD`) ?? 0n
          expect(-balance('suspense')).toBe(BigInt(hand - keptMinor))
          const twice = payments.reduce(
            (sum, each) => sum + Math.max(0, (each.chargedBackMinor ?? 0) - (each.amountMinor - each.refundedMinor)),
            0,
          )
          const dropped = payments.reduce(
            (sum, each) =>
              sum +
              (each.reverted ? Math.min(each.chargedBackMinor ?? 0, leftOf({ ...each, chargedBackMinor: 0 })) : 0),
            0,
          )
          expect(-balance('revenue') - balance('refunds') - balance('chargebacks')).toBe(
            BigInt(keptMinor - twice - dropped),
          )
          expect(sumOf(books, 'USD')).toBe(0n)
        }
      }),
    )
  })

  it('makes the same postings for a lost dispute and refunds in any order', () => {
    const [refund, later, loss] = [{ refundedMinor: 800 }, { refundedMinor: 26_800 }, { disputedMinor: 20_000 }]
    const ends = [
      [refund, loss, later],
      [loss, refund, later],
      [refund, later, loss],
      [loss, loss, { ...later, ...loss }],
    ].map((told) => {
      const books = emptyBooks()
      let known = { refundedMinor: 0, disputedMinor: 0 }
      for (const word of told) {
        known = { ...known, ...word }
        const { refundedMinor, disputedMinor } = known
        book(books, { ...payment, refundedMinor, chargedBackMinor: disputedMinor })
        book(books, { ...payment, refundedMinor, chargedBackMinor: disputedMinor })
      }
      return books.balances
    })
    for (const end of ends)
      expect([end.get('clearing:alipay CNY'), end.get('chargebacks CNY') ?? 0n, end.get('refunds CNY')]).toEqual([
        -20_000n,
        20_000n,
        26_800n,
      ])
  })

  it('follows a dispute loss that is stated, corrected and repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 3_000, 10_000, 26_800), { minLength: 1, maxLength: 12 }), (told) => {
        const books = emptyBooks()
        for (const lostMinor of told) {
          book(books, { ...payment, chargedBackMinor: lostMinor })
          book(books, { ...payment, chargedBackMinor: lostMinor })
          expect(books.balances.get('chargebacks CNY') ?? 0n).toBe(BigInt(lostMinor))
          expect(books.balances.get('clearing:alipay CNY')).toBe(BigInt(26_800 - lostMinor))
        }
      }),
    )
  })

  it('follows refunds that fail after they were done and are repeated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 3_000, 10_000, 26_800), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (told, isMatched) => {
          const books = emptyBooks()
          for (const refundedMinor of told) {
            book(books, { ...payment, isMatched, refundedMinor })
            book(books, { ...payment, isMatched, refundedMinor })
            const lent = books.balances.get(`${isMatched ? 'refunds' : 'suspense'} CNY`) ?? 0n
            expect(lent).toBe(BigInt(isMatched ? refundedMinor : refundedMinor - 26_800))
            expect(books.balances.get('clearing:alipay CNY')).toBe(BigInt(26_800 - refundedMinor))
            expect(sumOf(books, 'CNY')).toBe(0n)
          }
        },
      ),
    )
  })

  it('takes a dispute loss out of suspense if the money never was revenue', () => {
    const order = (chargedBackMinor: number) => ({
      orderId: 'o',
      currency: 'CNY',
      keptMinor: 0,
      payments: [{ ...payment, isMatched: false, chargedBackMinor }],
    })
    const booked = postingsFor(order(0), [])
    expect(postingsFor(order(26_800), booked).at(-1)).toMatchObject({
      source: 'dispute',
      debit: 'suspense',
      credit: 'clearing:alipay',
      amountMinor: 26_800,
    })
  })

  it('keeps suspense apart for each currency of an order', () => {
    const foreign: BookedPayment = {
      ...payment,
      provider: 'stripe',
      providerTxnId: 'S1',
      currency: 'USD',
      amountMinor: 5_000,
      isMatched: false,
    }
    const more = { ...payment, amountMinor: 30_000 }
    const inBooks = ({ debit, credit, currency, amountMinor }: Posting) => [debit, credit, currency, amountMinor]
    for (const payments of [
      [more, foreign],
      [foreign, more],
    ]) {
      const order = { orderId: 'o', currency: 'CNY', keptMinor: 26_800, payments }
      const booked = postingsFor(order, [])
      expect(booked.map(inBooks).toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
        ['clearing:alipay', 'suspense', 'CNY', 30_000],
        ['clearing:stripe', 'suspense', 'USD', 5_000],
        ['suspense', 'revenue', 'CNY', 26_800],
      ])
      expect(postingsFor(order, booked)).toEqual([])
    }
  })

  it('books a payment whose number looks like a refund of another', () => {
    const first = { ...payment, refundedMinor: 100 }
    const order = { orderId: 'o', currency: 'CNY', keptMinor: 26_700, payments: [first] }
    const booked = postingsFor(order, [])
    expect(booked.map(({ sourceId }) => sourceId)).toContain('alipay:T1:100')
    const second = { ...payment, providerTxnId: 'T1:100', amountMinor: 500 }
    expect(postingsFor({ ...order, payments: [first, second] }, booked)).toMatchObject([
      { source: 'payment', sourceId: 'alipay:T1:100', amountMinor: 500 },
    ])
  })

  it('books a refund that fails more than ten times', () => {
    const books = emptyBooks()
    for (let turn = 0; turn < 26; turn++) {
      const refundedMinor = turn % 2 === 0 ? 3_000 : 0
      book(books, { ...payment, refundedMinor })
      expect(books.balances.get('refunds CNY')).toBe(BigInt(refundedMinor))
    }
  })

  it('books a payment of a wrong amount in suspense, not as revenue', () => {
    const order = { orderId: 'o', currency: 'CNY', keptMinor: 0, payments: [{ ...payment, isMatched: false }] }
    const [posting] = postingsFor(order, [])
    expect(posting).toMatchObject({ debit: 'clearing:alipay', credit: 'suspense' })
  })
})

describe('meaning of a posting to an accountant', () => {
  it.each([
    ['payment', 'alipay:T1', 'clearing:alipay', 'revenue', 'payment', 500, 'T1'],
    ['payment', 'crypto:ethereum:0xab:7', 'clearing:crypto', 'revenue', 'payment', 500, 'ethereum:0xab:7'],
    ['refund', 'alipay:T1:500', 'refunds', 'clearing:alipay', 'refund', -500, 'T1'],
    ['refund', 'alipay:T1:500.2', 'refunds', 'clearing:alipay', 'refund', -500, 'T1'],
    ['adjustment', 'alipay:T1:refund:0.1', 'clearing:alipay', 'refunds', 'correction', 500, 'T1'],
    ['dispute', 'stripe:pi_1:500.0', 'chargebacks', 'clearing:stripe', 'dispute', -500, 'pi_1'],
    ['adjustment', 'stripe:pi_1:lost:0.1', 'clearing:stripe', 'chargebacks', 'correction', 500, 'pi_1'],
    ['adjustment', 'crypto:0xab:reverted:revenue', 'revenue', 'clearing:crypto', 'correction', -500, '0xab'],
    ['adjustment', 'some-order:suspense:0', 'suspense', 'revenue', 'correction', 500, null],
  ] as const)(
    'reports the %s posting %s from %s to %s as a %s of %i with payment number %s',
    (source, sourceId, debit, credit, event, change, number) => {
      const said = describeSale({ source, sourceId, debit, credit, amountMinor: 500 })
      expect([said.event, said.changeMinor, said.transaction]).toEqual([event, change, number])
    },
  )

  it('reads the payment number back from each posting of a payment with a refund and a chargeback', () => {
    const paid = { ...payment, refundedMinor: 100, chargedBackMinor: 50 }
    const booked = postingsFor({ orderId: 'o', currency: 'CNY', keptMinor: 26_650, payments: [paid] }, [])
    expect(booked.length).toBeGreaterThan(2)
    for (const posting of booked)
      expect(describeSale(posting).transaction ?? payment.providerTxnId).toBe(payment.providerTxnId)
  })
})
