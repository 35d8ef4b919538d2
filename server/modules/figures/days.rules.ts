const dayMs = 86_400_000

/** So long after its end a day is looked at first: a transaction that began in its last moment is seen to run by then. */
export const graceMs = 60_000

/** The day of a moment, like 2026-11-22; days are those of UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
export const endOf = (day: string): Date => new Date(startOf(day).getTime() + dayMs)
export const addDays = (day: string, days: number): string => dayOf(new Date(startOf(day).getTime() + days * dayMs))

/** From one day to another, both with it. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.round((startOf(last).getTime() - startOf(first).getTime()) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index))
}

export type Watch = { readonly lookedAt: Date; readonly waitsFor: readonly string[] }
export type NextStep =
  | { readonly do: 'nothing' }
  /** Note what runs now: no later look can tell what had begun by then. */
  | { readonly do: 'look' }
  | { readonly do: 'fold'; readonly last: string }

/** The last day that was over, and for long enough, at that moment. */
const lastOver = (at: Date): string => addDays(dayOf(new Date(at.getTime() - graceMs)), -1)

/**
 * What is to be done about the days from `next` on, the first that is not folded. A day is folded once every transaction has ended that
 * could still add to it: each that ran when it was looked, some time after the day. Those that began later are of a later day.
 */
export function nextStep(next: string, now: Date, watch: Watch | null, running: readonly string[]): NextStep {
  if (next > lastOver(now)) return { do: 'nothing' }
  if (!watch || next > lastOver(watch.lookedAt)) return { do: 'look' }
  const ours = new Set(running)
  return watch.waitsFor.some((one) => ours.has(one))
    ? { do: 'nothing' }
    : { do: 'fold', last: lastOver(watch.lookedAt) }
}

/** Whether everything that the funnel of a day counts is still there: visits are kept for so many days. */
export const hasWholeFunnel = (day: string, now: Date, keptDays: number): boolean =>
  startOf(day).getTime() > now.getTime() - keptDays * dayMs
