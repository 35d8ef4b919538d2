import { setReview } from '#server/modules/payouts/commissions.queries.ts'
import { isForFirstPurchase } from '#server/modules/promo-codes/promo-codes.service.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import { findPurchaseOfPayer, queuePayers } from '#server/modules/referrals/ties.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Who paid is known after the payment alone. Where a discount was for a first purchase and the same payer has bought already
 * by another account, what was bought stays, its commission waits, and a person decides. The caller holds the order.
 */
export async function reviewFirstPurchase(
  tx: Transaction,
  { id: orderId, userId, promoCode: code, discountMinor, currency }: Order,
  paidAt: Date,
): Promise<void> {
  if (code === null || !(await isForFirstPurchase(tx, code))) return
  // Two accounts that one payer pays for at the same moment come one after the other.
  await queuePayers(tx, userId)
  const other = await findPurchaseOfPayer(tx, userId, paidAt)
  if (!other) return
  const details = { code, discountMinor, currency, firstPurchase: other.number ?? 'by an account that was erased' }
  const isNew = await openReview(tx, { orderId, attemptId: null, reason: 'promo_not_first', details })
  if (isNew) await setReview(tx, orderId, 'first purchase again')
}
