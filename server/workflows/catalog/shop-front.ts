import { listGoods, type Goods } from '#server/modules/catalog/catalog.queries.ts'
import { readSettings, type Settings } from '#server/modules/catalog/catalog.service.ts'
import type { MethodOffer } from '#server/modules/payments/create-payments.ts'
import type { Database } from '#server/platform/database.ts'
import { keep, type Kept } from '#server/platform/keep.ts'
import { findOffers } from '#server/workflows/payments/attempts/find-offers.ts'

/** Data shown to everyone: settings, plans with prices, payment methods. */
export type ShopFront = {
  readonly settings: Settings
  readonly goods: readonly Goods[]
  readonly offers: readonly MethodOffer[]
}

/** Delay after which all processes show an operator's change. */
export const frontMaxAgeMs = 1_000

/** Cached shop data for display; orders read the rows. `maxAgeMs`: 0 disables the cache. */
export const keepShopFront = (
  database: Database,
  methods: readonly MethodOffer[],
  maxAgeMs: number = frontMaxAgeMs,
): Kept<ShopFront> =>
  keep(maxAgeMs, () =>
    database.transaction(
      async (tx) => {
        const [settings, goods, offers] = await Promise.all([readSettings(tx), listGoods(tx), findOffers(tx, methods)])
        return { settings, goods, offers }
      },
      { oneMoment: true, early: true },
    ),
  )

/** Refusals that may result from outdated shop data. */
const refusals = new Set(['PriceChanged', 'InvalidProduct', 'MethodNotOffered'])

/** True if the refusal suggests outdated shop data, so that the cache is refreshed. */
export const showsOldFront = (status: string): boolean => refusals.has(status)
