import { Refused, type Part } from '#server/platform/act.ts'
import { isLockTimeout, type Database, type Transaction } from '#server/platform/database.ts'
import { limitLockWaits } from '#server/platform/lock-waits.queries.ts'

class RolledBack extends Error {}

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

/**
 * Runs `work` and rolls it back. Waits only briefly for locks, because locks held meanwhile could delay customers; then
 * throws `Refused`.
 */
export async function rehearse<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const briefly = async (tx: Transaction): Promise<T> => {
    await limitLockWaits(tx)
    return work(tx)
  }
  try {
    return await transact(database, briefly, () => false)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Refused('NotPossible', 'action.isBusy')
  }
}

const inside = (database: Database, tx: Transaction): Database => ({
  ...database,
  query: (statement) => tx.query(statement),
  one: (statement) => tx.one(statement),
  maybe: (statement) => tx.maybe(statement),
  run: (statement) => tx.run(statement),
  transaction: (work) => work(tx),
})

export const rehearsedPart =
  (database: Database): Part =>
  (work) =>
    rehearse(database, (tx) => work(inside(database, tx)))

export const plainPart =
  (database: Database): Part =>
  (work) =>
    work(database)

export const rehearsedDatabase = (database: Database): Database => ({
  ...database,
  transaction: (work) => rehearse(database, work),
})
