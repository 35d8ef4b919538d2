import type { Database } from '#server/platform/database.ts'
import type { DeleteBatch } from '#server/platform/sweep.ts'
import * as repo from './unpaid-groups.repo.ts'

/** Walks once through unfilled groups and skips those with a payment. */
export function sweepUnpaidGroups(database: Database, days: number): DeleteBatch {
  let after: repo.Place | null = null
  return async (limit) => {
    const page = await repo.listUnfilled(database, days, after, limit)
    const ids = page.map(({ id }) => id)
    if (ids.length > 0) await repo.forgetUnpaid(database, ids, days)
    after = page.at(-1) ?? after
    return page.length
  }
}
