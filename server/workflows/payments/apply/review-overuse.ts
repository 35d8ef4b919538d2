import { setReview } from '#server/modules/payouts/commissions.queries.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * An order that was given up gave its use of a promo code back, and was paid all the same: a code of UnionPay and an address
 * on a chain cannot be closed. So one buyer could pay any number of orders at the price of one use. What was bought stays,
 * its commission waits, and a person decides. The caller holds the order.
 */
export async function reviewOveruse(
  tx: Transaction,
  { id: orderId, promoCode: code, discountMinor, currency }: Order,
): Promise<void> {
  const details = { code, discountMinor, currency }
  const isNew = await openReview(tx, { orderId, attemptId: null, reason: 'promo_used_up', details })
  if (isNew) await setReview(tx, orderId, 'promo code used beyond its limit')
}
