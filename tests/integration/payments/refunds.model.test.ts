import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FactKind, FactView, RefundView } from '#server/modules/payments/payment-views.rules.ts'
import { derivePaymentOutcome } from '#server/modules/payments/payments.rules.ts'
import { postingsFor, type Posting } from '#server/modules/ledger/ledger.rules.ts'

const total = { amountMinor: 26_800, currency: 'CNY' } as const
const attempt = { id: 'a', status: 'open', ...total } as const
const fact = (kind: FactKind, minute: number, more: Partial<FactView> = {}): FactView => ({
  kind,
  attemptId: 'a',
  providerTxnId: 'T-a',
  refundId: null,
  ...total,
  at: new Date(Date.UTC(2026, 10, 20, 9, minute)),
  ...more,
})

/** In-memory ledger with the constraint of its table: one posting per source and id. */
class Books {
  readonly #postings = new Map<string, Posting>()
  book(order: Parameters<typeof postingsFor>[0]): void {
    for (const posting of postingsFor(order, [...this.#postings.values()])) {
      const id = `${posting.source} ${posting.sourceId}`
      if (!this.#postings.has(id)) this.#postings.set(id, posting)
    }
  }
  balances(): Record<string, number> {
    const found: Record<string, number> = {}
    for (const { debit, credit, amountMinor } of this.#postings.values()) {
      found[debit] = (found[debit] ?? 0) + amountMinor
      found[credit] = (found[credit] ?? 0) - amountMinor
    }
    return Object.fromEntries(Object.entries(found).filter(([, minor]) => minor !== 0))
  }
}

function live(arrivals: readonly FactView[], refunds: readonly RefundView[]) {
  const books = new Books()
  const known: FactView[] = []
  for (const arrived of arrivals) {
    if (!known.includes(arrived)) known.push(arrived)
    const { payments, keptMinor } = derivePaymentOutcome(total, [attempt], known, refunds)
    const own = payments.map((payment) => ({ ...payment, provider: 'alipay', isMatched: true }))
    books.book({ orderId: 'o', currency: 'CNY', keptMinor, payments: own })
  }
  const { outcome, entitled, reviews, payments } = derivePaymentOutcome(total, [attempt], known, refunds)
  return { outcome, entitled, reviews, payments, balances: books.balances() }
}

it('payments, failing refunds and disputes end the same in any order, and the ledger sums to zero', () => {
  const one = fc.record({
    amountMinor: fc.integer({ min: 1, max: 15_000 }),
    at: fc.nat(9),
    failedAt: fc.option(fc.nat(9)),
  })
  const story = fc
    .record({ refunds: fc.array(one, { maxLength: 3 }), lostMinor: fc.option(fc.integer({ min: 1, max: 26_800 })) })
    .chain(({ refunds, lostMinor }) => {
      const told = [
        fact('paid', 0),
        ...refunds.flatMap(({ amountMinor, at, failedAt }, n) => [
          fact('refunded', at, { refundId: `r${n}`, amountMinor }),
          ...(failedAt === null ? [] : [fact('refund_failed', failedAt, { refundId: `r${n}`, amountMinor })]),
        ]),
        ...(lostMinor === null
          ? []
          : [
              fact('disputed', 5, { disputeId: 'd', amountMinor: lostMinor }),
              fact('disputed', 6, { disputeId: 'd', amountMinor: lostMinor, isLost: true }),
            ]),
      ]
      const rows = refunds.map(({ amountMinor }, n): RefundView => {
        return { id: `r${n}`, attemptId: 'a', providerTxnId: 'T-a', amountMinor, status: 'sent' }
      })
      return fc.record({
        told: fc.constant(told),
        rows: fc.constant(rows),
        arrivals: fc.shuffledSubarray([...told, ...told, ...told], { minLength: told.length * 3 }),
      })
    })
  fc.assert(
    fc.property(story, ({ told, rows, arrivals }) => {
      const end = live(arrivals, rows)
      expect(end).toEqual(live(told, rows))
      expect(Object.values(end.balances).reduce((sum, minor) => sum + minor, 0)).toBe(0)
      const { refundedMinor = 0, chargedBackMinor = 0 } = end.payments[0] ?? {}
      expect(end.balances['clearing:alipay'] ?? 0).toBe(26_800 - refundedMinor - chargedBackMinor)
    }),
    { numRuns: 1_000 },
  )
})
