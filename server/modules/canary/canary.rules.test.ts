import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findStatementFault, isStale, lastGoodDay, readStatementDate } from './canary.rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
const statement = (date: string) => `Statement\nDate: ${date}\n\nAll is well.\n`

describe('date of a canary statement', () => {
  it.each([
    ['Statement\nDate: 2026-11-21\nok', '2026-11-21'],
    ['Statement\r\nDate: 2026-11-21\r\nok', '2026-11-21'],
    ['Date: 2026-02-30', null],
    ['date 2026-11-21', null],
    ['On Date: 2026-11-21', null],
    ['Date: 2026-11-21\nDate: 2026-11-22', null],
    ['', null],
  ])('reads the date in %j as %j', (text, expected) => {
    expect(readStatementDate(text)).toBe(expected)
  })

  it('treats a statement as valid for 35 days, across months and leap days, and not for 36', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_000, max: 9_000 }), fc.integer({ min: 0, max: 400 }), (start, age) => {
        expect(isStale(day(start), day(start + age))).toBe(age > 35)
        expect(lastGoodDay(day(start))).toBe(day(start + 35))
      }),
    )
  })
})

it.each([
  ['2026-11-21', '2026-11-21', null, undefined],
  ['2026-11-22', '2026-11-21', null, undefined],
  ['2026-11-23', '2026-11-21', null, 'canary.inFuture'],
  ['2026-10-17', '2026-11-21', null, undefined],
  ['2026-10-16', '2026-11-21', null, 'canary.tooOld'],
  ['2026-11-20', '2026-11-21', '2026-11-21', 'canary.newerExists'],
  ['2026-11-21', '2026-11-21', '2026-11-21', undefined],
  ['2026-13-01', '2026-11-21', null, 'canary.needsDate'],
])(
  'finds the fault of a canary statement dated %s, published on %s after one of %s: %s',
  (date, today, newest, fault) => {
    expect(findStatementFault(statement(date), today, newest)?.code).toBe(fault)
  },
)

it('rejects a canary statement of more than 20,000 characters', () => {
  expect(findStatementFault(statement('2026-11-21') + 'x'.repeat(20_000), '2026-11-21', null)?.code).toBe(
    'canary.tooLong',
  )
})

it('accepts a canary statement of up to twenty thousand characters without NUL', () => {
  const text = statement('2026-11-21')
  expect(findStatementFault(text + 'x'.repeat(20_000 - text.length), '2026-11-21', null)).toBeNull()
  expect(findStatementFault(text + 'x'.repeat(20_001 - text.length), '2026-11-21', null)?.code).toBe('canary.tooLong')
  expect(findStatementFault(`${text}\0`, '2026-11-21', null)?.code).toBe('canary.nulCharacter')
})

it('reads the date of a canary statement only from a line of its own, with any surrounding space', () => {
  expect(readStatementDate('Date:2026-11-21')).toBe('2026-11-21')
  expect(readStatementDate('Date:   2026-11-21  ')).toBe('2026-11-21')
  expect(readStatementDate('Date: 2026-11-21 or so')).toBeNull()
  expect(readStatementDate('x Date: 2026-11-21')).toBeNull()
  expect(readStatementDate('No date at all')).toBeNull()
})
