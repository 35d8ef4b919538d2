import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'

/**
 * Maximum number of callers that wait for the same database row. A row allows some hundred updates a second, so later
 * callers would wait too long.
 */
const mostWaiting = 400

/**
 * Queue for a database row. `last`: resolves to true if the database ran the SQL statement of the last caller in the
 * queue.
 */
type Line = { length: number; last: Promise<boolean> }
type Place = { readonly isNext: Promise<boolean>; readonly leave: (isTaken: boolean) => void }
const linesOf = new WeakMap<Queryable, Map<string, Line>>()

const busy = () => new AppError('Unavailable', {}, { retryAfterSeconds: 2 })

function stand(lines: Map<string, Line>, row: string): Place {
  const line = lines.get(row) ?? { length: 0, last: Promise.resolve(true) }
  const isNext = line.last
  const { promise, resolve } = Promise.withResolvers<boolean>()
  lines.set(row, line)
  line.length++
  line.last = promise
  const leave = (isTaken: boolean) => {
    resolve(isTaken)
    if (--line.length === 0) lines.delete(row)
  }
  return { isNext, leave }
}

/**
 * Queues work of this process that writes the same database rows, before it takes a connection. Otherwise each caller
 * would hold a connection while it waits for the row lock, and attempts at one account could use up the pool. Callers
 * must name `rows` in the same order (the caller's own first), which prevents deadlocks.
 * Throws `Unavailable` if the queue is full or the previous caller's work failed, except with `givesBack`. Inside a
 * transaction the work runs at once, because the transaction already has a connection and may hold the row.
 */
export async function inTurn<T>(
  db: Queryable,
  rows: readonly string[],
  work: () => Promise<T>,
  { givesBack = false } = {},
): Promise<T> {
  if (!('transaction' in db)) return work()
  const lines = linesOf.get(db) ?? new Map<string, Line>()
  linesOf.set(db, lines)
  const places: Place[] = []
  let isTaken = true
  try {
    for (const row of new Set(rows)) {
      const before = lines.get(row)?.length ?? 0
      if (before > mostWaiting && !givesBack) throw busy()
      const place = stand(lines, row)
      places.push(place)
      // The first caller in an empty queue does not wait.
      if (before > 0 && !(await place.isNext) && !givesBack) {
        isTaken = false
        throw busy()
      }
    }
    isTaken = false
    const done = await work()
    isTaken = true
    return done
  } finally {
    for (const { leave } of places) leave(isTaken)
  }
}
