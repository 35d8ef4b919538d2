import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'

/** So many wait for one row; a row is written some hundred times a second, and who comes later would wait too long. */
const mostWaiting = 400

type Line = { length: number; last: Promise<void> }
const linesOf = new WeakMap<Queryable, Map<string, Line>>()

/**
 * Statements of this process that write the same rows take turns here, before they take a connection: at the row itself
 * each would wait with a connection in its hand, and some that try the same account would leave none to anyone else.
 * `Unavailable` where too many wait for a row. In a transaction there is nothing to save: it has its connection, and may
 * hold the row already.
 */
export async function inTurn<T>(db: Queryable, rows: ReadonlySet<string>, work: () => Promise<T>): Promise<T> {
  if (!('transaction' in db)) return work()
  const lines = linesOf.get(db) ?? new Map<string, Line>()
  linesOf.set(db, lines)
  if ([...rows].some((row) => (lines.get(row)?.length ?? 0) > mostWaiting))
    throw new AppError('Unavailable', {}, { retryAfterSeconds: 2 })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const before = [...rows].map((row) => {
    const line = lines.get(row) ?? { length: 0, last: Promise.resolve() }
    const { last } = line
    lines.set(row, line)
    line.length++
    line.last = over
    return last
  })
  try {
    await Promise.all(before)
    return await work()
  } finally {
    end()
    for (const row of rows) {
      const line = lines.get(row)
      if (line && --line.length === 0) lines.delete(row)
    }
  }
}
