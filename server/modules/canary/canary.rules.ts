import { isCalendarDay } from '#shared/calendar-day.ts'
/** A statement that is older than this many days says nothing any more. */
export const staleAfterDays = 35

const dayMs = 86_400_000
/** Milliseconds at midnight UTC of an ISO day. */
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/**
 * The day that a statement gives itself, ISO: its one line `Date: 2026-11-21`. It stands inside the signed text, so that
 * no one but the signer can make an old statement young. Null where there is none, more than one, or no such day.
 */
export function readStatementDate(text: string): string | null {
  const [first, second] = [...text.matchAll(/^Date: *(\d{4}-\d\d-\d\d) *\r?$/gm)]
  const day = first?.[1]
  return day === undefined || second || !isCalendarDay(day) ? null : day
}

/** Whether a statement of `day` is stale on `today`, both ISO days in UTC: day 35 still counts, day 36 does not. */
export const isStale = (day: string, today: string): boolean => midnight(today) - midnight(day) > staleAfterDays * dayMs

/** The last day, ISO, on which a statement of `day` counts. */
export const lastGoodDay = (day: string): string =>
  new Date(midnight(day) + staleAfterDays * dayMs).toISOString().slice(0, 10)

/** Why a statement cannot be published on `today`, as a sentence for the operator; null if it can. */
export function findStatementFault(text: string, today: string, newest: string | null): string | null {
  if (text.length > 20_000) return 'The statement is longer than 20,000 characters.'
  if (text.includes('\0')) return 'The statement holds a NUL character.'
  const day = readStatementDate(text)
  if (!day) return 'The statement needs exactly one line like "Date: 2026-11-21".'
  // A place east of Greenwich has the next day already.
  if (midnight(day) > midnight(today) + dayMs) return `The statement is of ${day}, which is still to come.`
  if (isStale(day, today)) return `The statement is of ${day}, more than ${staleAfterDays} days ago.`
  if (newest && midnight(day) < midnight(newest)) return `A younger statement, of ${newest}, is published already.`
  return null
}
