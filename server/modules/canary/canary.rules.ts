import { isCalendarDay } from '#shared/calendar-day.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'
export const staleAfterDays = 35

const dayMs = 86_400_000
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/**
 * Returns the ISO day in the statement's line of the form `Date: 2026-11-21`. Null if the line is missing, repeated or
 * invalid. The line is part of the signed text, so nobody else can make an old statement look new.
 */
export function readStatementDate(text: string): string | null {
  const [first, second] = [...text.matchAll(/^Date: *(\d{4}-\d\d-\d\d) *\r?$/gm)]
  const day = first?.[1]
  return day === undefined || second || !isCalendarDay(day) ? null : day
}

/** True if a statement of `day` is stale on `today` (ISO days in UTC). It is valid on day 35 and stale on day 36. */
export const isStale = (day: string, today: string): boolean => midnight(today) - midnight(day) > staleAfterDays * dayMs

export const lastGoodDay = (day: string): string =>
  new Date(midnight(day) + staleAfterDays * dayMs).toISOString().slice(0, 10)

export function findStatementFault(text: string, today: string, newest: string | null): Sentence | null {
  if (text.length > 20_000) return sentence('canary.tooLong')
  if (text.includes('\0')) return sentence('canary.nulCharacter')
  const day = readStatementDate(text)
  if (!day) return sentence('canary.needsDate')
  // Allows the date of tomorrow, because time zones east of Greenwich may already have the next day.
  if (midnight(day) > midnight(today) + dayMs) return sentence('canary.inFuture', { day })
  if (isStale(day, today)) return sentence('canary.tooOld', { day, days: staleAfterDays })
  if (newest && midnight(day) < midnight(newest)) return sentence('canary.newerExists', { day: newest })
  return null
}
