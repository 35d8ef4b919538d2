import type { Part } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

class RolledBack extends Error {}

/** Does everything in a transaction, and keeps none of it unless `keeps` says so of what came out. */
export async function transact<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  keeps: (result: T) => boolean,
): Promise<T> {
  const results: T[] = []
  try {
    return await database.transaction(async (tx) => {
      const result = await work(tx)
      if (keeps(result)) return result
      results.splice(0, results.length, result)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    return results[0] as T
  }
}

export const rehearse = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transact(database, work, () => false)

/** Everything that is done in this database is done in `tx`: what opens transactions of its own takes part in it. */
const inside = (database: Database, tx: Transaction): Database => ({
  ...database,
  query: (statement) => tx.query(statement),
  one: (statement) => tx.one(statement),
  maybe: (statement) => tx.maybe(statement),
  run: (statement) => tx.run(statement),
  transaction: (work) => work(tx),
})

/** For previews: each part is one transaction that is rolled back. */
export const rehearsedPart =
  (database: Database): Part =>
  (work) =>
    rehearse(database, (tx) => work(inside(database, tx)))

export const plainPart =
  (database: Database): Part =>
  (work) =>
    work(database)

/** A database whose transactions do everything and are then rolled back. */
export const rehearsedDatabase = (database: Database): Database => ({
  ...database,
  transaction: (work) => rehearse(database, work),
})
