import type { Database } from '#server/platform/database.ts'
import type { DeleteBatch } from '#server/platform/sweep.ts'
import * as repo from './unpaid-orders.repo.ts'
import { unpaidOrderDays } from './unpaid-orders.rules.ts'

/** Walks once through unpaid orders and skips those with references. */
export function sweepUnpaidOrders(database: Database): DeleteBatch {
  let after: repo.Place | null = null
  return async (limit) => {
    const page = await repo.listUnpaid(database, unpaidOrderDays, after, limit)
    const ids = page.map(({ id }) => id)
    if (ids.length > 0) await repo.forgetUnpaid(database, ids, unpaidOrderDays)
    after = page.at(-1) ?? after
    return page.length
  }
}
