import type { Seen } from '#server/modules/alerts/follow-alerts.rules.ts'
import { methodFall } from '#server/modules/alerts/thresholds.rules.ts'
import { countByMethod } from '#server/modules/payments/method-counts.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

const hourMs = 3_600_000
/** Payment attempts younger than one hour may still succeed and are not counted. */
const settledMs = hourMs
const latelyMs = 24 * hourMs
const meanMs = 28 * 24 * hourMs

export async function readMethods(
  db: Queryable,
  { now, isOpen }: { now: Date; isOpen: (method: string) => boolean },
): Promise<Seen[]> {
  const until = new Date(now.getTime() - settledMs)
  const since = new Date(until.getTime() - latelyMs)
  const counts = await countByMethod(db, { first: new Date(since.getTime() - meanMs), since, until })
  return counts.flatMap(({ method, lately, latelyPaid, before, beforePaid }) => {
    const fall = methodFall({ tried: lately, paid: latelyPaid }, { tried: before, paid: beforePaid }, isOpen(method))
    return fall
      ? [
          {
            kind: 'method-low',
            subject: method,
            level: 1,
            detail: null,
            amount: fall.now,
            total: fall.mean,
            since: null,
          },
        ]
      : []
  })
}
