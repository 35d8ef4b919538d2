import { endOf } from '#server/modules/figures/days.rules.ts'
import { findFoldedDays } from '#server/modules/figures/figures.queries.ts'
import { foldHolds } from '#server/modules/payouts/commission-holds.service.ts'
import type { Database } from '#server/platform/database.ts'

/** Folds waiting commissions of closed days, to which nothing can be added. */
export const foldCommissionHolds = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    const { last } = await findFoldedDays(tx)
    if (last !== null) await foldHolds(tx, last, endOf)
  })
