import { AppError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.service.ts'
import { findDiscount, reservePromo, type Discount } from '#server/modules/coupons/coupons.service.ts'
import { hasPaid, type Method } from '#server/modules/orders/orders.service.ts'
import type { Database } from '#server/platform/database.ts'
import { makeOrder, type OrderPlan } from './make-order.ts'
import type { Buyer, PaymentDeps } from './open-attempt.ts'

export type Purchase = {
  userId: string
  goodsId: string
  currency: Currency
  method: Method
  /** What the buyer was shown. Never the price: only a check that both sides mean the same. */
  expectedTotalMinor: number
  promoCode?: string | undefined
  idempotencyKey: string
} & Buyer

/**
 * Places an order of one plan at the catalogue's price. Errors: InvalidProduct, PriceChanged, Promo…, and those of
 * `makeOrder`.
 */
export const placeOrder = (deps: PaymentDeps, purchase: Purchase): Promise<{ orderId: string }> =>
  makeOrder(deps, { ...purchase, request: purchase }, () => planPurchase(deps.database, purchase))

async function planPurchase(database: Database, purchase: Purchase): Promise<OrderPlan> {
  const goods = await findPricedGoods(database, purchase.goodsId, purchase.currency)
  if (!goods) throw new AppError('InvalidProduct')
  const { id: goodsId, names: productNames, months, bonusDays, maxDevices, priceMinor } = goods
  const discount = purchase.promoCode ? await discountOf(database, purchase, priceMinor, purchase.promoCode) : null
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
    placed: async (tx, { id: orderId, userId }) => {
      if (discount) await reservePromo(tx, { orderId, userId, discount })
    },
  }
}

const discountOf = async (
  database: Database,
  { userId, goodsId, method, currency }: Purchase,
  priceMinor: number,
  promoCode: string,
): Promise<Discount> =>
  findDiscount(
    database,
    promoCode,
    { goodsId, method, currency, priceMinor },
    { userId, hasPaid: await hasPaid(database, userId) },
  )
