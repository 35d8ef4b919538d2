import { AppError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import { reservePromoCode } from '#server/modules/promo-codes/promo-codes.service.ts'
import type { Method } from '#server/modules/orders/orders.queries.ts'
import { findCountedDiscount, type CountingDeps } from './find-counted-discount.ts'
import type { CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { makeOrder, type OrderPlan } from './make-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import type { Buyer } from '#server/workflows/payments/attempts/open-attempt.ts'

export type Purchase = {
  userId: string
  goodsId: string
  currency: Currency
  method: Method
  /** What the buyer was shown. Never the price: only a check that both sides mean the same. */
  expectedTotalMinor: number
  /** A code, and the network whose guesses it counts among. */
  promo?: ({ readonly code: string } & CallerNetwork) | undefined
  idempotencyKey: string
} & Buyer

/**
 * Places an order of one plan at the catalogue's price. Errors: InvalidProduct, PriceChanged, Promo…, and those of
 * `makeOrder`.
 */
export const placeOrder = (deps: PaymentDeps & CountingDeps, purchase: Purchase): Promise<{ orderId: string }> =>
  makeOrder(deps, { ...purchase, request: { ...purchase, promoCode: purchase.promo?.code } }, () =>
    planPurchase(deps, purchase),
  )

async function planPurchase(deps: CountingDeps, purchase: Purchase): Promise<OrderPlan> {
  const { userId, method, currency, promo } = purchase
  const goods = await findPricedGoods(deps.database, purchase.goodsId, purchase.currency)
  if (!goods) throw new AppError('InvalidProduct')
  const { id: goodsId, names: productNames, months, bonusDays, maxDevices, priceMinor } = goods
  const basket = { goodsId, method, currency, priceMinor }
  const discount = promo ? await findCountedDiscount(deps, promo.code, basket, { ...promo, userId }) : null
  const discountMinor = discount?.discountMinor ?? 0
  const totalMinor = priceMinor - discountMinor
  if (totalMinor !== purchase.expectedTotalMinor) throw new AppError('PriceChanged')
  const draft = {
    goodsId,
    productNames,
    months,
    bonusDays,
    maxDevices,
    totalMinor,
    priceMinor,
    discountMinor,
    promoCode: discount?.code ?? null,
    groupId: null,
    seats: 1,
  }
  return {
    draft: async () => draft,
    placed: async (tx, { id: orderId }) => {
      if (discount) await reservePromoCode(tx, { orderId, userId, discount })
    },
  }
}
