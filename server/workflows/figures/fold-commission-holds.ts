import { endOf } from '#server/modules/figures/days.rules.ts'
import { findFoldedDays } from '#server/modules/figures/figures.queries.ts'
import { foldHolds } from '#server/modules/payouts/commission-holds.service.ts'
import type { Database } from '#server/platform/database.ts'

/** Adds up what of commissions waits, of the days that are folded for the shop: nothing can be booked on them any more. */
export const foldCommissionHolds = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    const { last } = await findFoldedDays(tx)
    if (last !== null) await foldHolds(tx, last, endOf)
  })
