import { isCalendarDay } from '#shared/calendar-day.ts'
import { addDays, daysBetween, startOf } from '#server/modules/figures/days.rules.ts'

type Interval = 'day' | 'week' | 'month'
export type Span = { readonly first: string; readonly last: string }

export const maxSpans = 400
export const maxDays = 1_100

/**
 * Earliest and latest day of a date range: before any affiliate's activity, and the last day that browsers' date
 * pickers offer.
 */
const earliest = '2010-01-01'
const latest = '2100-12-31'

const lengthOf = ({ first, last }: Span): number => daysBetween(first, last).length

export function findRangeFaults(from: string, to: string): { from: 'Invalid' | null; to: 'Invalid' | null } {
  const isDay = (text: string) => isCalendarDay(text) && text >= earliest && text <= latest
  if (!isDay(from) || !isDay(to)) return { from: isDay(from) ? null : 'Invalid', to: isDay(to) ? null : 'Invalid' }
  return { from: null, to: from > to || addDays(from, maxDays - 1) < to ? 'Invalid' : null }
}

export function spanBefore(span: Span): Span {
  const days = lengthOf(span)
  return { first: addDays(span.first, -days), last: addDays(span.last, -days) }
}

const weekday = (day: string): number => (startOf(day).getUTCDay() + 6) % 7

function endOfPart(day: string, interval: Interval): string {
  if (interval === 'day') return day
  if (interval === 'week') return addDays(day, 6 - weekday(day))
  const at = startOf(day)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}

export function partsOf({ first, last }: Span, interval: Interval): Span[] {
  const parts: Span[] = []
  for (let day = first; day <= last;) {
    const end = endOfPart(day, interval)
    parts.push({ first: day, last: end < last ? end : last })
    day = addDays(end, 1)
  }
  return parts
}

export function evenParts(span: Span, count: number): Span[] {
  const days = lengthOf(span)
  const parts = Math.min(count, days)
  const from = (part: number) => Math.floor((part * days) / parts)
  return Array.from({ length: parts }, (_, part) => ({
    first: addDays(span.first, from(part)),
    last: addDays(span.first, from(part + 1) - 1),
  }))
}
