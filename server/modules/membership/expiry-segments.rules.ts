import { standingPlans, type PlanEntry } from './membership.rules.ts'

/**
 * Period of active membership. `grant`: ledger row that gave the period; null for the periods that are combined because
 * their rows were not read.
 */
type Segment<G> = { readonly grant: G | null; readonly from: Date; readonly to: Date }

export const shownSegments = 24

/**
 * Segments that explain when a membership ends: the grants that were not taken back, at their current position in time.
 * Grants that were taken back or converted have no segment. `rows`: ledger rows in order of creation. `isCut`: older
 * rows were not read and form one segment. Of more than `shownSegments`, the oldest are merged into one.
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
