import type { Drift } from './delivered-terms.rules.ts'

/** Result of a comparison. `closures`: repairs that take time or access from a person. */
export type Comparison = {
  readonly seen: number
  readonly unknown: number
  readonly missing: number
  readonly closures: number
  readonly other: number
}

const fewestHeld = 5
const heldShare = 0.02

/** True if the repair takes time or access from the person. It would do harm if our own data were wrong. */
export const takesAway = (drift: Drift): boolean => drift === 'open there' || drift === 'a later end there'

/**
 * True if there are too many closures at once. The likely cause is a database restored from an old backup, so all of
 * them wait for an operator.
 */
export const mustWait = (closures: number, open: number): boolean =>
  closures >= fewestHeld && closures > open * heldShare

export function countDrifts(found: readonly Drift[], seen: number, unknown: number): Comparison {
  const missing = found.filter((drift) => drift === 'missing there').length
  const closures = found.filter(takesAway).length
  return { seen, unknown, missing, closures, other: found.length - missing - closures }
}
