import { listGoods, type Goods } from '#server/modules/catalog/catalog.queries.ts'
import { readSettings, type Settings } from '#server/modules/catalog/catalog.service.ts'
import type { MethodOffer } from '#server/modules/payments/create-payments.ts'
import type { Database } from '#server/platform/database.ts'
import { keep, type Kept } from '#server/platform/keep.ts'
import { findOffers } from '#server/workflows/payments/attempts/find-offers.ts'

/** What is shown to everyone alike: settings, plans on sale with their prices, ways of paying. */
export type ShopFront = {
  readonly settings: Settings
  readonly goods: readonly Goods[]
  readonly offers: readonly MethodOffer[]
}

/** So long an operator's change takes to be seen by those who call, whichever process made it. */
export const frontMaxAgeMs = 1_000

/**
 * The shop as it was at one moment, from memory. It is shown, and nothing is sold by it: making an order reads the rows.
 * `maxAgeMs`: 0 looks at every call.
 */
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

/** What a call is refused with because the caller was shown a shop that is no more. */
const refusals = new Set(['PriceChanged', 'InvalidProduct', 'MethodNotOffered'])

/** Whether a refusal says that what is shown may be older than what is sold: the next look then shows why. */
export const showsOldFront = (status: string): boolean => refusals.has(status)
