import type { Drift } from './told.rules.ts'

/** What a comparison found. `closures`: to mend it would take time or access from someone. */
export type Comparison = {
  readonly seen: number
  readonly unknown: number
  readonly missing: number
  readonly closures: number
  readonly other: number
}

const fewestHeld = 5
const heldShare = 0.02

/** What mending takes from the person. Where our own data went wrong, this is what would hurt. */
export const takesAway = (drift: Drift): boolean => drift === 'open there' || drift === 'a later end there'

/**
 * So many closures at once are hardly drift: a database that was brought back from an old copy looks like this. They wait for a
 * person, all of them.
 */
export const mustWait = (closures: number, open: number): boolean =>
  closures >= fewestHeld && closures > open * heldShare

export function countDrifts(found: readonly Drift[], seen: number, unknown: number): Comparison {
  const missing = found.filter((drift) => drift === 'missing there').length
  const closures = found.filter(takesAway).length
  return { seen, unknown, missing, closures, other: found.length - missing - closures }
}
