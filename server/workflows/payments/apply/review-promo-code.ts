import { heldForPurchase } from '#shared/risk-rules.ts'
import { isForFirstPurchase } from '#server/modules/promo-codes/promo-codes.service.ts'
import { findOtherPurchase, type Order } from '#server/modules/orders/orders.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import { findPurchaseOfPayer, queuePayers } from '#server/modules/referrals/ties.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { holdForReview } from './hold-commission.ts'

const [boughtAgain, usedUp] = heldForPurchase

/**
 * Checks after payment whether a promo code for first purchases was used rightly: several orders may wait with the same
 * code, and the payer, known only now, may have bought from another account. The purchase stays, its commission is
 * held, and an operator decides. The caller must hold the order's lock.
 */
export async function reviewFirstPurchase(
  tx: Transaction,
  { id: orderId, userId, promoCode: code, discountMinor, currency, paidAt: paidBefore, standingGrant }: Order,
  isPayerNew: boolean,
): Promise<void> {
  if (standingGrant !== null && !isPayerNew) return
  if (code === null || !(await isForFirstPurchase(tx, code))) return
  await queuePayers(tx, [userId])
  // An order paid earlier stays a first purchase, so this looks for other purchases only if the order is paid now.
  const own = paidBefore === null ? await findOtherPurchase(tx, userId, orderId) : undefined
  const other = own ?? (await findPurchaseOfPayer(tx, userId))
  if (!other) return
  const details = { code, discountMinor, currency, firstPurchase: other.number ?? 'by an account that was erased' }
  const isNew = await openReview(tx, { orderId, attemptId: null, reason: 'promo_not_first', details })
  if (isNew) await holdForReview(tx, orderId, boughtAgain)
}

/**
 * Opens a review if a promo code was used too often. A cancelled order releases its use of the code but may still be
 * paid, because UnionPay QR codes and wallet addresses cannot be closed. The purchase stays, its commission is held,
 * and an operator decides. The caller must hold the order's lock.
 */
export async function reviewOveruse(
  tx: Transaction,
  { id: orderId, promoCode: code, discountMinor, currency }: Order,
): Promise<void> {
  const details = { code, discountMinor, currency }
  const isNew = await openReview(tx, { orderId, attemptId: null, reason: 'promo_used_up', details })
  if (isNew) await holdForReview(tx, orderId, usedUp)
}
