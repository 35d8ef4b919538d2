import { expect, it } from 'vitest'
import { findDueMonth, monthBeforeFirst } from './accountant-mail.rules.ts'

const shanghai = [{ from: '2026-01', zone: 'Asia/Shanghai' }]
const newYork = [{ from: '2026-01', zone: 'America/New_York' }]

it.each([
  ['a second before the month ends in Shanghai', shanghai, '2026-11-30T15:59:59Z', null],
  ['when the month ends in Shanghai', shanghai, '2026-11-30T16:00:00Z', '2026-11'],
  ['when the month ends in UTC, but not in New York', newYork, '2026-12-01T04:59:59Z', null],
  ['when the month ends in New York', newYork, '2026-12-01T05:00:00Z', '2026-11'],
  ['without a time zone, when it ends in UTC', [], '2026-12-01T00:00:00Z', '2026-11'],
])('the list of November is due %s', (_name, zones, now, due) => {
  expect(findDueMonth(zones, new Date(now), '2026-10')).toBe(due)
})

it('a month is due once, and missed months follow one after the other', () => {
  const now = new Date('2027-02-03T00:00:00Z')
  expect(findDueMonth([], now, '2026-11')).toBe('2026-12')
  expect(findDueMonth([], now, '2026-12')).toBe('2027-01')
  expect(findDueMonth([], now, '2027-01')).toBeNull()
})

it('an address that is confirmed late in a month gets that month, and no earlier one', () => {
  const confirmed = new Date('2026-11-30T15:59:59Z')
  expect(monthBeforeFirst(shanghai, confirmed)).toBe('2026-10')
  expect(monthBeforeFirst(shanghai, new Date('2026-11-30T16:00:00Z'))).toBe('2026-11')
})
