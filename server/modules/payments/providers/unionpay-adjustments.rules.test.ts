import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import fixture from '#tests/fixtures/unionpay-files/adjustment.json' with { type: 'json' }
import { dayBefore, readAdjustments } from './unionpay-adjustments.rules.ts'

const merchant = '777290058110001'
/** Returns the line of the fixture with other values in the named columns. */
const lineOf = (other: Record<string, string> = {}): string =>
  fixture.columns
    .map(([name, width, , value]) => (other[String(name)] ?? String(value)).padEnd(Number(width)))
    .join(' ')
const read = (text: string) => readAdjustments(text, merchant)
const taken = {
  id: 'E30 765432 1121101500',
  takes: true,
  amountMinor: 26_800,
  time: '1121101500',
  before: { trace: '123456 1120090000', day: '1120' },
}
const settled = 'settled amount, C or D and 12 digits'

describe('UnionPay adjustment file', () => {
  it('a line gives the amount taken or credited, and the original payment', () => {
    const given = lineOf({ code: 'E23', [settled]: 'C000000026800' })
    expect(read(`${lineOf()}\r\n${given}\r\n\r\n`)).toEqual([
      taken,
      { ...taken, id: 'E23 765432 1121101500', takes: false },
    ])
    expect(read('')).toEqual([])
    expect(read(`   \n${lineOf()}\n \t\n`)).toEqual([taken])
  })

  it('a line needs every column up to the merchant and nothing after it', () => {
    const needed = lineOf().slice(
      0,
      3 + 11 + 11 + 6 + 10 + 19 + 12 + 4 + 2 + 2 + 6 + 10 + 4 + 12 + 13 + 13 + 15 + 15 + 17,
    )
    expect(read(needed)).toEqual([taken])
    expect(read(needed.slice(0, -1))).toEqual([{ unread: needed.slice(0, -1) }])
  })

  it.each([
    ['another merchant', { merchant: '777290058110002' }],
    ['a sum without a sign', { [settled]: '0000000026800' }],
    ['an invalid amount', { 'amount in fen': '0000000268.0' }],
    ['an invalid time', { 'time of transmission, MMDDhhmmss': '112110' }],
    ['an invalid trace number', { 'trace number': 'x' }],
    ['no code', { code: '' }],
    ['a code with a sign before it', { code: '-E3' }],
    ['a code with a sign behind it', { code: 'E3-' }],
    ['a trace number with a sign before it', { 'trace number': '-76543' }],
    ['a time with a sign before it', { 'time of transmission, MMDDhhmmss': '-112110150' }],
    ['an amount with a sign before it', { 'amount in fen': '-00000026800' }],
    ['a sum with another sign', { [settled]: 'E000000026800' }],
    ['a sum with other characters than digits', { [settled]: 'D00000002680.' }],
  ])('an unreadable line is reported and the others are read: %s', (_what, other) => {
    const [first, second] = read(`${lineOf(other)}\n${lineOf()}`)
    expect(first).toEqual({ unread: lineOf(other) })
    expect(second).toEqual(taken)
  })

  it('an altered file gives lines with whole amounts, and never crashes', () => {
    const whole = `${lineOf()}\n`
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(30), anyText({ maxLength: 30 }), (at, cut, piece) => {
        for (const each of read(whole.slice(0, at) + piece + whole.slice(at + cut)))
          expect('unread' in each || Number.isSafeInteger(each.amountMinor)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  ['1120', '2026-11-21', '2026-11-20'],
  ['1121', '2026-11-21', '2026-11-21'],
  ['1122', '2026-11-21', '2025-11-22'],
  ['1231', '2027-01-01', '2026-12-31'],
  ['0101', '2026-11-21', '2026-01-01'],
  ['1301', '2026-11-21', null],
  ['1100', '2026-11-21', null],
  ['', '2026-11-21', null],
  ['112', '2026-11-21', null],
  ['11200', '2026-11-21', null],
  ['-112', '2026-11-21', null],
  ['x1120', '2026-11-21', null],
  ['11 2', '2026-11-21', null],
  ['0229', '2029-03-01', '2028-02-29'],
  ['0229', '2027-03-01', null],
  ['0230', '2028-03-01', null],
])('reads the date %j in a UnionPay file as the latest such day up to %s: %s', (monthDay, day, expected) =>
  expect(dayBefore(monthDay, day)).toBe(expected),
)
