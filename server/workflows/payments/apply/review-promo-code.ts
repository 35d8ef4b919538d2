import { heldForPurchase } from '#shared/risk-rules.ts'
import { isForFirstPurchase } from '#server/modules/promo-codes/promo-codes.service.ts'
import { findOtherPurchase, type Order } from '#server/modules/orders/orders.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import { findPurchaseOfPayer, queuePayers } from '#server/modules/referrals/ties.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { holdForReview } from './hold-commission.ts'

const [boughtAgain, usedUp] = heldForPurchase

/**
 * Reviews codes for first purchases after payment. Several orders may wait with the code, and the payer, known only
 * now, may have bought by another account. The purchase stays, its commission is held, and an operator decides. Checks
 * when an order is paid and when a payer becomes known, as payments may be reported out of order. The caller holds the
 * order.
 */
export async function reviewFirstPurchase(
  tx: Transaction,
  { id: orderId, userId, promoCode: code, discountMinor, currency, paidAt: paidBefore, standingGrant }: Order,
  isPayerNew: boolean,
): Promise<void> {
  if (standingGrant !== null && !isPayerNew) return
  if (code === null || !(await isForFirstPurchase(tx, code))) return
  // Serialises accounts with a common payer.
  await queuePayers(tx, [userId])
  // Later purchases of the account do not concern a paid order.
  const own = paidBefore === null ? await findOtherPurchase(tx, userId, orderId) : undefined
  const other = own ?? (await findPurchaseOfPayer(tx, userId))
  if (!other) return
  const details = { code, discountMinor, currency, firstPurchase: other.number ?? 'by an account that was erased' }
  const isNew = await openReview(tx, { orderId, attemptId: null, reason: 'promo_not_first', details })
  if (isNew) await holdForReview(tx, orderId, boughtAgain)
}

/**
 * Reviews overuse of a promo code. A cancelled order releases its use but may still be paid: UnionPay codes and chain
 * addresses cannot be closed. So a buyer could pay many orders with one use. The purchase stays, its commission is
 * held, and an operator decides. The caller holds the order.
 */
export async function reviewOveruse(
  tx: Transaction,
  { id: orderId, promoCode: code, discountMinor, currency }: Order,
): Promise<void> {
  const details = { code, discountMinor, currency }
  const isNew = await openReview(tx, { orderId, attemptId: null, reason: 'promo_used_up', details })
  if (isNew) await holdForReview(tx, orderId, usedUp)
}
