import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptView, FactKind, FactView, RefundView } from './payment-views.rules.ts'
import { foldPayments, refundableMinor } from './fold-payments.rules.ts'
import { derivePaymentOutcome, deriveAttempt } from './payments.rules.ts'

const total = { amountMinor: 26_800, currency: 'CNY' } as const
const attempt = (id: string): AttemptView => ({ id, status: 'open', amountMinor: 26_800, currency: 'CNY' })
const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 9, n))
const fact = (kind: FactKind, attemptId: string, more: Partial<FactView> = {}): FactView => ({
  kind,
  attemptId,
  providerTxnId: `T-${attemptId}`,
  refundId: null,
  amountMinor: 26_800,
  currency: 'CNY',
  at: minute(0),
  ...more,
})
const refund = (id: string, attemptId: string, amountMinor: number, more: Partial<RefundView> = {}): RefundView => ({
  id,
  attemptId,
  providerTxnId: `T-${attemptId}`,
  amountMinor,
  status: 'sent',
  ...more,
})
const decide = (facts: FactView[], refunds: RefundView[] = [], attempts = [attempt('a'), attempt('b'), attempt('c')]) =>
  derivePaymentOutcome(total, attempts, facts, refunds)

describe('payment outcome from facts', () => {
  it('grants time for a payment of the exact amount and closes other attempts', () => {
    const paymentOutcome = decide([fact('paid', 'a')])
    expect(paymentOutcome).toMatchObject({
      outcome: 'paid',
      entitled: true,
      attemptsToClose: ['b', 'c'],
      duplicates: [],
      reviews: [],
    })
  })

  it.each([
    ['a payment one fen short', { amountMinor: 26_799 }, 'amount_mismatch'],
    ['a payment one fen over', { amountMinor: 26_801 }, 'amount_mismatch'],
    ['a payment in another currency', { currency: 'USD' }, 'currency_mismatch'],
    ['a payment in a currency in which the shop sells nothing', { currency: 'HKD' }, 'currency_mismatch'],
  ])('opens a review and grants nothing for %s', (_name, change, reason) => {
    const paymentOutcome = decide([fact('paid', 'a', change)])
    expect(paymentOutcome).toMatchObject({ outcome: 'review', entitled: false, attemptsToClose: [], duplicates: [] })
    expect(paymentOutcome.reviews).toMatchObject([{ attemptId: 'a', reason }])
  })

  it('treats an order of total 0 as paid without a payment, until an operator revokes it', () => {
    const nothing = { amountMinor: 0, currency: 'CNY' } as const
    expect(derivePaymentOutcome(nothing, [], [], [])).toMatchObject({ outcome: 'paid', entitled: true, keptMinor: 0 })
    const back = derivePaymentOutcome(nothing, [], [], [], true)
    expect(back).toMatchObject({ outcome: 'refunded', entitled: false, keptMinor: 0, reviews: [] })
  })

  it('refunds the later payment, whichever arrived first', () => {
    const early = fact('paid', 'a', { at: minute(1) })
    const late = fact('paid', 'b', { at: minute(2) })
    for (const facts of [
      [early, late],
      [late, early],
    ])
      expect(decide(facts)).toMatchObject({ entitled: true, duplicates: [{ attemptId: 'b', amountMinor: 26_800 }] })
  })

  it('refunds a duplicate only once', () => {
    const facts = [fact('paid', 'a', { at: minute(1) }), fact('paid', 'b', { at: minute(2) })]
    expect(decide(facts, [refund('r', 'b', 26_800)]).duplicates).toEqual([])
    const done = fact('refunded', 'b', { refundId: 'r' })
    expect(decide([...facts, done], [refund('r', 'b', 26_800, { status: 'done' })]).duplicates).toEqual([])
  })

  it('leaves a duplicate whose refund was refused to an operator', () => {
    const facts = [fact('paid', 'a', { at: minute(1) }), fact('paid', 'b', { at: minute(2) })]
    expect(decide(facts, [refund('r', 'b', 26_800, { status: 'failed' })]).duplicates).toEqual([])
  })

  it.each([
    ['in another currency', { refundId: 'r', currency: 'JPY' }, 'refund r 26800 JPY', 26_800],
    ['with another amount', { refundId: 'r', amountMinor: 100 }, 'refund r 100 CNY', 26_800],
    ['in another currency as a running total', { currency: 'JPY' }, 'refund in all 26800 JPY', null],
  ])('opens a review with both amounts of a refund reported %s', (_name, more, subject, asked) => {
    const stated = fact('refunded', 'a', more)
    const { reviews } = decide([fact('paid', 'a'), stated], [refund('r', 'a', 26_800)])
    const { providerTxnId, refundId, amountMinor, currency } = stated
    expect(reviews).toContainEqual({
      attemptId: 'a',
      reason: 'conflicting_facts',
      subject,
      details: { kind: 'refunded', providerTxnId, refundId, amountMinor, currency, askedMinor: asked },
    })
  })

  it('tells two payments of one attempt apart', () => {
    const paymentOutcome = decide([fact('paid', 'a'), fact('paid', 'a', { providerTxnId: 'second', at: minute(3) })])
    expect(paymentOutcome.duplicates).toEqual([{ attemptId: 'a', providerTxnId: 'second', amountMinor: 26_800 }])
  })

  it('moves a refund from requested to partial to full', () => {
    const paid = fact('paid', 'a')
    expect(decide([paid], [refund('r', 'a', 6_800)])).toMatchObject({ outcome: 'refunding', entitled: true })
    const first = fact('refunded', 'a', { refundId: 'r', amountMinor: 6_800 })
    expect(decide([paid, first], [refund('r', 'a', 6_800)])).toMatchObject({
      outcome: 'partially_refunded',
      entitled: true,
    })
    const rest = fact('refunded', 'a', { refundId: 's', amountMinor: 20_000 })
    const both = [refund('r', 'a', 6_800), refund('s', 'a', 20_000)]
    expect(decide([paid, first, rest], both)).toMatchObject({ outcome: 'refunded', entitled: false, reviews: [] })
  })

  it('books a refund once that is reported both by number and in a running total', () => {
    const paid = fact('paid', 'a')
    const single = fact('refunded', 'a', { refundId: 'r', amountMinor: 6_800 })
    const running = fact('refunded', 'a', { amountMinor: 6_800 })
    const [payment] = foldPayments([attempt('a')], [paid, single, running], [refund('r', 'a', 6_800)])
    expect(payment?.refundedMinor).toBe(6_800)
    expect(payment && refundableMinor(payment)).toBe(20_000)
  })

  it('opens a review of a refund that nobody requested', () => {
    const paymentOutcome = decide([fact('paid', 'a'), fact('refunded', 'a')])
    expect(paymentOutcome).toMatchObject({
      outcome: 'refunded',
      entitled: false,
      reviews: [{ reason: 'refund_not_ours' }],
    })
  })

  it('takes the time back and opens a review when a payment is disputed', () => {
    const paymentOutcome = decide([fact('paid', 'a'), fact('disputed', 'a')])
    expect(paymentOutcome).toMatchObject({ outcome: 'review', entitled: false, reviews: [{ reason: 'disputed' }] })
  })

  it('returns the time after a won dispute, in any order of reports', () => {
    const told = [fact('paid', 'a'), fact('disputed', 'a'), fact('dispute_won', 'a')]
    for (const facts of [told, told.toReversed()])
      expect(decide(facts)).toMatchObject({ outcome: 'paid', entitled: true, reviews: [] })
  })

  it('recognises a second dispute after a won one, in any order of reports', () => {
    const told = [
      fact('paid', 'a'),
      fact('disputed', 'a', { disputeId: 'one' }),
      fact('dispute_won', 'a', { disputeId: 'one' }),
      fact('disputed', 'a', { disputeId: 'two' }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(told, { minLength: 4 }), (facts) => {
        expect(decide(facts)).toMatchObject({
          outcome: 'review',
          entitled: false,
          reviews: [
            { reason: 'disputed', details: { disputes: [{ id: 'two', amountMinor: 26_800, currency: 'CNY' }] } },
          ],
        })
        const won = [...facts, fact('dispute_won', 'a', { disputeId: 'two' })]
        expect(decide(won)).toMatchObject({ outcome: 'paid', entitled: true, reviews: [] })
      }),
    )
  })

  it('treats a lost dispute as final, whatever is reported later', () => {
    const told = [
      fact('paid', 'a'),
      fact('disputed', 'a', { disputeId: 'one' }),
      fact('disputed', 'a', { disputeId: 'one', isLost: true }),
    ]
    const won = fact('dispute_won', 'a', { disputeId: 'one' })
    fc.assert(
      fc.property(fc.shuffledSubarray([...told, ...told], { minLength: 6 }), fc.boolean(), (facts, contradicted) => {
        const paymentOutcome = decide(contradicted ? [won, ...facts] : facts)
        expect(paymentOutcome).toMatchObject({ outcome: 'refunded', entitled: false, duplicates: [] })
        expect(paymentOutcome.payments).toMatchObject([{ lostMinor: 26_800, openDisputes: [] }])
        expect(paymentOutcome.reviews.map(({ reason }) => reason)).toEqual(contradicted ? ['conflicting_facts'] : [])
        expect(paymentOutcome.payments.map(refundableMinor)).toEqual([0])
      }),
    )
  })

  it('books a chargeback in full, and opens a review of a double payout or the rest of a partial loss', () => {
    const lost = fact('disputed', 'a', { disputeId: 'one', isLost: true, amountMinor: 20_000 })
    const part = decide([fact('paid', 'a'), lost])
    expect(part).toMatchObject({
      outcome: 'review',
      entitled: false,
      reviews: [{ reason: 'disputed', details: { disputes: [], lostMinor: 20_000 } }],
    })
    expect(part.payments.map(refundableMinor)).toEqual([6_800])
    const back = fact('refunded', 'a', { refundId: 'r', amountMinor: 10_000 })
    expect(decide([fact('paid', 'a'), lost, back], [refund('r', 'a', 10_000)])).toMatchObject({
      outcome: 'refunded',
      payments: [{ refundedMinor: 10_000, lostMinor: 16_800, chargedBackMinor: 20_000 }],
      reviews: [{ reason: 'paid_back_twice', details: { twiceMinor: 3_200 } }],
    })
    const whole = decide(
      [fact('paid', 'a'), fact('refunded', 'a', { refundId: 'r', amountMinor: 26_800 }), lost],
      [refund('r', 'a', 26_800)],
    )
    expect(whole).toMatchObject({
      outcome: 'refunded',
      payments: [{ refundedMinor: 26_800, lostMinor: 0, chargedBackMinor: 20_000 }],
      reviews: [{ reason: 'paid_back_twice', details: { twiceMinor: 20_000 } }],
    })
    const second = fact('disputed', 'a', { disputeId: 'two', isLost: true, amountMinor: 6_800 })
    expect(decide([second, lost, fact('paid', 'a')])).toMatchObject({ outcome: 'refunded', reviews: [] })
  })

  it('opens a review of a loss in another currency', () => {
    const facts = [fact('paid', 'a'), fact('disputed', 'a', { disputeId: 'one', isLost: true, currency: 'USD' })]
    expect(decide(facts)).toMatchObject({ outcome: 'review', reviews: [{ reason: 'disputed' }] })
  })

  it('prefers a payment over every report that there is none', () => {
    expect(deriveAttempt(attempt('a'), [fact('closed', 'a'), fact('failed', 'a'), fact('paid', 'a')])).toBe('paid')
    expect(deriveAttempt(attempt('a'), [fact('paid', 'b'), fact('closed', 'a')])).toBe('closed')
    expect(deriveAttempt(attempt('a'), [])).toBe('open')
  })

  it('ends an order unpaid only when every attempt has ended', () => {
    expect(decide([fact('closed', 'a')]).closedAt).toBeNull()
    const ends = ['a', 'b', 'c'].map((id, index) => fact('closed', id, { at: minute(index) }))
    expect(decide(ends)).toMatchObject({ outcome: 'unpaid', closedAt: minute(2) })
  })

  it('needs no payment for an order of total 0', () => {
    expect(derivePaymentOutcome({ amountMinor: 0, currency: 'CNY' }, [], [], [])).toMatchObject({
      outcome: 'paid',
      entitled: true,
    })
  })
})

const someFacts = fc
  .uniqueArray(fc.record({ attemptId: fc.constantFrom('a', 'b', 'c'), txn: fc.constantFrom('1', '2') }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ attemptId, txn }) => attemptId + txn,
  })
  .chain((payments) =>
    fc.tuple(
      ...payments.map(({ attemptId, txn }) =>
        fc
          .record({
            at: fc.nat(50),
            stated: fc.constantFrom(
              { amountMinor: 26_800, currency: 'CNY' },
              { amountMinor: 26_799, currency: 'CNY' },
              { amountMinor: 26_800, currency: 'USD' },
            ),
            kinds: fc.uniqueArray(
              fc.constantFrom(
                'paid' as const,
                'paid' as const,
                'disputed' as const,
                'dispute_won' as const,
                'lost' as const,
                'operator lost' as const,
                'operator won' as const,
                'reverted' as const,
                'closed' as const,
                'failed' as const,
              ),
            ),
            singles: fc.uniqueArray(
              fc.record({ refundId: fc.constantFrom('r', 's'), amountMinor: fc.constantFrom(6_800, 26_800) }),
              {
                selector: ({ refundId }) => refundId,
              },
            ),
            totals: fc.uniqueArray(fc.constantFrom(6_800, 20_000, 26_800)),
          })
          .map(({ at, stated, kinds, singles, totals }): FactView[] => {
            const base = { providerTxnId: `T-${attemptId}${txn}`, at: minute(at), currency: stated.currency }
            return [
              ...kinds.map((kind) =>
                kind === 'lost'
                  ? fact('disputed', attemptId, { ...base, ...stated, isLost: true })
                  : kind === 'operator lost'
                    ? fact('disputed', attemptId, { ...base, ...stated, isLost: true, byOperator: true })
                    : kind === 'operator won'
                      ? fact('dispute_won', attemptId, { ...base, ...stated, byOperator: true })
                      : fact(kind, attemptId, { ...base, ...stated }),
              ),
              ...singles.map((single) =>
                fact('refunded', attemptId, { ...base, ...single, refundId: `${attemptId}${txn}${single.refundId}` }),
              ),
              ...totals.map((amountMinor) => fact('refunded', attemptId, { ...base, amountMinor })),
            ]
          }),
      ),
    ),
  )
  .map((lists) => lists.flat())

/** Simulates the system: facts arrive one at a time, and each decision is saved before the next fact. */
function run(arrivals: readonly FactView[]) {
  const attempts = [attempt('a'), attempt('b'), attempt('c')]
  const known = new Map<string, FactView>()
  const refunds: RefundView[] = []
  let standing = false
  for (const arrived of arrivals) {
    known.set(
      JSON.stringify([
        arrived.kind,
        arrived.isLost,
        arrived.byOperator,
        arrived.providerTxnId,
        arrived.refundId,
        arrived.kind === 'refunded' && arrived.refundId === null && arrived.amountMinor,
      ]),
      arrived,
    )
    const paymentOutcome = derivePaymentOutcome(total, attempts, [...known.values()], refunds)
    standing = paymentOutcome.entitled
    for (const { attemptId, providerTxnId, amountMinor } of paymentOutcome.duplicates)
      refunds.push({ id: `own-${refunds.length}`, attemptId, providerTxnId, amountMinor, status: 'sent' })
    for (const payment of foldPayments(attempts, [...known.values()], [])) {
      const refunded = refunds
        .filter((own) => own.providerTxnId === payment.providerTxnId)
        .reduce((sum, own) => sum + own.amountMinor, 0)
      if (refunded > payment.amountMinor)
        throw new Error(`${refunded} refunded of ${payment.amountMinor} in ${payment.providerTxnId}`)
    }
  }
  const end = derivePaymentOutcome(total, attempts, [...known.values()], refunds)
  const reviews = end.reviews
    .filter(({ reason }) => reason !== 'refund_not_ours')
    .map(({ attemptId, reason }) => `${attemptId} ${reason}`)
  return { standing, outcome: end.outcome, attempts: end.attempts, reviews: reviews.toSorted(), paidAt: end.paidAt }
}

describe('order of facts (invariant 3)', () => {
  const arrivals = someFacts.chain((facts) =>
    fc.record({
      once: fc.constant(facts),
      again: fc
        .array(fc.constantFrom(...(facts.length > 0 ? facts : [fact('closed', 'a')])), { maxLength: 6 })
        .chain((more) =>
          fc.shuffledSubarray([...facts, ...(facts.length > 0 ? more : [])], {
            minLength: facts.length > 0 ? facts.length + more.length : 0,
          }),
        ),
    }),
  )

  it('gives the same status and entitlement for facts in any order and number', () => {
    fc.assert(
      fc.property(arrivals, ({ once, again }) => {
        expect(run(again)).toEqual(run(once))
      }),
      { numRuns: 1_000 },
    )
  })

  it('never grants time without a matching payment', () => {
    fc.assert(
      fc.property(arrivals, ({ again }) => {
        const fits = again.some(
          ({ kind, amountMinor, currency }) =>
            kind === 'paid' && amountMinor === total.amountMinor && currency === total.currency,
        )
        expect(!fits && run(again).standing).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
