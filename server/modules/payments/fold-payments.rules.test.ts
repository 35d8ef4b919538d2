import fc from 'fast-check'
import { expect, describe, it } from 'vitest'
import type { AttemptView, FactKind, FactView } from './payment-views.rules.ts'
import { derivePaymentOutcome } from './payments.rules.ts'

const total = { amountMinor: 26_800, currency: 'CNY' } as const
const attempt: AttemptView = { id: 'a', status: 'open', ...total }
const fact = (kind: FactKind, more: Partial<FactView> = {}): FactView => ({
  kind,
  attemptId: 'a',
  providerTxnId: 'T-a',
  refundId: null,
  ...total,
  at: new Date(Date.UTC(2026, 10, 20, 9)),
  ...more,
})
const decide = (facts: readonly FactView[]) => derivePaymentOutcome(total, [attempt], facts, [])

describe('end of a dispute', () => {
  it("prefers the provider's statement about a dispute's result and amount over that of an operator", () => {
    const base = { disputeId: 'one' }
    const loses = (amountMinor: number, byOperator = false) =>
      fact('disputed', { ...base, isLost: true, amountMinor, byOperator })
    const wins = (byOperator = false) => fact('dispute_won', { ...base, byOperator })
    const opening = [fact('paid'), fact('disputed', { ...base, amountMinor: 3_000 })]
    const amount = fc.integer({ min: 1, max: 26_800 })
    const operator = fc.oneof(
      amount.map((minor) => [loses(minor, true)]),
      fc.constant([wins(true)]),
      fc.constant([]),
    )
    const ends = fc.record({ operator, provider: fc.oneof(amount, fc.constant('won' as const), fc.constant(null)) })
    const arrivals = ends.chain(({ operator: own, provider }) => {
      const told = [...opening, ...own, ...(provider === null ? [] : [provider === 'won' ? wins() : loses(provider)])]
      return fc.record({
        own: fc.constant(own[0]),
        provider: fc.constant(provider),
        facts: fc.shuffledSubarray([...told, ...told], { minLength: told.length * 2 }),
      })
    })
    fc.assert(
      fc.property(arrivals, ({ own, provider, facts }) => {
        const { payments, reviews, entitled } = decide(facts)
        const counted = provider ?? (own?.isLost ? own.amountMinor : own ? 'won' : null)
        const isLost = typeof counted === 'number'
        expect(payments).toMatchObject([
          {
            lostMinor: isLost ? counted : 0,
            openDisputes: counted === null ? [{ id: 'one', amountMinor: 3_000, currency: 'CNY' }] : [],
            contradictedDisputes: [],
          },
        ])
        expect(entitled).toBe(counted === 'won')
        const waits = counted === null || (isLost && counted < 26_800)
        expect(reviews.map(({ reason }) => reason)).toEqual(waits ? ['disputed'] : [])
      }),
    )
  })

  it('opens a review for each dispute with contradictory statements', () => {
    const told = ['one', 'two'].flatMap((disputeId) => [
      fact('disputed', { disputeId, isLost: true, amountMinor: 13_400 }),
      fact('dispute_won', { disputeId }),
    ])
    expect(decide([fact('paid'), ...told]).reviews).toMatchObject([
      { reason: 'conflicting_facts', subject: 'dispute one' },
      { reason: 'conflicting_facts', subject: 'dispute two' },
    ])
  })
})

describe('payment of a blocked payer', () => {
  const about = (id: string, more: Partial<FactView> = {}) => fact('paid', { providerTxnId: id, ...more })

  it('a held payment neither pays the order nor is refunded, and each opens a review', () => {
    const outcome = decide([about('one', { hold: 'held' }), about('two', { hold: 'held' })])
    const money = { statedMinor: 26_800, statedCurrency: 'CNY', expectedMinor: 26_800, expectedCurrency: 'CNY' }
    expect(outcome).toMatchObject({ outcome: 'review', entitled: false, duplicates: [], attemptsToClose: [] })
    expect(outcome.reviews).toEqual(
      ['one', 'two'].map((providerTxnId) => ({
        attemptId: 'a',
        reason: 'payer_blocked',
        subject: providerTxnId,
        details: { providerTxnId, ...money },
      })),
    )
    expect(outcome.payments).toMatchObject([{ wasHeld: true }, { wasHeld: true }])
  })

  it('opens only the mismatch review for a held payment that does not match its order', () => {
    for (const [change, reason] of [
      [{ currency: 'USD' }, 'currency_mismatch'],
      [{ amountMinor: 1 }, 'amount_mismatch'],
    ] as const) {
      const [review, ...more] = decide([about('one', { ...change, hold: 'held' })]).reviews
      expect(review?.reason).toBe(reason)
      expect(review).not.toHaveProperty('subject')
      expect(more).toEqual([])
    }
  })

  it('a released payment pays the order like any other, whatever other payments are held', () => {
    const at = fc.integer({ min: 0, max: 59 }).map((minute) => new Date(Date.UTC(2026, 10, 20, 9, minute)))
    const payments = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('1', '2', '3', '4'), at, hold: fc.constantFrom('held', 'released', null) }),
      { selector: ({ id }) => id, minLength: 1 },
    )
    fc.assert(
      fc.property(payments, (some) => {
        const outcome = decide(some.map(({ id, ...more }) => about(id, more)))
        const others = decide(
          some.flatMap(({ id, hold, at: then }) => (hold === 'held' ? [] : [about(id, { at: then })])),
        )
        const { entitled, paidAt, duplicates } = others
        expect(outcome).toMatchObject({ entitled, paidAt, duplicates })
        expect(outcome.reviews).toHaveLength(some.filter(({ hold }) => hold === 'held').length)
        const marked = outcome.payments.flatMap(({ providerTxnId, wasHeld }) => (wasHeld ? [providerTxnId] : []))
        expect(new Set(marked)).toEqual(new Set(some.flatMap(({ id, hold }) => (hold ? [id] : []))))
      }),
    )
  })
})
