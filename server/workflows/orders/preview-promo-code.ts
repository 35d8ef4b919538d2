import { AppError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import { findCountedDiscount, type Asker, type CountingDeps } from './find-counted-discount.ts'

type Preview = { code: string; goodsId: string; currency: Currency; method: string }

/** Previews a code's discount. Only unknown codes count as guesses. Errors: Promo…, InvalidProduct. */
export async function previewPromoCode(deps: CountingDeps, preview: Preview, asker: Asker) {
  const { code, goodsId, currency, method } = preview
  const goods = await findPricedGoods(deps.database, goodsId, currency)
  if (!goods) throw new AppError('InvalidProduct')
  const { priceMinor } = goods
  const discount = await findCountedDiscount(deps, code, { goodsId, currency, method, priceMinor }, asker)
  const { discountMinor } = discount
  return { code: discount.code, priceMinor, discountMinor, totalMinor: priceMinor - discountMinor, currency }
}
