import { listGoods, type Goods } from '#server/modules/catalog/catalog.queries.ts'
import { readSettings, type Settings } from '#server/modules/catalog/catalog.service.ts'
import type { MethodOffer } from '#server/modules/payments/create-payments.ts'
import type { Database } from '#server/platform/database.ts'
import { cacheValue, type Kept } from '#server/platform/cached-value.ts'
import { findOffers } from '#server/workflows/payments/attempts/find-offers.ts'

export type ShopFront = {
  readonly settings: Settings
  readonly goods: readonly Goods[]
  readonly offers: readonly MethodOffer[]
}

export const frontMaxAgeMs = 1_000

export const keepShopFront = (
  database: Database,
  payments: { readonly offers: readonly MethodOffer[] },
  maxAgeMs: number = frontMaxAgeMs,
): Kept<ShopFront> =>
  cacheValue(maxAgeMs, () =>
    database.transaction(
      async (tx) => {
        const [settings, goods, offers] = await Promise.all([
          readSettings(tx),
          listGoods(tx),
          findOffers(tx, payments.offers),
        ])
        return { settings, goods, offers }
      },
      { oneMoment: true, early: true },
    ),
  )

const refusals = new Set(['PriceChanged', 'InvalidProduct', 'MethodNotOffered'])

export const showsOldFront = (status: string): boolean => refusals.has(status)
