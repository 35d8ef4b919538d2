import { AppError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { findPricedGoods, type PricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import { findDifference } from '#server/modules/membership/membership.service.ts'
import { reservePromoCode } from '#server/modules/promo-codes/promo-codes.service.ts'
import type { Method } from '#shared/method.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { nameDifference } from './describe-orders.ts'
import { checkPromoCode, type CountingDeps } from './check-promo-code.ts'
import type { CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { makeOrder, type OrderPlan } from './make-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import type { Buyer } from '#server/workflows/payments/attempts/open-attempt.ts'

export type Purchase = {
  userId: string
  goodsId: string
  currency: Currency
  method: Method
  /** Total shown to the buyer. Only compared with the price, never used as the price. */
  expectedTotalMinor: number
  promo?: ({ readonly code: string } & CallerNetwork) | undefined
  onlyDifference?: boolean | undefined
  /** True if the order is a rehearsal (test purchase), which buys the plan of rehearsals instead of one on sale. */
  isRehearsal?: boolean | undefined
  idempotencyKey: string
} & Buyer

/**
 * Places an order for a plan or a device upgrade. Upgrades take no promo code, because the remaining time counts at
 * list price. Throws `InvalidProduct`, `PriceChanged`, an error that begins with `Promo`, and the errors of
 * `makeOrder`.
 */
export const placeOrder = (deps: PaymentDeps & CountingDeps, purchase: Purchase): Promise<{ orderId: string }> =>
  makeOrder(
    deps,
    { ...purchase, request: { ...purchase, promoCode: purchase.promo?.code } },
    (goods) => (purchase.onlyDifference ? planDifference(purchase, goods) : planPurchase(deps, purchase, goods)),
    (tx) => findPricedGoods(tx, purchase.goodsId, purchase.currency, purchase.isRehearsal),
  )

async function planDifference(purchase: Purchase, goods: PricedGoods | undefined): Promise<OrderPlan> {
  const { userId, currency, expectedTotalMinor: shownMinor } = purchase
  if (purchase.promo) throw new AppError('PromoNotForDifference')
  if (!goods) throw new AppError('InvalidProduct')
  const { id: goodsId, maxDevices } = goods
  return {
    draft: async (tx) => {
      const found = await findDifference(tx, userId, { maxDevices, shownMinor }, await readPlanRates(tx, currency))
      if (!found) throw new AppError('PriceChanged')
      const { priceMinor, devicesBefore, seconds, pieces } = found
      return {
        goodsId,
        productNames: nameDifference(found),
        months: 0,
        bonusDays: 0,
        maxDevices,
        difference: { devicesBefore, seconds, pieces },
        totalMinor: priceMinor,
        priceMinor,
        discountMinor: 0,
        promoCode: null,
        groupId: null,
        seats: 1,
      }
    },
    placed: () => Promise.resolve(),
  }
}

async function planPurchase(
  deps: CountingDeps,
  purchase: Purchase,
  goods: PricedGoods | undefined,
): Promise<OrderPlan> {
  const { userId, method, currency, promo } = purchase
  if (!goods) throw new AppError('InvalidProduct')
  const { id: goodsId, names: productNames, months, bonusDays, maxDevices, priceMinor } = goods
  const basket = { goodsId, method, currency, priceMinor }
  const discount = promo ? await checkPromoCode(deps, promo.code, basket, { ...promo, userId }) : null
  const discountMinor = discount?.discountMinor ?? 0
  const totalMinor = priceMinor - discountMinor
  if (totalMinor !== purchase.expectedTotalMinor) throw new AppError('PriceChanged')
  const draft = {
    goodsId,
    productNames,
    months,
    bonusDays,
    maxDevices,
    difference: null,
    totalMinor,
    priceMinor,
    discountMinor,
    promoCode: discount?.code ?? null,
    groupId: null,
    seats: 1,
  }
  return {
    isReady: true,
    draft: async () => draft,
    placed: async (tx, { id: orderId }) => {
      if (discount) await reservePromoCode(tx, { orderId, userId, discount })
    },
  }
}
