import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsThatRun, formulaText } from '#tests/support/csv.ts'
import t from '#text/en/site/affiliate-dashboard.ts'
import { breakdownCsv, figuresCsv } from './figures-csv.ts'

const counts = {
  visits: 12,
  signUps: 3,
  firsts: 2,
  renewals: 1,
  firstMinor: 2_245,
  renewalMinor: 898,
  reversals: 1,
  reversedMinor: 1_122,
}
const before = { ...counts, visits: 0 }
const linesOf = (csv: string) => csv.trim().split('\r\n')

describe('CSV of figures', () => {
  it('each part is one line with numeric amounts and the previous period', () => {
    const span = { from: '2026-11-01', to: '2026-11-07' }
    const lines = linesOf(
      figuresCsv({ range: span, before: span, visitsSince: null, parts: [{ ...span, counts, before }] }, t),
    )
    expect(lines).toHaveLength(2)
    expect(lines[1]).toBe('2026-11-01,2026-11-07,12,3,2,1,22.45,8.98,-11.22,20.21,0,3,2,1,22.45,8.98,-11.22,20.21')
  })

  it('a link name never becomes a formula', () => {
    fc.assert(
      fc.property(formulaText, (name) => {
        const row = { key: 'k', name, counts, before, trend: [] }
        expect(cellsThatRun(breakdownCsv({ visitsSince: null, rows: [row] }, 'link', t))).toEqual([])
      }),
    )
  })
})
