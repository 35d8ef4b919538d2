import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { isReportFile, readReportFile } from './unionpay-report.rules.ts'

const merchant = '777290058110001'
type Line = { type: string; number: string; queryId: string; paidQueryId?: string; paidNumber?: string }
/** A line as UnionPay's specification of files lays it out: 42 values, a space between two. */
const lineOf = ({ type, number, queryId, paidQueryId = '', paidNumber = '' }: Line): string =>
  [
    'S22',
    '04900000   ',
    '00011000   ',
    '123456',
    '1120090000',
    '6216***********0018',
    '000000026800',
    '5734',
    '07',
    queryId.padEnd(21),
    '02',
    number.padEnd(32),
    '01',
    '      ',
    '          ',
    'D000000000000',
    'C000000026800',
    '0001',
    ' '.repeat(15),
    type,
    '07',
    '000000',
    '01',
    '    ',
    ' '.repeat(32),
    '0',
    paidQueryId.padEnd(21),
    merchant,
    '0',
    ' '.repeat(15),
    // The short name of a shop, in GBK.
    '\u00D6\u00D0\u00CE\u00C4'.padEnd(32),
    'C000000000000',
    'C000000026800',
    '01080209',
    ' '.repeat(32),
    'C000000000000',
    'C000000000000',
    '000000000000',
    '00',
    '0',
    paidNumber.padEnd(32),
    ' '.repeat(98),
  ].join(' ')
const payment = lineOf({ type: '01', number: '01KAATTEMPT0000000000000PA', queryId: '202611200900001234567' })
const refund = lineOf({
  type: '04',
  number: '01KAREFUND00000000000000RE',
  queryId: '202611201000007654321',
  paidQueryId: '202611200900001234567',
  paidNumber: '01KAATTEMPT0000000000000PA',
})
const rowsOf = (text: string) => readReportFile(text, merchant).rows
/** Line of each row, or the reason why the row is not a line. */
const read = (text: string) => rowsOf(text).map((row) => (typeof row === 'string' ? row : row.line))

describe('UnionPay settlement report', () => {
  it('reads payments and refunds with our ids', () => {
    expect(read(`${payment}\r\n${refund}\r\n`)).toEqual([
      {
        kind: 'paid',
        attemptId: '01KAATTEMPT0000000000000PA',
        providerTxnId: '202611200900001234567',
        refundId: null,
        amount: { amountMinor: 26_800, currency: 'CNY' },
      },
      {
        kind: 'refunded',
        attemptId: '01KAATTEMPT0000000000000PA',
        providerTxnId: '202611200900001234567',
        refundId: '01KAREFUND00000000000000RE',
        amount: { amountMinor: 26_800, currency: 'CNY' },
      },
    ])
    expect(read('')).toEqual([])
  })

  it("a row has the bank's trace number and time", () => {
    expect(rowsOf(payment).map((row) => (typeof row === 'string' ? row : row.trace))).toEqual(['123456 1120090000'])
  })

  it.each([
    ['a truncated line', payment.slice(0, 500), 'columns'],
    ['a missing byte', payment.replace('S22', 'S2'), 'columns'],
    ['another merchant', payment.replace(merchant, '777290058110002'), 'merchant'],
    ['an unknown type', payment.replace(' 01 07 0000', ' 55 07 0000'), 'kind'],
    ['an invalid amount', payment.replace('000000026800', '0000000268.0'), 'amount'],
    ['a line without our number', payment.replace('01KAATTEMPT0000000000000PA', ' '.repeat(26)), 'number'],
    ['a refund without a payment', refund.replace('202611200900001234567', ' '.repeat(21)), 'number'],
  ])('reports %s, and reads the other lines', (_name, text, why) =>
    expect(read(`${refund}\n${text}\n${payment}\n`)).toEqual([read(refund)[0], why, read(payment)[0]]),
  )

  it('an altered report never gives an amount that is not a whole number', () => {
    const whole = `${payment}\n${refund}\n`
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(30), anyText({ maxLength: 30 }), (at, length, piece) => {
        for (const row of read(whole.slice(0, at) + piece + whole.slice(at + length)))
          expect(typeof row === 'string' || Number.isSafeInteger(row.amount.amountMinor)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(read(text).filter((row) => row !== 'columns')).toEqual([])
      }),
    )
  })

  it.each([
    [`INN26112088ZM_${merchant}`, true],
    [`20261120/INN26112088ZM_${merchant}`, true],
    [`INN25112088ZM_${merchant}`, false],
    [`INN26112088ZME_${merchant}`, false],
    ['INN26112088ZM_777290058110002', false],
    [`INN26112088ZM_${merchant}.bak`, false],
  ])('recognises the file name %s as the settlement report: %s', (name, expected) =>
    expect(isReportFile(name, '2026-11-20', merchant)).toBe(expected),
  )
})

describe('line of a UnionPay settlement report', () => {
  it('blank lines are ignored', () => {
    expect(read(`  \n${payment}\n \t\n`)).toHaveLength(1)
  })

  it('a line is needed only up to its last column', () => {
    // Reserved bytes after the last column, and the space before them.
    const needed = payment.slice(0, -99)
    expect(read(needed)).toHaveLength(1)
    expect(read(needed.slice(0, -1))).toEqual(['columns'])
  })

  it('columns must be separated by a space', () => {
    expect(read(payment.replace('S22 ', 'S22x'))).toEqual(['columns'])
  })

  it('a line without the UnionPay payment number is refused', () => {
    expect(read(payment.replace('202611200900001234567', ' '.repeat(21)))).toEqual(['number'])
  })
})
