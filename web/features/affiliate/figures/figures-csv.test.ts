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
  const span = { from: '2026-11-01', to: '2026-11-07' }
  const previous = { from: '2026-10-25', to: '2026-10-31' }
  const figures = (visitsSince: string | null, visits = 12) =>
    figuresCsv(
      { range: span, before: previous, visitsSince, parts: [{ ...span, counts: { ...counts, visits }, before }] },
      t,
    )

  it('each part is one line with numeric amounts and the previous period', () => {
    const lines = linesOf(figures('2026-10-25'))
    expect(lines).toHaveLength(2)
    expect(lines[1]).toBe('2026-11-01,2026-11-07,12,3,2,1,22.45,8.98,-11.22,20.21,0,3,2,1,22.45,8.98,-11.22,20.21')
  })

  it.each([
    ['2026-10-25', ['0', '0']],
    ['2026-10-26', ['0', '']],
    ['2026-11-01', ['0', '']],
    ['2026-11-02', ['', '']],
    [null, ['', '']],
  ])('visits counted since %s are numbers, and those not counted are empty', (since, visits) => {
    const row = { key: 'k', name: 'k', counts: { ...counts, visits: 0 }, before, trend: [] }
    const cellsOf = (csv: string, at: number) => {
      const cells = (linesOf(csv)[1] ?? '').split(',')
      return [cells[at], cells[at + 8]]
    }
    expect(cellsOf(figures(since, 0), 2)).toEqual(visits)
    expect(cellsOf(breakdownCsv({ visitsSince: since, rows: [row] }, span, 'link', t), 1)).toEqual(visits)
  })

  it('visits of the days on which they were counted are stated', () => {
    expect(linesOf(figures(null))[1]).toMatch(/^2026-11-01,2026-11-07,12,/)
  })

  it('a link name never becomes a formula', () => {
    fc.assert(
      fc.property(formulaText, (name) => {
        const row = { key: 'k', name, counts, before, trend: [] }
        expect(cellsThatRun(breakdownCsv({ visitsSince: null, rows: [row] }, span, 'link', t))).toEqual([])
      }),
    )
  })
})
