import type { Currency } from '#shared/money.ts'
import { listPlanPrices } from '#server/modules/catalog/catalog.queries.ts'
import { rateOf, type PlanRate } from '#server/modules/membership/conversion.rules.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Current price per day of each plan on sale, for converting time between plans with different numbers of devices. */
export const readPlanRates = async (db: Queryable, currency: Currency): Promise<readonly PlanRate[]> =>
  (await listPlanPrices(db, currency)).map(rateOf)
