import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postingsFor, type BookedPayment, type Posting } from './ledger.rules.ts'

type Books = { postings: Map<string, Posting>; balances: Map<string, bigint> }

function book(books: Books, payment: BookedPayment): void {
  const id = `${payment.provider}:${payment.providerTxnId}`
  let refundsMinor = 0
  let refundSteps = 0
  for (const posting of books.postings.values())
    if (posting.source === 'refund' && posting.sourceId.startsWith(`${id}:`)) refundsMinor += posting.amountMinor
    else if (posting.source === 'adjustment' && posting.sourceId.startsWith(`${id}:refund:`))
      [refundsMinor, refundSteps] = [refundsMinor - posting.amountMinor, refundSteps + 1]
  let lostMinor = 0
  let lossSteps = 0
  for (const { source, sourceId, amountMinor } of books.postings.values()) {
    if (source === 'dispute' && sourceId.startsWith(`${id}:`))
      [lostMinor, lossSteps] = [lostMinor + amountMinor, lossSteps + 1]
    if (source === 'adjustment' && sourceId.startsWith(`${id}:lost:`))
      [lostMinor, lossSteps] = [lostMinor - amountMinor, lossSteps + 1]
  }
  const isReleased = books.postings.has(`adjustment ${id}:parts`)
  for (const posting of postingsFor(payment, { refundsMinor, refundSteps, lostMinor, lossSteps, isReleased }))
    insert(books, posting)
}
/** Unique by source and id, like the table. */
function insert({ postings, balances }: Books, posting: Posting): void {
  const key = `${posting.source} ${posting.sourceId}`
  if (postings.has(key)) return
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
        const books: Books = { postings: new Map(), balances: new Map() }
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
        for (const { amountMinor } of books.postings.values())
          expect(Number.isSafeInteger(amountMinor) && amountMinor > 0).toBe(true)
      }),
      // 500 steps each.
      { numRuns: 200 },
    )
  })

  it('repeated and stepwise refund reports give the same ledger', () => {
    const once: Books = { postings: new Map(), balances: new Map() }
    book(once, { ...payment, refundedMinor: 26_800 })
    const often: Books = { postings: new Map(), balances: new Map() }
    for (const refundedMinor of [0, 0, 800, 800, 6_800, 26_800, 26_800]) book(often, { ...payment, refundedMinor })
    expect(often.balances).toEqual(once.balances)
    expect(once.balances.get('clearing:alipay CNY')).toBe(0n)
  })

  it('suspense and revenue never go negative when part payments are completed, reverted or refunded', () => {
    const part = fc.record({
      number: fc.constantFrom('1', '2', '3'),
      isMatched: fc.boolean(),
      reverted: fc.boolean(),
      refund: fc.integer({ min: 0, max: 600 }),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (all) => {
        const books: Books = { postings: new Map(), balances: new Map() }
        const last = new Map<string, BookedPayment>()
        for (const { number, isMatched, reverted, refund } of all) {
          const before = last.get(number)
          const gone = before?.reverted === true
          const refundedMinor = gone ? before.refundedMinor : Math.min(1_000, (before?.refundedMinor ?? 0) + refund)
          const at = { provider: 'crypto', providerTxnId: `n:${number}`, currency: 'USD', amountMinor: 1_000 }
          const known = { ...at, isPart: true, isMatched, refundedMinor, reverted: gone || reverted }
          last.set(number, known)
          book(books, known)
          book(books, known)
        }
        const balance = (account: string) => books.balances.get(`${account} USD`) ?? 0n
        // Balance held: payments without refunds and reverted ones.
        const held = [...last.values()].map(({ reverted, refundedMinor }) => (reverted ? 0 : 1_000 - refundedMinor))
        expect(balance('clearing:crypto')).toBe(BigInt(held.reduce((sum, minor) => sum + minor, 0)))
        expect(sumOf(books, 'USD')).toBe(0n)
        expect(balance('suspense') <= 0n).toBe(true)
        expect(balance('revenue') + balance('refunds') <= 0n).toBe(true)
      }),
    )
  })

  it('a lost dispute and refunds give the same ledger in any order', () => {
    const [refund, later, loss] = [{ refundedMinor: 800 }, { refundedMinor: 26_800 }, { disputedMinor: 20_000 }]
    const ends = [
      [refund, loss, later],
      [loss, refund, later],
      [refund, later, loss],
      [loss, loss, { ...later, ...loss }],
    ].map((told) => {
      const books: Books = { postings: new Map(), balances: new Map() }
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

  it('the ledger follows a loss that is stated, corrected and repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 3_000, 10_000, 26_800), { minLength: 1, maxLength: 12 }), (told) => {
        const books: Books = { postings: new Map(), balances: new Map() }
        for (const lostMinor of told) {
          book(books, { ...payment, chargedBackMinor: lostMinor })
          book(books, { ...payment, chargedBackMinor: lostMinor })
          expect(books.balances.get('chargebacks CNY') ?? 0n).toBe(BigInt(lostMinor))
          expect(books.balances.get('clearing:alipay CNY')).toBe(BigInt(26_800 - lostMinor))
        }
      }),
    )
  })

  it('the ledger follows refunds that fail after they were done and are repeated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 3_000, 10_000, 26_800), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (told, isMatched) => {
          const books: Books = { postings: new Map(), balances: new Map() }
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

  it('a loss of an unmatched payment comes from suspense', () => {
    const known = { ...payment, isMatched: false, chargedBackMinor: 26_800 }
    expect(
      postingsFor(known, { refundsMinor: 0, refundSteps: 0, lostMinor: 0, lossSteps: 0, isReleased: false }).at(-1),
    ).toMatchObject({
      source: 'dispute',
      debit: 'suspense',
      credit: 'clearing:alipay',
      amountMinor: 26_800,
    })
  })

  it('an unmatched payment is kept out of revenue', () => {
    const [posting] = postingsFor(
      { ...payment, isMatched: false },
      { refundsMinor: 0, refundSteps: 0, lostMinor: 0, lossSteps: 0, isReleased: false },
    )
    expect(posting).toMatchObject({ debit: 'clearing:alipay', credit: 'suspense' })
  })
})
