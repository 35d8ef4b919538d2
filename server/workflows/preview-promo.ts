import { AppError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.service.ts'
import { findDiscount } from '#server/modules/coupons/coupons.service.ts'
import { countTry, uncountTry } from '#server/modules/limits/limits.service.ts'
import { hasPaid } from '#server/modules/orders/orders.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'

type Deps = { readonly database: Database; readonly digest: KeyedDigest }
type Preview = { code: string; goodsId: string; currency: Currency; method: string }
type Asker = { userId: string | null; network: string }

/** What a code would take off. Only names that turn out to be none count as guesses. Errors: Promo…, InvalidProduct. */
export async function previewPromo({ database, digest }: Deps, preview: Preview, { userId, network }: Asker) {
  const { code, goodsId, currency, method } = preview
  const goods = await findPricedGoods(database, goodsId, currency)
  if (!goods) throw new AppError('InvalidProduct')
  const { priceMinor } = goods
  await countTry(database, digest, 'promo-network', network)
  if (userId) await countTry(database, digest, 'promo-account', userId)
  const known = async () => {
    await uncountTry(database, digest, 'promo-network', network)
    if (userId) await uncountTry(database, digest, 'promo-account', userId)
  }
  const shopper = userId === null ? null : { userId, hasPaid: await hasPaid(database, userId) }
  try {
    const discount = await findDiscount(database, code, { goodsId, currency, method, priceMinor }, shopper)
    await known()
    const { discountMinor } = discount
    return { code: discount.code, priceMinor, discountMinor, totalMinor: priceMinor - discountMinor, currency }
  } catch (error) {
    if (error instanceof AppError && error.status !== 'PromoUnknown') await known()
    throw error
  }
}
