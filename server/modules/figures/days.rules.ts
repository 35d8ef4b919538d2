const dayMs = 86_400_000

/**
 * Milliseconds between the end of a day and the first check. Database transactions that belong to that day are then
 * visible as running.
 */
export const graceMs = 60_000

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
export const endOf = (day: string): Date => new Date(startOf(day).getTime() + dayMs)
export const addDays = (day: string, days: number): string => dayOf(new Date(startOf(day).getTime() + days * dayMs))

export function daysBetween(first: string, last: string): string[] {
  const count = Math.round((startOf(last).getTime() - startOf(first).getTime()) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index))
}

export type Watch = { readonly lookedAt: Date; readonly waitsFor: readonly string[] }
type NextStep =
  | { readonly do: 'nothing' }
  /**
   * Record the database transactions that run now. A later check could not tell which of them had begun before the end
   * of the day.
   */
  | { readonly do: 'look' }
  | { readonly do: 'fold'; readonly last: string }

type DayOf = (at: Date) => string
const lastOver = (at: Date, of: DayOf): string => addDays(of(new Date(at.getTime() - graceMs)), -1)

/**
 * Next step for days from `next` on, which is the first day without sums. A day is summed once all database
 * transactions that ran at a check after its end have finished. Only these could still add rows to the day; newer
 * transactions belong to later days.
 */
export function nextStep(
  next: string,
  now: Date,
  watch: Watch | null,
  running: readonly string[],
  of: DayOf = dayOf,
): NextStep {
  if (next > lastOver(now, of)) return { do: 'nothing' }
  if (!watch || next > lastOver(watch.lookedAt, of)) return { do: 'look' }
  const ours = new Set(running)
  return watch.waitsFor.some((one) => ours.has(one))
    ? { do: 'nothing' }
    : { do: 'fold', last: lastOver(watch.lookedAt, of) }
}

/** Returns true if all visits of a day are still stored. Visits are deleted after `keptDays` days. */
export const hasWholeFunnel = (day: string, now: Date, keptDays: number, start = startOf(day)): boolean =>
  start.getTime() > now.getTime() - keptDays * dayMs
