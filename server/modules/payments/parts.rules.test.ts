import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptView, FactView, RefundView } from './payment-views.rules.ts'
import { derivePaymentOutcome } from './payments.rules.ts'

const total = { amountMinor: 1_000, currency: 'USD' } as const
const chain = (id: string): AttemptView => ({ id, status: 'open', ...total, addsUp: true })
const card: AttemptView = { id: 'card', status: 'open', ...total }
const attempts = [chain('a'), chain('b'), card]
const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 9, n))
const paid = (attemptId: string, txn: string, amountMinor: number, at = 0): FactView => ({
  kind: 'paid',
  attemptId,
  providerTxnId: txn,
  refundId: null,
  amountMinor,
  currency: 'USD',
  at: minute(at),
})
const reverted = (fact: FactView): FactView => ({ ...fact, kind: 'reverted' })
const refund = (fact: FactView, more: Partial<RefundView> = {}): RefundView => ({
  id: `r-${fact.providerTxnId}`,
  attemptId: fact.attemptId,
  providerTxnId: fact.providerTxnId,
  amountMinor: fact.amountMinor,
  status: 'requested',
  ...more,
})
const refunded = (fact: FactView): FactView => ({ ...fact, kind: 'refunded', refundId: `r-${fact.providerTxnId}` })
const decide = (facts: FactView[], refunds: RefundView[] = []) => derivePaymentOutcome(total, attempts, facts, refunds)

describe('part payments (invariant 8)', () => {
  it('waits while partial payments fall short of the total', () => {
    expect(decide([paid('a', '1', 999)])).toMatchObject({
      outcome: 'short',
      entitled: false,
      paidAt: null,
      partsPay: false,
      attemptsToClose: [],
      reviews: [],
    })
    expect(decide([paid('a', '1', 999)]).attempts).toContainEqual({ id: 'a', status: 'open' })
  })

  it('marks the order as paid at the moment when partial payments, over several attempts, reach the total', () => {
    const paymentOutcome = decide([paid('b', '2', 600, 5), paid('a', '1', 400, 3)])
    expect(paymentOutcome).toMatchObject({
      outcome: 'paid',
      entitled: true,
      paidAt: minute(5),
      partsPay: true,
      reviews: [],
    })
    expect(paymentOutcome.attemptsToClose).toEqual(['card'])
  })

  it('accepts partial payments above the total and opens a review', () => {
    expect(decide([paid('a', '1', 1_000), paid('a', '2', 1, 1)])).toMatchObject({
      outcome: 'paid',
      entitled: true,
      duplicates: [],
      reviews: [{ reason: 'overpaid', details: { receivedMinor: 1_001, expectedMinor: 1_000 } }],
    })
  })

  it('refunds partial payments when a card paid the order, in either sequence', () => {
    const coin = paid('a', '1', 1_000, 1)
    // An excess needs no review if everything is refunded anyway.
    const more = paid('b', '2', 5, 2)
    expect(decide([coin, more, paid('card', 'c', 1_000)])).toMatchObject({ reviews: [], duplicates: [{}, {}] })
    for (const at of [0, 9])
      expect(decide([coin, paid('card', 'c', 1_000, at)])).toMatchObject({
        outcome: 'paid',
        entitled: true,
        duplicates: [{ attemptId: 'a', providerTxnId: '1', amountMinor: 1_000 }],
        paidAt: minute(at),
        reviews: [],
      })
  })

  it('a partial payment that the chain reverts no longer pays the order, and pays it again when it returns', () => {
    const first = paid('a', '1', 1_000)
    expect(decide([first, reverted(first)])).toMatchObject({
      outcome: 'review',
      entitled: false,
      reviews: [{ reason: 'reverted' }],
    })
    expect(decide([first, reverted(first), paid('a', '2', 1_000, 4)])).toMatchObject({
      outcome: 'paid',
      entitled: true,
    })
    const half = paid('a', '3', 500)
    expect(decide([first, half, reverted(half)])).toMatchObject({ outcome: 'paid', entitled: true })
  })

  it('partial payments in another currency do not pay the order', () => {
    expect(decide([{ ...paid('a', '1', 1_000), currency: 'CNY' }])).toMatchObject({
      outcome: 'review',
      entitled: false,
      reviews: [{ reason: 'currency_mismatch' }],
    })
  })

  it('partial payments whose refund was requested before the total was reached never pay the order', () => {
    const [one, two] = [paid('a', '1', 500), paid('a', '2', 500, 9)]
    const before = refund(one, { beforeCredit: true })
    expect(decide([one], [before])).toMatchObject({ outcome: 'refunding', entitled: false })
    expect(decide([one, refunded(one)], [before])).toMatchObject({ outcome: 'refunded' })
    expect(decide([one, refunded(one), two], [before])).toMatchObject({ outcome: 'short', entitled: false })
    expect(decide([one, two], [refund(one)])).toMatchObject({ outcome: 'refunding', entitled: true })
    expect(decide([one, two, refunded(one)], [refund(one)])).toMatchObject({
      outcome: 'partially_refunded',
      entitled: true,
    })
  })

  it('an order whose partial payments were all refunded is paid again only by later payments of the whole total', () => {
    const [one, two] = [paid('a', '1', 600), paid('b', '2', 400, 1)]
    const [first, second] = [refund(one, { isFinal: true }), refund(two, { isFinal: true })]
    const dust = paid('a', '3', 1, 5)
    const back = [refunded(one), refunded(two)]
    // The membership time stays until the last partial payment is refunded, even if a cent arrived in between.
    expect(decide([one, two, dust, refunded(one)], [first, second])).toMatchObject({ entitled: true })
    expect(decide([one, two, ...back], [first, second])).toMatchObject({ outcome: 'refunded', entitled: false })
    expect(decide([one, two, dust, ...back], [first, second])).toMatchObject({
      outcome: 'short',
      entitled: false,
      partsPay: false,
      paidAt: minute(1),
    })
    const again = paid('b', '4', 999, 9)
    expect(decide([one, two, dust, again, ...back], [first, second])).toMatchObject({
      outcome: 'paid',
      entitled: true,
      paidAt: minute(9),
      reviews: [],
    })
    // A failed refund returned no money.
    expect(decide([one, two], [first, { ...second, status: 'failed' }])).toMatchObject({ entitled: true })
  })

  it('keeps the order paid when only the excess is refunded', () => {
    const [one, two] = [paid('a', '1', 1_000), paid('a', '2', 300, 2)]
    expect(decide([one, two, refunded(two)], [refund(two)])).toMatchObject({ outcome: 'paid', entitled: true })
  })
})

const someParts = fc.array(
  fc.record({
    attemptId: fc.constantFrom('a', 'b'),
    amountMinor: fc.integer({ min: 1, max: 1_200 }),
    at: fc.nat(50),
    reverted: fc.boolean(),
    back: fc.constantFrom('no', 'before', 'after'),
    done: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('part payments in any sequence', () => {
  it('grants time after a full refund only for a new payment of the whole total (invariant 10)', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(amounts, amounts, (before, after) => {
        fc.pre(before.reduce((whole, amount) => whole + amount, 0) >= total.amountMinor)
        const old = before.map((amount, index) => paid('a', `o${index}`, amount, index))
        const next = after.map((amount, index) => paid('b', `n${index}`, amount, 20 + index))
        const refunds = old.map((fact) => refund(fact, { isFinal: true }))
        const sum = after.reduce((whole, amount) => whole + amount, 0)
        const settled = decide([...next, ...old, ...old.map(refunded)], refunds)
        expect(settled.entitled).toBe(sum >= total.amountMinor)
        expect(settled.outcome).toBe(sum >= total.amountMinor ? 'paid' : 'short')
      }),
    )
  })

  it('ignores the order and repetition of partial payments (invariant 3)', () => {
    fc.assert(
      fc.property(someParts, fc.nat(), (parts, seed) => {
        const facts = parts.flatMap(({ attemptId, amountMinor, at, ...part }, index) => {
          const fact = paid(attemptId, String(index), amountMinor, at)
          return [fact, ...(part.reverted ? [reverted(fact)] : [])]
        })
        const shuffled = [...facts, ...facts].toSorted(
          (a, b) => ((JSON.stringify(a).length * seed) % 7) - ((JSON.stringify(b).length * seed) % 5),
        )
        const [straight, mixed] = [decide(facts), decide(shuffled)]
        expect({ ...mixed, payments: [], refundsDone: [] }).toEqual({ ...straight, payments: [], refundsDone: [] })
      }),
    )
  })

  it('grants time exactly while its money is present (invariants 1, 5)', () => {
    fc.assert(
      fc.property(someParts, (parts) => {
        const facts: FactView[] = []
        const refunds: RefundView[] = []
        for (const [index, { attemptId, amountMinor, at, back, done, ...part }] of parts.entries()) {
          const fact = paid(attemptId, String(index), amountMinor, at)
          facts.push(fact, ...(part.reverted ? [reverted(fact)] : []))
          if (back === 'no') continue
          refunds.push(refund(fact, { beforeCredit: back === 'before' }))
          if (done) facts.push(refunded(fact))
        }
        const { entitled, outcome, partsPay, duplicates } = decide(facts, refunds)
        const counting = parts.filter((part) => !part.reverted && part.back !== 'before')
        const sum = counting.reduce((whole, part) => whole + part.amountMinor, 0)
        const gone = counting.reduce(
          (whole, part) => whole + (part.back === 'after' && part.done ? part.amountMinor : 0),
          0,
        )
        expect(partsPay).toBe(sum >= total.amountMinor)
        expect(entitled).toBe(sum >= total.amountMinor && gone < sum)
        expect(duplicates).toEqual([])
        expect(['short', 'review', 'refunding', 'refunded'].includes(outcome) || partsPay).toBe(true)
      }),
    )
  })
})

describe('kept amount', () => {
  const kept = (facts: FactView[], refunds: RefundView[] = []) => decide(facts, refunds).keptMinor
  const [whole, second] = [paid('a', '1', 1_000), paid('a', '2', 1_000, 1)]

  it('the kept amount is the total after the excess of one transfer was refunded', () => {
    const tooMuch = paid('a', '1', 1_500)
    const excess = refund(tooMuch, { amountMinor: 500 })
    expect(kept([tooMuch])).toBe(1_000)
    expect(kept([tooMuch], [excess])).toBe(1_000)
    expect(kept([tooMuch, { ...refunded(tooMuch), amountMinor: 500 }], [excess])).toBe(1_000)
    expect(kept([tooMuch, { ...refunded(tooMuch), amountMinor: 501 }], [excess])).toBe(999)
  })

  it('the kept amount is the total after either of two transfers was refunded', () => {
    for (const back of [whole, second]) expect(kept([whole, second, refunded(back)], [refund(back)])).toBe(1_000)
  })

  it('the kept amount excludes a short transfer that was refunded before completion', () => {
    const short = paid('a', '3', 400)
    const before = refund(short, { beforeCredit: true })
    expect(kept([short, refunded(short)], [before])).toBe(0)
    expect(kept([short, refunded(short), second], [before])).toBe(1_000)
  })

  it('the kept amount includes the paying payment and no duplicate', () => {
    const [first, again] = [paid('card', 'c', 1_000), paid('card', 'd', 1_000, 3)]
    expect(kept([first, again, whole])).toBe(1_000)
    expect(kept([first, again, refunded(again), whole, refunded(whole)])).toBe(1_000)
    expect(kept([first, again, { ...refunded(first), amountMinor: 300 }])).toBe(700)
  })

  it('a lost dispute reduces the kept amount, also after a partial refund', () => {
    const plastic = paid('card', 'c', 1_000)
    const part = { ...refunded(plastic), amountMinor: 300 }
    const lost = (amountMinor: number): FactView => ({
      ...plastic,
      kind: 'disputed',
      disputeId: 'd',
      isLost: true,
      amountMinor,
    })
    expect(kept([plastic, lost(400)])).toBe(600)
    expect(kept([plastic, part, lost(400)])).toBe(300)
    expect(kept([plastic, part, lost(1_000)])).toBe(0)
  })

  it('the kept amount is zero while no payment completes the order', () => {
    expect(kept([])).toBe(0)
    expect(kept([paid('a', '1', 999)])).toBe(0)
    expect(kept([paid('card', 'c', 999)])).toBe(0)
  })

  it('the kept amount is min(total, received − refunded) for every sequence of facts, and decides the status', () => {
    const transfers = fc.array(
      fc.record({
        amountMinor: fc.integer({ min: 1, max: 1_600 }),
        back: fc.nat({ max: 1_600 }),
        isDone: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    const byCard = fc.option(fc.record({ back: fc.nat({ max: 1_000 }), lost: fc.option(fc.nat({ max: 1_000 })) }))
    const order = fc.array(fc.nat(), { minLength: 13, maxLength: 13 })
    fc.assert(
      fc.property(transfers, byCard, order, (parts, byProvider, places) => {
        const own = parts.map(({ amountMinor }, index) => paid('a', `t${index}`, amountMinor, index))
        const backs = parts.map(({ amountMinor, back }) => Math.min(amountMinor, back))
        const refunds = own.flatMap((fact, index) =>
          backs[index]! > 0 ? [refund(fact, { amountMinor: backs[index]! })] : [],
        )
        const done = own.flatMap((fact, index) =>
          backs[index]! > 0 && parts[index]!.isDone ? [{ ...refunded(fact), amountMinor: backs[index]! }] : [],
        )
        const plastic = paid('card', 'c', 1_000, 30)
        const ofCard: FactView[] = byProvider
          ? [
              plastic,
              ...(byProvider.back > 0 ? [{ ...refunded(plastic), amountMinor: byProvider.back }] : []),
              ...(byProvider.lost === null
                ? []
                : [
                    {
                      ...plastic,
                      kind: 'disputed' as const,
                      disputeId: 'd',
                      isLost: true,
                      amountMinor: byProvider.lost,
                    },
                  ]),
            ]
          : []
        const facts = [...own, ...done, ...ofCard]
        const mixed = facts
          .map((fact, index) => ({ fact, place: places[index]! }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ fact }) => fact)
        const received = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        const givenBack = done.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        const expected = byProvider
          ? Math.max(0, 1_000 - byProvider.back - (byProvider.lost ?? 0))
          : received < 1_000
            ? 0
            : Math.min(1_000, received - givenBack)
        const { keptMinor, outcome, entitled } = decide(mixed, refunds)
        expect(keptMinor).toBe(expected)
        expect(decide(facts, refunds).keptMinor).toBe(expected)
        expect(outcome === 'paid' && keptMinor < 1_000).toBe(false)
        expect(outcome === 'partially_refunded' && (keptMinor === 0 || keptMinor === 1_000)).toBe(false)
        expect(['unpaid', 'short', 'refunded'].includes(outcome) && keptMinor > 0).toBe(false)
        expect(entitled && keptMinor === 0).toBe(false)
      }),
    )
  })
})
