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

describe('how a dispute ended', () => {
  it('is what the provider says, either way and in its amount, whatever an operator said', () => {
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

  it('is asked about for each dispute of which the provider contradicts itself', () => {
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
