import { isCalendarDay } from '#shared/calendar-day.ts'

export const presets = ['7d', '30d', '90d', 'month', 'last-month', '12m'] as const
type Preset = (typeof presets)[number]
export const intervals = ['day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** Date range: first and last day in UTC, both inclusive. `preset` is null for a custom range. */
export type Range = { readonly from: string; readonly to: string; readonly preset: Preset | null }

const dayMs = 86_400_000
const maxDays = 1_100
const maxParts = 400

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const addDays = (day: string, days: number): string => dayOf(startOf(day) + days * dayMs)
export const lengthOf = ({ from, to }: Pick<Range, 'from' | 'to'>): number =>
  Math.round((startOf(to) - startOf(from)) / dayMs) + 1

/** Start (inclusive) and end (exclusive) of a date range in ms, for list queries. */
export const momentsOf = ({ from, to }: Pick<Range, 'from' | 'to'>) => ({
  from: startOf(from),
  to: startOf(to) + dayMs,
})

export const todayOf = (now: number): string => dayOf(now)

function daysOf(preset: Preset, today: string): { from: string; to: string } {
  const month = `${today.slice(0, 7)}-01`
  if (preset === 'month') return { from: month, to: today }
  if (preset === 'last-month') {
    const to = addDays(month, -1)
    return { from: `${to.slice(0, 7)}-01`, to }
  }
  const count = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 }[preset]
  return { from: addDays(today, 1 - count), to: today }
}

/** Parses a date range from the URL, `90d` or `2026-10-01..2026-10-31`; falls back to the last thirty days. */
export function readRange(text: string | null, today: string): Range {
  const preset = presets.find((each) => each === text)
  if (preset) return { ...daysOf(preset, today), preset }
  const [from = '', to = ''] = text?.split('..') ?? []
  const range = { from, to: to > today ? today : to, preset: null }
  if (isCalendarDay(from) && isCalendarDay(to) && from <= range.to && lengthOf(range) <= maxDays) return range
  return { ...daysOf('30d', today), preset: '30d' }
}

export const writeRange = ({ from, to, preset }: Range): string => preset ?? `${from}..${to}`

/** Chart interval from the URL if the chart has room for it; otherwise one that fits the range's length. */
export function readInterval(text: string | null, range: Range): Interval {
  const days = lengthOf(range)
  const asked = intervals.find((each) => each === text)
  if (asked && (asked !== 'day' || days <= maxParts)) return asked
  return days <= 31 ? 'day' : days <= 120 ? 'week' : 'month'
}
