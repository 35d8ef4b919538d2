import type { Database, Transaction } from '#server/platform/database.ts'
import type { OpsContext } from './action.ts'

class Rehearsed extends Error {}

/**
 * The database of an action; in a dry run one whose transactions do everything and are then rolled back, so that a dry run
 * is refused for the same reasons as the real one. For workflows that write in transactions alone and call nobody outside.
 */
export const databaseOf = ({ database, dryRun }: Pick<OpsContext, 'database' | 'dryRun'>): Database =>
  dryRun ? { ...database, transaction: (work) => rehearse(database, work) } : database

async function rehearse<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const done: T[] = []
  try {
    await database.transaction(async (tx) => {
      done.splice(0, done.length, await work(tx))
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
  return done[0] as T
}
