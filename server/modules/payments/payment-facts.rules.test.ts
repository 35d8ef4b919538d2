import { describe, expect, it } from 'vitest'
import type { AttemptView, FactView, RefundView } from './payment-views.rules.ts'
import { foldPayments, isContested, refundableMinor, needsManualReview } from './fold-payments.rules.ts'
import { derivePaymentOutcome, deriveAttempt } from './payments.rules.ts'

const total = { amountMinor: 1_000, currency: 'CNY' } as const
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))
const attempt = (id: string, change: Partial<AttemptView> = {}): AttemptView => ({
  id,
  status: 'open',
  ...total,
  ...change,
})
const fact = (kind: FactView['kind'], change: Partial<FactView> = {}): FactView => ({
  kind,
  attemptId: 'a',
  providerTxnId: `T-${change.attemptId ?? 'a'}`,
  refundId: null,
  ...total,
  at: at(0),
  ...change,
})
const refund = (id: string, change: Partial<RefundView> = {}): RefundView => ({
  id,
  attemptId: 'a',
  providerTxnId: 'T-a',
  amountMinor: 100,
  status: 'sent',
  ...change,
})
const one = (facts: readonly FactView[], refunds: readonly RefundView[] = [], of = attempt('a')) =>
  foldPayments([of], facts, refunds)[0]!
const decide = (
  facts: readonly FactView[],
  { attempts = [attempt('a')], refunds = [] }: { attempts?: AttemptView[]; refunds?: RefundView[] } = {},
) => derivePaymentOutcome(total, attempts, facts, refunds)

describe('payment computed from its facts', () => {
  it('computes a payment only from a paid fact of a known attempt', () => {
    expect(foldPayments([attempt('a')], [fact('refunded')], [])).toEqual([])
    expect(foldPayments([attempt('b')], [fact('paid')], [])).toEqual([])
  })

  it('starts a payment with nothing refunded, pending, lost or disputed', () => {
    expect(one([fact('paid')])).toEqual({
      attemptId: 'a',
      providerTxnId: 'T-a',
      amountMinor: 1_000,
      currency: 'CNY',
      at: at(0),
      mismatch: null,
      isPart: false,
      refundedMinor: 0,
      pendingMinor: 0,
      withdrawnMinor: 0,
      spentMinor: 0,
      refundFailed: false,
      failedRefunds: [],
      elsewhereMinor: 0,
      disputed: false,
      openDisputes: [],
      contradictedDisputes: [],
      lostMinor: 0,
      chargedBackMinor: 0,
      reverted: false,
    })
  })

  it('marks a payment in another currency as a mismatch, and in another amount unless partial payments add up', () => {
    expect(one([fact('paid', { currency: 'USD', amountMinor: 5 })]).mismatch).toBe('currency_mismatch')
    expect(one([fact('paid', { amountMinor: 999 })]).mismatch).toBe('amount_mismatch')
    const part = one([fact('paid', { amountMinor: 999 })], [], attempt('a', { addsUp: true }))
    expect([part.mismatch, part.isPart]).toEqual([null, true])
    expect(one([fact('paid', { currency: 'USD' })], [], attempt('a', { addsUp: true })).mismatch).toBe(
      'currency_mismatch',
    )
  })

  it('sorts payments by time, then by number', () => {
    const attempts = ['a', 'b', 'c'].map((id) => attempt(id))
    const facts = [
      fact('paid', { attemptId: 'c', at: at(1) }),
      fact('paid', { attemptId: 'b' }),
      fact('paid', { attemptId: 'a' }),
    ]
    expect(foldPayments(attempts, facts, []).map(({ attemptId }) => attemptId)).toEqual(['a', 'b', 'c'])
    expect(foldPayments(attempts, facts.toReversed(), []).map(({ attemptId }) => attemptId)).toEqual(['a', 'b', 'c'])
  })
})

describe('refunded amount', () => {
  const back = (id: string | null, amountMinor: number) => fact('refunded', { refundId: id, amountMinor })

  it('the refunded amount is the sum of single refunds, or the running total if that is higher', () => {
    expect(one([fact('paid'), back('r1', 100), back('r2', 200)]).refundedMinor).toBe(300)
    expect(one([fact('paid'), back('r1', 100), back(null, 250)]).refundedMinor).toBe(250)
    expect(one([fact('paid'), back('r1', 300), back(null, 250), back(null, 100)]).refundedMinor).toBe(300)
  })

  it('books a refund that is reported twice only once', () => {
    expect(one([fact('paid'), back('r1', 100), back('r1', 100)]).refundedMinor).toBe(100)
  })

  it('the refunded amount never exceeds the payment', () => {
    const payment = one([fact('paid'), back(null, 5_000), fact('disputed', { isLost: true, amountMinor: 400 })])
    expect([payment.refundedMinor, payment.lostMinor, refundableMinor(payment)]).toEqual([1_000, 0, 0])
  })

  it('keeps a refund pending until it is reported or done, unless it failed', () => {
    const of = (change: Partial<RefundView>, facts: FactView[] = []) =>
      one([fact('paid'), ...facts], [refund('r1', change)])
    expect(of({})).toMatchObject({ pendingMinor: 100, refundFailed: false })
    expect(of({ status: 'requested' }).pendingMinor).toBe(100)
    expect(of({ status: 'done' }).pendingMinor).toBe(0)
    expect(of({}, [back('r1', 100)]).pendingMinor).toBe(0)
    expect(of({ status: 'failed' })).toMatchObject({ pendingMinor: 0, refundFailed: true })
    expect(of({ providerTxnId: 'other', status: 'failed' })).toMatchObject({ pendingMinor: 0, refundFailed: false })
    expect(of({ attemptId: 'b' }).pendingMinor).toBe(0)
  })

  it('withdraws a refund that was requested before the total was reached', () => {
    const payment = one([fact('paid')], [refund('r1', { beforeCredit: true }), refund('r2')])
    expect([payment.withdrawnMinor, payment.spentMinor]).toEqual([100, 0])
    expect(one([fact('paid')], [refund('r1', { beforeCredit: true, status: 'failed' })]).withdrawnMinor).toBe(0)
  })

  it('withdraws the payment once all of its final refunds are done', () => {
    const final = refund('r1', { isFinal: true })
    expect(one([fact('paid')], [final])).toMatchObject({ withdrawnMinor: 0, spentMinor: 0 })
    const done = [fact('paid'), back('r1', 100)]
    expect(one(done, [final])).toMatchObject({ withdrawnMinor: 100, spentMinor: 100 })
    expect(one(done, [final, refund('r2', { isFinal: true })])).toMatchObject({ withdrawnMinor: 0, spentMinor: 0 })
    expect(one(done, [final, refund('r2', { isFinal: true, status: 'failed' })])).toMatchObject({ withdrawnMinor: 100 })
    const both = refund('r1', { isFinal: true, beforeCredit: true })
    expect(one(done, [both])).toMatchObject({ withdrawnMinor: 100, spentMinor: 0 })
  })
})

describe('disputed payment', () => {
  const dispute = (id: string | undefined, change: Partial<FactView> = {}) =>
    fact('disputed', { amountMinor: 400, ...(id !== undefined && { disputeId: id }), ...change })

  it('marks the payment as contested while a dispute is open, with its amount and currency', () => {
    const payment = one([fact('paid'), dispute('d2'), dispute('d1', { amountMinor: 5, currency: 'USD' })])
    expect(payment).toMatchObject({
      disputed: true,
      lostMinor: 0,
      openDisputes: [
        { id: 'd1', amountMinor: 5, currency: 'USD' },
        { id: 'd2', amountMinor: 400, currency: 'CNY' },
      ],
    })
    expect(isContested(payment)).toBe(true)
  })

  it('no longer marks the payment as contested after a won dispute', () => {
    for (const facts of [
      [dispute('d1'), fact('dispute_won', { disputeId: 'd1' })],
      [fact('dispute_won', { disputeId: 'd1' })],
    ])
      expect(one([fact('paid'), ...facts])).toMatchObject({ disputed: false, openDisputes: [], lostMinor: 0 })
    expect(one([fact('paid'), dispute('d1'), fact('dispute_won', { disputeId: 'd2' })]).openDisputes).toHaveLength(1)
    expect(one([fact('paid'), dispute(undefined), fact('dispute_won')]).openDisputes).toEqual([])
    expect(one([fact('paid'), dispute(undefined)]).openDisputes).toEqual([
      { id: '', amountMinor: 400, currency: 'CNY' },
    ])
  })

  it('a lost dispute books as lost only the amount that was not refunded before', () => {
    const lost = dispute('d1', { isLost: true })
    expect(one([fact('paid'), lost])).toMatchObject({ disputed: true, openDisputes: [], lostMinor: 400 })
    expect(one([fact('paid'), lost, dispute('d2', { isLost: true, amountMinor: 300 })]).lostMinor).toBe(700)
    expect(one([fact('paid'), fact('refunded', { amountMinor: 800 }), lost]).lostMinor).toBe(200)
    expect(one([fact('paid'), lost, dispute('d1', { isLost: true, amountMinor: 350 })]).lostMinor).toBe(400)
  })

  it('keeps a dispute open that was lost in another currency', () => {
    const payment = one([fact('paid'), dispute('d1', { isLost: true, currency: 'USD' })])
    expect(payment).toMatchObject({ lostMinor: 0, openDisputes: [{ id: 'd1', currency: 'USD' }] })
  })

  it("shows the amount of a dispute's opening, even when its end was reported first", () => {
    const payment = one([fact('paid'), dispute('d1', { isLost: true, currency: 'USD', amountMinor: 7 }), dispute('d1')])
    expect(payment.openDisputes).toEqual([{ id: 'd1', amountMinor: 400, currency: 'CNY' }])
  })

  it('lets an operator end a dispute while the provider reports no result', () => {
    const lost = dispute('d1', { isLost: true, byOperator: true })
    expect(one([fact('paid'), dispute('d1'), lost])).toMatchObject({ openDisputes: [], lostMinor: 400 })
    const won = fact('dispute_won', { disputeId: 'd1', byOperator: true })
    expect(one([fact('paid'), dispute('d1'), won])).toMatchObject({ disputed: false, openDisputes: [] })
  })

  it('marks contradictory statements of the provider, but not those of an operator', () => {
    const [won, lost] = [fact('dispute_won', { disputeId: 'd1' }), dispute('d1', { isLost: true })]
    expect(one([fact('paid'), won, lost])).toMatchObject({ contradictedDisputes: ['d1'], lostMinor: 400 })
    expect(one([fact('paid'), { ...won, byOperator: true }, lost])).toMatchObject({
      contradictedDisputes: [],
      lostMinor: 400,
    })
    expect(one([fact('paid'), won, { ...lost, byOperator: true }])).toMatchObject({
      contradictedDisputes: [],
      lostMinor: 0,
    })
    expect(one([fact('paid'), lost]).contradictedDisputes).toEqual([])
  })
})

describe('refundable amount', () => {
  it('the refundable amount excludes refunded, pending, lost and reverted money', () => {
    const payment = one([fact('paid'), fact('refunded', { amountMinor: 100 })], [refund('r1')])
    expect(refundableMinor(payment)).toBe(800)
    expect(refundableMinor({ ...payment, lostMinor: 300 })).toBe(500)
    expect(refundableMinor({ ...payment, lostMinor: 3_000 })).toBe(0)
    expect(refundableMinor(one([fact('paid'), fact('reverted')]))).toBe(0)
  })

  it('leaves a reverted or contested payment and a failed refund to an operator', () => {
    expect(needsManualReview(one([fact('paid')]))).toBe(false)
    expect(needsManualReview(one([fact('paid'), fact('reverted')]))).toBe(true)
    expect(needsManualReview(one([fact('paid'), fact('disputed')]))).toBe(true)
    expect(needsManualReview(one([fact('paid')], [refund('r1', { status: 'failed' })]))).toBe(true)
    expect(needsManualReview(one([fact('paid'), fact('refund_failed', { refundId: 'not ours' })]))).toBe(true)
    expect(needsManualReview(one([fact('paid')], [refund('r1')]))).toBe(false)
  })
})

describe('attempt status', () => {
  it('prefers paid over closed, and closed over failed, as the status of an attempt', () => {
    const of = (...kinds: FactView['kind'][]) =>
      deriveAttempt(
        attempt('a'),
        kinds.map((kind) => fact(kind)),
      )
    expect(of()).toBe('open')
    expect(of('failed')).toBe('failed')
    expect(of('failed', 'closed')).toBe('closed')
    expect(of('closed', 'paid', 'failed')).toBe('paid')
    expect(deriveAttempt(attempt('b', { status: 'unknown' }), [fact('paid')])).toBe('unknown')
  })

  it('marks the attempt of a partial payment as paid once the total is reached', () => {
    const part = attempt('a', { addsUp: true })
    expect(deriveAttempt(part, [fact('paid')])).toBe('open')
    expect(deriveAttempt(part, [fact('paid')], false)).toBe('open')
    expect(deriveAttempt(part, [fact('paid')], true)).toBe('paid')
    expect(deriveAttempt(part, [fact('paid'), fact('closed')])).toBe('closed')
  })
})

describe('payment outcome of an order', () => {
  const two = [attempt('a'), attempt('b')]
  const parts = [attempt('a', { addsUp: true }), attempt('b', { addsUp: true })]
  const part = (id: string, amountMinor: number, minute = 0) =>
    fact('paid', { attemptId: id, amountMinor, at: at(minute) })

  it('the outcome of an order without facts is unpaid', () => {
    expect(decide([])).toEqual({
      outcome: 'unpaid',
      entitled: false,
      keptMinor: 0,
      paidAt: null,
      attempts: [{ id: 'a', status: 'open' }],
      attemptsToClose: [],
      closedAt: null,
      duplicates: [],
      reviews: [],
      payments: [],
      partsPay: false,
      refundsDone: [],
      refundsFailed: [],
    })
  })

  it('closes the other attempts of a paid order', () => {
    const attempts = [
      attempt('a'),
      attempt('b'),
      attempt('c', { status: 'creating' }),
      attempt('d', { status: 'unknown' }),
      attempt('e', { status: 'closed' }),
    ]
    expect(decide([fact('paid')], { attempts })).toMatchObject({
      outcome: 'paid',
      entitled: true,
      paidAt: at(0),
      attemptsToClose: ['b', 'c', 'd'],
      duplicates: [],
      reviews: [],
    })
  })

  it('treats an order of total 0 as paid and refunds payments for it', () => {
    const free = derivePaymentOutcome(
      { amountMinor: 0, currency: 'CNY' },
      [attempt('a', { amountMinor: 0, addsUp: true })],
      [fact('paid', { amountMinor: 5 })],
      [],
    )
    expect(free).toMatchObject({ outcome: 'paid', entitled: true, duplicates: [{ attemptId: 'a', amountMinor: 5 }] })
    expect(derivePaymentOutcome({ amountMinor: 0, currency: 'CNY' }, [attempt('a')], [], [])).toMatchObject({
      outcome: 'paid',
      entitled: true,
      attemptsToClose: ['a'],
    })
  })

  it('lets the earliest payment pay the order and refunds all others', () => {
    const facts = [fact('paid', { attemptId: 'b' }), fact('paid', { at: at(1) })]
    expect(decide(facts, { attempts: two })).toMatchObject({
      outcome: 'paid',
      paidAt: at(0),
      duplicates: [{ attemptId: 'a', providerTxnId: 'T-a', amountMinor: 1_000 }],
    })
    expect(decide(facts, { attempts: two, refunds: [refund('r1', { amountMinor: 1_000 })] }).duplicates).toEqual([])
    expect(decide([...facts, fact('reverted')], { attempts: two }).duplicates).toEqual([])
    expect(decide(facts, { attempts: two, refunds: [refund('r1', { status: 'failed' })] }).duplicates).toEqual([])
  })

  it('ends an order at the end of its last attempt once all attempts have ended', () => {
    const closed = [fact('closed', { at: at(3) }), fact('failed', { attemptId: 'b', at: at(5) })]
    expect(decide(closed, { attempts: two }).closedAt).toEqual(at(5))
    expect(decide(closed.slice(1), { attempts: two }).closedAt).toBeNull()
    const goneBack = [part('a', 400), fact('refunded', { at: at(9) }), fact('closed', { at: at(3) })]
    expect(decide(goneBack, { attempts: parts.slice(0, 1) }).closedAt).toEqual(at(3))
    expect(decide([], { attempts: [attempt('a', { status: 'closed' })] }).closedAt).toBeNull()
    expect(decide([fact('closed', { attemptId: 'x' })], { attempts: [] }).closedAt).toBeNull()
  })

  it.each<[string, FactView[], RefundView[], string, boolean]>([
    ['a part was refunded', [fact('refunded', { amountMinor: 100 })], [], 'partially_refunded', true],
    ['everything was refunded', [fact('refunded')], [], 'refunded', false],
    ['a refund is pending', [], [refund('r1')], 'refunding', true],
    ['it is disputed', [fact('disputed')], [], 'review', false],
    ['a dispute took everything', [fact('disputed', { isLost: true })], [], 'refunded', false],
    [
      'a dispute took a part and the rest was refunded',
      [fact('disputed', { isLost: true, amountMinor: 400 }), fact('refunded', { amountMinor: 600 })],
      [],
      'refunded',
      false,
    ],
    ['the chain reverted the payment', [fact('reverted')], [], 'review', false],
  ])('derives the outcome of an order where %s', (_what, more, refunds, outcome, entitled) => {
    expect(decide([fact('paid'), ...more], { refunds })).toMatchObject({ outcome, entitled })
  })

  it('keeps an order without a matching payment under review until everything is refunded or lost in a dispute', () => {
    const odd = fact('paid', { amountMinor: 900 })
    expect(decide([odd])).toMatchObject({
      outcome: 'review',
      entitled: false,
      paidAt: null,
      reviews: [
        {
          attemptId: 'a',
          reason: 'amount_mismatch',
          details: {
            providerTxnId: 'T-a',
            statedMinor: 900,
            statedCurrency: 'CNY',
            expectedMinor: 1_000,
            expectedCurrency: 'CNY',
          },
        },
      ],
    })
    expect(decide([odd, fact('refunded', { amountMinor: 899 })]).outcome).toBe('review')
    expect(decide([odd, fact('refunded', { amountMinor: 900 })]).outcome).toBe('refunded')
    expect(decide([odd, fact('disputed', { isLost: true, amountMinor: 900 })]).outcome).toBe('refunded')
  })

  it('lets partial payments wait for the rest, and refunds them together', () => {
    expect(decide([part('a', 400)], { attempts: parts })).toMatchObject({ outcome: 'short', partsPay: false })
    expect(decide([part('a', 400)], { attempts: parts, refunds: [refund('r1', { amountMinor: 400 })] }).outcome).toBe(
      'refunding',
    )
    expect(decide([part('a', 400)], { attempts: parts, refunds: [refund('r1', { amountMinor: 399 })] }).outcome).toBe(
      'short',
    )
    const contested = [part('a', 400), fact('disputed', { amountMinor: 400 })]
    expect(decide(contested, { attempts: parts }).outcome).toBe('review')
    expect(decide([...contested, part('b', 300)], { attempts: parts }).outcome).toBe('review')
    const mixed = [part('a', 400), fact('paid', { attemptId: 'b', amountMinor: 7 })]
    expect(decide(mixed, { attempts: [parts[0]!, attempt('b')] }).outcome).toBe('review')
  })

  it('pays at the time of the last partial payment, and opens a review of an excess', () => {
    const whole = decide([part('a', 400), part('b', 600, 2)], { attempts: parts })
    expect(whole).toMatchObject({
      outcome: 'paid',
      entitled: true,
      paidAt: at(2),
      partsPay: true,
      reviews: [],
      duplicates: [],
    })
    expect(whole.attempts.map(({ status }) => status)).toEqual(['paid', 'paid'])
    const three = [...parts, attempt('c', { addsUp: true })]
    expect(decide([part('c', 1, 3), part('b', 700, 2), part('a', 400)], { attempts: three }).reviews).toMatchObject([
      { reason: 'overpaid', attemptId: 'c', details: { receivedMinor: 1_101 } },
    ])
    expect(decide([part('a', 400), part('b', 700)], { attempts: parts })).toMatchObject({
      outcome: 'paid',
      reviews: [
        {
          reason: 'overpaid',
          attemptId: 'b',
          details: { receivedMinor: 1_100, expectedMinor: 1_000, currency: 'CNY' },
        },
      ],
    })
  })

  it('ends the order when its partial payments are lost in disputes, and opens a review of an open dispute', () => {
    const facts = [part('a', 400), part('b', 600)]
    const dispute = (id: string, amountMinor: number, isLost: boolean) =>
      fact('disputed', { attemptId: id, disputeId: `of ${id}`, amountMinor, isLost })
    expect(decide([...facts, dispute('a', 400, false)], { attempts: parts })).toMatchObject({
      outcome: 'review',
      entitled: false,
    })
    expect(decide([...facts, dispute('a', 400, true), dispute('b', 600, true)], { attempts: parts })).toMatchObject({
      outcome: 'refunded',
      entitled: false,
    })
  })

  it('keeps the order paid when only the excess of partial payments is refunded', () => {
    const over = [part('a', 400), part('b', 700)]
    const back = (amountMinor: number) => fact('refunded', { attemptId: 'b', refundId: 'r1', amountMinor })
    const refunds = [refund('r1', { attemptId: 'b', providerTxnId: 'T-b', status: 'done' })]
    expect(decide([...over, back(100)], { attempts: parts, refunds }).outcome).toBe('paid')
    expect(decide([...over, back(101)], { attempts: parts, refunds }).outcome).toBe('partially_refunded')
  })

  it('refunds partial payments when a single payment covers the total', () => {
    const attempts = [parts[0]!, attempt('b')]
    const paymentOutcome = decide([part('a', 400), fact('paid', { attemptId: 'b', at: at(9) })], { attempts })
    expect(paymentOutcome).toMatchObject({
      outcome: 'paid',
      paidAt: at(9),
      duplicates: [{ attemptId: 'a', amountMinor: 400 }],
    })
  })

  it('opens a review for an open dispute, partial loss, reverted payment, contradictory report and unrequested refund', () => {
    expect(decide([fact('paid'), fact('disputed', { disputeId: 'd1', amountMinor: 400 })]).reviews).toEqual([
      {
        attemptId: 'a',
        reason: 'disputed',
        details: {
          providerTxnId: 'T-a',
          statedMinor: 1_000,
          statedCurrency: 'CNY',
          disputes: [{ id: 'd1', amountMinor: 400, currency: 'CNY' }],
        },
      },
    ])
    expect(decide([fact('paid'), fact('disputed', { isLost: true, amountMinor: 400 })]).reviews).toMatchObject([
      { reason: 'disputed', details: { disputes: [], lostMinor: 400 } },
    ])
    expect(decide([fact('paid'), fact('disputed', { isLost: true })]).reviews).toEqual([])
    expect(decide([fact('paid'), fact('reverted')]).reviews).toMatchObject([
      { reason: 'reverted', details: { providerTxnId: 'T-a' } },
    ])
    const contradicted = [fact('disputed', { disputeId: 'd1', isLost: true }), fact('dispute_won', { disputeId: 'd1' })]
    expect(decide([fact('paid'), ...contradicted]).reviews).toMatchObject([
      { reason: 'conflicting_facts', subject: 'dispute d1', details: { disputes: ['d1'] } },
    ])
    const back = fact('refunded', { refundId: 'r1', amountMinor: 100 })
    expect(decide([fact('paid'), back]).reviews).toMatchObject([
      { reason: 'refund_not_ours', details: { refundedMinor: 100, askedMinor: 0 } },
    ])
    expect(decide([fact('paid'), back], { refunds: [refund('r1')] }).reviews).toEqual([])
    expect(decide([fact('paid'), back], { refunds: [refund('r1', { status: 'failed' })] }).reviews).toEqual([])
    expect(decide([fact('paid'), back], { refunds: [refund('r2', { status: 'failed' })] }).reviews).toMatchObject([
      { reason: 'refund_not_ours', details: { refundedMinor: 100, askedMinor: 0 } },
    ])
    const more = fact('refunded', { refundId: 'r9', amountMinor: 50 })
    expect(decide([fact('paid'), back, more], { refunds: [refund('r1')] }).reviews).toMatchObject([
      { reason: 'refund_not_ours', details: { refundedMinor: 150, askedMinor: 100 } },
    ])
    expect(decide([fact('paid'), back], { refunds: [refund('r1', { providerTxnId: 'x' })] }).reviews).toHaveLength(1)
  })

  it('opens a review of an open dispute even when everything was refunded', () => {
    const facts = [fact('paid'), fact('refunded', { refundId: 'r1' }), fact('disputed', { disputeId: 'd1' })]
    const { reviews } = decide(facts, { refunds: [refund('r1', { amountMinor: 1_000 })] })
    expect(reviews).toMatchObject([{ reason: 'disputed', details: { disputes: [{ id: 'd1' }] } }])
  })

  it('compares a payment with the amount of its own attempt', () => {
    const attempts = [attempt('b', { amountMinor: 7, currency: 'USD' }), attempt('a')]
    expect(decide([fact('paid', { amountMinor: 900 })], { attempts }).reviews).toMatchObject([
      { reason: 'amount_mismatch', details: { expectedMinor: 1_000, expectedCurrency: 'CNY' } },
    ])
  })

  it('lists the refunds that are done', () => {
    const facts = [
      fact('paid'),
      fact('refunded', { refundId: 'r1' }),
      fact('refunded'),
      fact('closed', { refundId: 'r2' }),
    ]
    const { refundsDone, refundsFailed } = decide(facts, { refunds: [refund('r1'), refund('r2')] })
    expect([refundsDone, refundsFailed]).toEqual([['r1'], []])
  })
})
