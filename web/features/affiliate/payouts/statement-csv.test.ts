import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellsThatRun, formulaText } from '#tests/support/csv.ts'
import { commissionsCsv } from '#web/features/affiliate/commissions/commissions-csv.ts'
import type { Statement } from '#web/features/affiliate/base/affiliate.queries.ts'
import en from '#text/en/site/affiliate-dashboard.ts'
import { statementCsv, sumsOf } from './statement-csv.ts'

const row: Statement['list'][number] = {
  id: 'c',
  referredUid: 482_019_337,
  package: '=HYPERLINK("https://evil.example")',
  orderNumber: '7Q2M-K9XD',
  amountPaidMinor: 4_490,
  amountPaidCurrency: 'USD',
  type: 0,
  referRate: 2_500,
  referAmount: 1_122,
  currency: 'USD',
  status: 1,
  state: 'paid',
  date: Date.UTC(2026, 9, 3),
  heldUntil: Date.UTC(2026, 9, 17),
  reverses: null,
  reversedMinor: 0,
  campaign: 'video',
  reserveMinor: 0,
  reserveLeftMinor: 0,
  reserveUntil: null,
  reserveState: null,
  dueMinor: 1_122,
  isReserve: false,
}
const settlement: Statement['settlement'] = {
  id: 's-1',
  period: '2026-10',
  amountMinor: 18_910,
  takenBackMinor: 0,
  currency: 'USD',
  state: 'paid',
  preparedAt: 0,
  approvedAt: 0,
  payoutDate: 0,
  chain: 'tron',
  address: '@TXYZ',
  transactionHash: 'ab'.repeat(32),
  explorerUrl: null,
  onChain: 'confirmed',
  commissions: 1,
  reserveKeptMinor: 0,
  reservePaidMinor: 0,
}

it('the CSV of a payout statement has month, amount, wallet address and transaction, plain decimals, and no formulas', () => {
  const lines = statementCsv({ settlement, list: [row], next: null }, en).split('\r\n')
  expect(lines[0]).toBe('\uFEFFPeriod,2026-10')
  expect(lines).toContain('Status,Paid')
  expect(lines).toContain('Amount,189.10,USD')
  expect(lines).toContain('Network,TRON')
  expect(lines).toContain(`Address,"'@TXYZ"`)
  expect(lines).toContain(`Transaction,${'ab'.repeat(32)}`)
  expect(lines.at(-2)).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(lines.at(-2)).toContain(',11.22,USD')
})

it('a statement with a reserve shows amounts kept and released, unaffected by later refunds', () => {
  const kept = {
    ...row,
    reserveMinor: 112,
    reserveLeftMinor: 100,
    reserveUntil: Date.UTC(2027, 0, 15),
    dueMinor: 1_010,
  }
  const freed = { ...row, referAmount: 5_000, reserveMinor: 500, reserveLeftMinor: 500, dueMinor: 500, isReserve: true }
  const reserved = { ...settlement, amountMinor: 1_510, reserveKeptMinor: 112, reservePaidMinor: 500 }
  const lines = statementCsv({ settlement: reserved, list: [kept, freed], next: null }, en).split('\r\n')
  expect(lines).toContain('Earned,11.22,USD')
  expect(lines).toContain('Kept in reserve,-1.12,USD')
  expect(lines).toContain('Paid out of the reserve,5.00,USD')
  expect(lines.at(-3)).toMatch(/,1\.12,2027-01-15,10\.10$/)
  expect(lines.at(-2)).toMatch(/,5\.00,,5\.00$/)
})

it('earned minus reversed amounts equals the sum of rows, and is omitted when rows are missing', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -90_000, max: 90_000 }), { maxLength: 30 }), (amounts) => {
      const list = amounts.map((referAmount) => ({ ...row, referAmount }))
      const { earnedMinor, backMinor } = sumsOf({ list })
      expect(earnedMinor - backMinor).toBe(amounts.reduce((sum, minor) => sum + minor, 0))
      expect(Math.min(earnedMinor, backMinor)).toBeGreaterThanOrEqual(0)
    }),
  )
  expect(statementCsv({ settlement, list: [row], next: 'c' }, en)).not.toContain(en.statement.earned)
})

it('no text of a statement or of a commission becomes a formula', () => {
  fc.assert(
    fc.property(formulaText, (text) => {
      const list = [{ ...row, package: text, orderNumber: text, campaign: text }]
      const typed = { ...settlement, address: text, transactionHash: text, id: text }
      expect(cellsThatRun(statementCsv({ settlement: typed, list, next: null }, en))).toEqual([])
      expect(cellsThatRun(commissionsCsv(list, en))).toEqual([])
    }),
  )
})
