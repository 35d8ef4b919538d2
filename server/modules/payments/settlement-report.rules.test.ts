import { describe, expect, it } from 'vitest'
import { compareReport, type ReportLine, type KnownMovement } from './settlement-report.rules.ts'

const amount = { amountMinor: 26_800, currency: 'CNY' }
type Moved = ReportLine & { readonly kind: 'paid' | 'refunded' }
const line = (change: Partial<Moved> = {}): Moved => ({
  kind: 'paid',
  attemptId: 'a1',
  providerTxnId: 't1',
  refundId: null,
  amount,
  ...change,
})
const refundLine = (change: Partial<Moved> = {}) => line({ kind: 'refunded', refundId: 'r1', ...change })
const known = (of: Moved, change: Partial<KnownMovement> = {}): KnownMovement => ({
  ...of,
  orderId: 'o1',
  isWithin: true,
  ...change,
})

describe('settlement report compared with the ledger', () => {
  it('reports every bank adjustment once', () => {
    const adjusted = (id: string): ReportLine => ({
      ...line(),
      kind: 'adjusted',
      adjustment: { id, takes: true, at: new Date(0) },
    })
    const found = compareReport(
      [line(), adjusted('E30 1 2'), adjusted('E30 1 2'), adjusted('E31 1 2')],
      [known(line())],
    )
    expect(found.map(({ what, line: of, known: own }) => [what, of?.adjustment?.id, own])).toEqual([
      ['bank_adjustment', 'E30 1 2', null],
      ['bank_adjustment', 'E31 1 2', null],
    ])
  })

  it('finds no difference between equal entries, however often a line repeats', () => {
    expect(compareReport([], [])).toEqual([])
    expect(compareReport([line(), line(), refundLine()], [known(line()), known(refundLine())])).toEqual([])
  })

  it('reports a payment or refund that only the provider has', () => {
    expect(compareReport([line(), refundLine()], [])).toEqual([
      { what: 'unknown_payment', line: line(), known: null },
      { what: 'unknown_refund', line: refundLine(), known: null },
    ])
  })

  it('reports a payment or refund that only we have, unless it may belong to the next day', () => {
    const [payment, refund] = [known(line()), known(refundLine())]
    expect(compareReport([], [payment, refund])).toEqual([
      { what: 'missing_payment', line: null, known: payment },
      { what: 'missing_refund', line: null, known: refund },
    ])
    expect(compareReport([], [known(line(), { isWithin: false })])).toEqual([])
  })

  it('reports a different amount or currency, also at the edge of a day', () => {
    for (const other of [
      { ...amount, amountMinor: 26_799 },
      { ...amount, currency: 'USD' },
    ]) {
      const own = known(line(), { isWithin: false })
      expect(compareReport([line({ amount: other })], [own])).toEqual([
        { what: 'other_amount', line: line({ amount: other }), known: own },
      ])
    }
  })

  it('matches payments and refunds by kind and number', () => {
    expect(compareReport([line()], [known(refundLine())]).map(({ what }) => what)).toEqual([
      'unknown_payment',
      'missing_refund',
    ])
    expect(compareReport([refundLine({ refundId: 'r2' })], [known(refundLine())]).map(({ what }) => what)).toEqual([
      'unknown_refund',
      'missing_refund',
    ])
    expect(compareReport([line({ providerTxnId: 't2' })], [known(line())]).map(({ what }) => what)).toEqual([
      'unknown_payment',
      'missing_payment',
    ])
  })

  it('matches a refund without a number only to a refund without a number of the same payment', () => {
    const bare = refundLine({ refundId: null })
    expect(compareReport([bare], [known(bare)])).toEqual([])
    expect(compareReport([bare], [known(refundLine())])).toHaveLength(2)
    expect(compareReport([refundLine({ refundId: '' })], [known(bare)])).toEqual([])
    expect(compareReport([bare, refundLine({ refundId: null, providerTxnId: 't2' })], [])).toHaveLength(2)
  })

  it('counts equal refunds without a number one by one, and a numbered line once', () => {
    const bare = refundLine({ refundId: null })
    const nth = (lines: ReportLine[]) => compareReport(lines, []).map((found) => found.nth)
    expect(nth([bare, bare, refundLine({ refundId: '' })])).toEqual([1, 2, 3])
    expect(nth([refundLine(), refundLine()])).toEqual([undefined])
  })

  const whats = (lines: ReportLine[], own: KnownMovement[]) => compareReport(lines, own).map(({ what }) => what)

  it.each([
    ['done', 'done', []],
    ['done', 'pending', ['unsettled_refund']],
    ['done', 'failed', ['unknown_refund']],
    ['pending', 'done', []],
    ['pending', 'pending', []],
    ['pending', 'failed', ['unknown_refund']],
    ['failed', 'done', ['missing_refund']],
    ['failed', 'pending', ['unsettled_refund']],
    ['failed', 'failed', []],
  ] as const)('compares a refund that is %s in the report with ours that is %s', (stated, ours, found) => {
    const stateOf = (state: 'done' | 'pending' | 'failed') => (state === 'done' ? {} : { state })
    const own = known(refundLine(), { isWithin: ours === 'done', ...stateOf(ours) })
    expect(whats([refundLine(stateOf(stated))], [own])).toEqual(found)
  })

  it('ignores a failed refund that is not ours, and reports a pending one', () => {
    expect(whats([refundLine({ state: 'failed' })], [])).toEqual([])
    expect(whats([refundLine({ state: 'pending' })], [])).toEqual(['unknown_refund'])
  })

  it('reports every differing amount of a duplicate line, in any order', () => {
    const other = line({ amount: { ...amount, amountMinor: 1 } })
    for (const lines of [
      [line(), other],
      [other, line()],
    ])
      expect(compareReport(lines, [known(line())])).toEqual([
        { what: 'other_amount', line: other, known: known(line()) },
      ])
  })

  it('reports a different order number, or a refund under another payment', () => {
    expect(whats([line({ attemptId: 'a2' })], [known(line())])).toEqual(['other_number'])
    expect(whats([refundLine({ providerTxnId: 't2' })], [known(refundLine())])).toEqual(['other_number'])
  })

  it("matches a payment by the provider's number when ours is missing", () => {
    expect(compareReport([line({ attemptId: '', refundId: 'x' })], [known(line())])).toEqual([])
  })
})
