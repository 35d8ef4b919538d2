import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { money, type Currency } from '#shared/money.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.service.ts'
import { findDiscount, reservePromo, type Discount } from '#server/modules/coupons/coupons.service.ts'
import {
  BuyerBusy,
  createOrder,
  findOrder,
  findRepeated,
  hasPaid,
  type Method,
} from '#server/modules/orders/orders.service.ts'
import { prepareAttempt } from '#server/modules/payments/payments.service.ts'
import type { Database } from '#server/platform/database.ts'
import { openAttempt, type Buyer, type PaymentDeps } from './open-attempt.ts'
import { settlePayment } from './settle-payment.ts'

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

/** As long as the longest call to a provider. */
const waitMs = 8_000

/**
 * Places an order at the catalogue's price and opens its first attempt. The order and the attempt are committed before
 * the provider hears of them. The same key and purchase answer the same order, however many ask at once.
 *
 * Errors: InvalidProduct, MethodNotOffered, PriceChanged, Promo…, IdempotencyConflict, TooManyRequests (the buyer has many
 * orders), ProviderUnavailable (only when it is certain that nothing can be paid).
 */
export async function placeOrder(deps: PaymentDeps, purchase: Purchase): Promise<{ orderId: string }> {
  const until = Date.now() + waitMs
  for (let pauseMs = 10; ; pauseMs = Math.min(200, pauseMs * 2)) {
    try {
      return await placeOnce(deps, purchase)
    } catch (error) {
      if (!(error instanceof BuyerBusy)) throw error
      if (Date.now() > until) throw new AppError('TooManyRequests')
    }
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** Throws BuyerBusy besides. */
async function placeOnce(deps: PaymentDeps, purchase: Purchase): Promise<{ orderId: string }> {
  const { database, payments } = deps
  const repeated = await findRepeated(database, purchase.userId, purchase.idempotencyKey, purchase)
  if (repeated) return answerRepeated(deps, repeated.id)

  const provider = payments.byMethod(purchase.method, purchase.currency)
  const goods = await findPricedGoods(database, purchase.goodsId, purchase.currency)
  if (!goods) throw new AppError('InvalidProduct')
  if (!provider) throw new AppError('MethodNotOffered')
  const discount = purchase.promoCode
    ? await discountOf(database, purchase, goods.priceMinor, purchase.promoCode)
    : null
  const discountMinor = discount?.discountMinor ?? 0
  if (goods.priceMinor - discountMinor !== purchase.expectedTotalMinor) throw new AppError('PriceChanged')

  const placed = await database.transaction(async (tx) => {
    const { userId, method, currency, idempotencyKey } = purchase
    const { id: goodsId, names: productNames, months, bonusDays, maxDevices, priceMinor } = goods
    const draft = {
      userId,
      goodsId,
      productNames,
      months,
      bonusDays,
      maxDevices,
      method,
      currency,
      totalMinor: priceMinor - discountMinor,
      priceMinor,
      discountMinor,
      promoCode: discount?.code ?? null,
      groupId: null,
      seats: 1,
      idempotencyKey,
    }
    const { order, isNew } = await createOrder(tx, draft, purchase)
    if (!isNew) return { order, attemptId: null, isNew }
    if (discount) await reservePromo(tx, { orderId: order.id, userId, discount })
    if (order.totalMinor === 0) {
      await settlePayment(tx, { orderId: order.id, facts: [], source: 'query', actor: 'buyer' })
      return { order, attemptId: null, isNew }
    }
    const total = money(order.totalMinor, order.currency)
    return { order, isNew, attemptId: await prepareAttempt(tx, { ...order, total }, provider.id, purchase.device) }
  })
  const { order, attemptId, isNew } = placed
  if (!isNew) return answerRepeated(deps, order.id)
  if (attemptId)
    await openAttempt(
      deps,
      order,
      { id: attemptId, provider: provider.id, method: purchase.method, expiresAt: order.payableUntil },
      purchase,
    )
  return { orderId: order.id }
}

/**
 * The same answer to the same key: whoever comes second waits until the first has its answer from the provider. If the
 * first died half-way, the wait ends and the reconciler takes the order up.
 */
async function answerRepeated({ database }: PaymentDeps, orderId: string): Promise<{ orderId: string }> {
  const until = Date.now() + waitMs
  for (let pauseMs = 20; Date.now() < until; pauseMs = Math.min(500, pauseMs * 2)) {
    const order = await findOrder(database, orderId)
    if (order?.status !== 'created' || Date.now() - order.createdAt.getTime() > 2 * waitMs) break
    await sleep(pauseMs)
  }
  return { orderId }
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
