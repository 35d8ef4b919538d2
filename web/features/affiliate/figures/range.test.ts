import { describe, expect, it } from 'vitest'
import { lengthOf, momentsOf, presets, readInterval, readRange, writeRange } from './range.ts'

const today = '2026-03-05'
const days = (text: string | null) => {
  const { from, to } = readRange(text, today)
  return `${from} ${to}`
}

describe('date range in the URL', () => {
  it('presets end today, in UTC days', () => {
    expect(days('7d')).toBe('2026-02-27 2026-03-05')
    expect(days('month')).toBe('2026-03-01 2026-03-05')
    expect(days('last-month')).toBe('2026-02-01 2026-02-28')
    expect(days('12m')).toBe('2025-03-06 2026-03-05')
    expect(lengthOf(readRange('90d', today))).toBe(90)
  })

  it('a custom range of past days is accepted and written back unchanged', () => {
    expect(days('2025-12-24..2026-01-06')).toBe('2025-12-24 2026-01-06')
    expect(days('2026-03-01..2026-04-01')).toBe('2026-03-01 2026-03-05')
    for (const text of [...presets, '2025-12-24..2026-01-06']) expect(writeRange(readRange(text, today))).toBe(text)
  })

  it.each([
    null,
    '',
    '8d',
    '2026-02-30..2026-03-01',
    '2026-03-04..2026-03-01',
    '2020-01-01..2026-03-01',
    '2026-03-06..2026-03-09',
    '..',
  ])('the range is the last thirty days for %s', (text) =>
    expect(readRange(text, today)).toMatchObject({ from: '2026-02-04', to: today, preset: '30d' }),
  )

  it('a range starts and ends at midnight UTC', () => {
    expect(momentsOf({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
      from: Date.UTC(2026, 2, 1),
      to: Date.UTC(2026, 2, 2),
    })
  })
})

describe('chart interval', () => {
  it('the interval suits the range and never exceeds the number of bars', () => {
    expect(['7d', '90d', '12m'].map((text) => readInterval(null, readRange(text, today)))).toEqual([
      'day',
      'week',
      'month',
    ])
    expect(readInterval('day', readRange('12m', today))).toBe('day')
    expect(readInterval('day', readRange('2024-01-01..2026-03-01', today))).toBe('month')
    expect(readInterval('year', readRange('7d', today))).toBe('day')
  })
})
