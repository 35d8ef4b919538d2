import type { Database } from '#server/platform/database.ts'

/**
 * Wraps a database and records the maximum of connections in use; each running statement or transaction counts as
 * one.
 */
export function countConnections(inner: Database) {
  const seen = { most: 0 }
  let held = 0
  async function hold<T>(work: () => Promise<T>): Promise<T> {
    held += 1
    seen.most = Math.max(seen.most, held)
    try {
      return await work()
    } finally {
      held -= 1
    }
  }
  const database: Database = {
    ...inner,
    query: (statement) => hold(() => inner.query(statement)),
    one: (statement) => hold(() => inner.one(statement)),
    maybe: (statement) => hold(() => inner.maybe(statement)),
    run: (statement) => hold(() => inner.run(statement)),
    transaction: (work, options) => hold(() => inner.transaction(work, options)),
  }
  return { database, seen }
}
