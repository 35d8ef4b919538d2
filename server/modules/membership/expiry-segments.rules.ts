import { standingPlans, type PlanEntry } from './membership.rules.ts'

/** Active stretch of membership. `grant`: ledger row behind it; null: all rows before those that were read. */
export type Segment<G> = { readonly grant: G | null; readonly from: Date; readonly to: Date }

/** The newest stretches that are told apart; what lies before them is one. */
export const shownSegments = 24

/**
 * Why a membership ends when it does: the stretches that were not taken back, each where it lies by now, in the order of time. What was taken
 * back, or converted away, has none, and moved those behind it.
 *
 * `rows`: of the ledger, in the order in which they were written. `isCut`: older ones were not read. They are one stretch, up to where the
 * first that is here began; what took back one of them moves what is here no further than the membership goes.
 */
export function expirySegments<G extends PlanEntry & { readonly expiresAt: Date }>(
  rows: readonly G[],
  isCut: boolean,
): Segment<G>[] {
  const oldest = rows[0]
  const last = rows.at(-1)
  if (!oldest || !last) return []
  const before: PlanEntry | null = isCut
    ? { ...oldest, at: new Date(oldest.expiresAt.getTime() - 1000), seconds: 1, reverses: null, converts: null }
    : null
  const byId = new Map(rows.map((row) => [row.id, row]))
  const segments: Segment<G>[] = []
  let limit = last.expiresAt
  for (const { entry, end, seconds } of standingPlans(before ? [before, ...rows.slice(1)] : rows).toReversed()) {
    const to = end < limit ? end : limit
    const from = new Date(to.getTime() - seconds * 1000)
    if (seconds <= 0) continue
    segments.push({ grant: entry === before ? null : (byId.get(entry.id) ?? null), from, to })
    limit = from
  }
  const inOrder = segments.toReversed()
  if (inOrder.length <= shownSegments) return inOrder
  const shown = inOrder.slice(-shownSegments)
  const [first, next] = [inOrder[0], shown[0]]
  return first && next
    ? [{ grant: null, from: first.from, to: inOrder.at(-shownSegments - 1)?.to ?? next.from }, ...shown]
    : shown
}
