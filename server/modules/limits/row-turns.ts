import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'

/** So many wait for one row; a row is written some hundred times a second, and who comes later would wait too long. */
const mostWaiting = 400

/** `last`: whether the database took the statement of who stands last. */
type Line = { length: number; last: Promise<boolean> }
type Place = { readonly isNext: Promise<boolean>; readonly leave: (isTaken: boolean) => void }
const linesOf = new WeakMap<Queryable, Map<string, Line>>()

const busy = () => new AppError('Unavailable', {}, { retryAfterSeconds: 2 })

/** Behind all who stand in the line of `row`. */
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
 * Statements of this process that write the same rows take turns here, before they take a connection: at the row itself
 * each would wait with a connection in its hand, and some that try the same account would leave none to anyone else.
 * `rows` are taken one after the other, and all callers name them in one order, so that no two wait for each other: an
 * asker's own first, so that who tries much has one place in the lines of others.
 *
 * `Unavailable` where too many wait for a row, and where the database took nothing from the one before: who waits behind
 * would each find that out after as long again. `givesBack`: never, because that makes room. In a transaction there is
 * nothing to save: it has its connection, and may hold the row already.
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
      // Who comes in the same moment stands behind: nothing is waited for at an empty line.
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
