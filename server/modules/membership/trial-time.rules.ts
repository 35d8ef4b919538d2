import { standingPlans } from './membership.rules.ts'
import type { TimeEntry } from './time-ledger.rules.ts'

/** Time from which only the free trial is left; null if other time comes last or none is left. */
export function trialBegin(entries: readonly TimeEntry[]): Date | null {
  const last = standingPlans(entries).at(-1)
  if (!last) return null
  const { source } = entries.find(({ id }) => id === last.entry.id) as TimeEntry
  return source === 'trial' ? new Date(last.end.getTime() - last.seconds * 1000) : null
}
