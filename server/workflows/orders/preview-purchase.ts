import { AppError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import type { Difference } from '#server/modules/membership/difference.rules.ts'
import { previewPlan, type PurchasePreview } from '#server/modules/membership/membership.service.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { differenceDays } from './describe-orders.ts'
import { checkPromoCode, type Asker, type CountingDeps } from './check-promo-code.ts'

export const presentDifference = ({ priceMinor, seconds, devicesBefore, maxDevices }: Difference) => ({
  priceMinor,
  days: differenceDays(seconds),
  devicesBefore,
  devicesAfter: maxDevices,
})

type Wish = {
  readonly userId: string
  readonly goodsId: string
  readonly currency: Currency
  readonly isRehearsal?: boolean
}

export async function previewPurchase(
  db: Queryable,
  { userId, goodsId, currency, isRehearsal }: Wish,
): Promise<PurchasePreview> {
  const goods = await findPricedGoods(db, goodsId, currency, isRehearsal)
  if (!goods) throw new AppError('InvalidProduct')
  return previewPlan(db, userId, goods, await readPlanRates(db, currency))
}

type Preview = { code: string; goodsId: string; currency: Currency; method: string }

export async function previewPromoCode(deps: CountingDeps, preview: Preview, asker: Asker) {
  const { code, goodsId, currency, method } = preview
  const goods = await findPricedGoods(deps.database, goodsId, currency)
  if (!goods) throw new AppError('InvalidProduct')
  const { priceMinor } = goods
  const discount = await checkPromoCode(deps, code, { goodsId, currency, method, priceMinor }, asker)
  const { discountMinor } = discount
  return { code: discount.code, priceMinor, discountMinor, totalMinor: priceMinor - discountMinor, currency }
}
