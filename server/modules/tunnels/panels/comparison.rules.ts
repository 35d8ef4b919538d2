import type { Drift } from './delivered-terms.rules.ts'

/** Result of comparing a VPN panel with the shop. `closures`: repairs that take time or access from a person. */
export type Comparison = {
  readonly seen: number
  readonly unknown: number
  readonly missing: number
  readonly closures: number
  readonly other: number
}

const fewestHeld = 5
const heldShare = 0.02

/** True if the repair would take time or access from the person. Such a repair does harm if our own data is wrong. */
export const takesAway = (drift: Drift): boolean => drift === 'open there' || drift === 'a later end there'

/**
 * True if too many repairs at once would take access away. The likely cause is a database restored from an old backup,
 * so all these repairs wait for an operator.
 */
export const mustWait = (closures: number, open: number): boolean =>
  closures >= fewestHeld && closures > open * heldShare

export function countDrifts(found: readonly Drift[], seen: number, unknown: number): Comparison {
  const missing = found.filter((drift) => drift === 'missing there').length
  const closures = found.filter(takesAway).length
  return { seen, unknown, missing, closures, other: found.length - missing - closures }
}
