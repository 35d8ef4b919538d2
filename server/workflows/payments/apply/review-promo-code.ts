import { heldForPurchase } from '#shared/risk-rules.ts'
import { isForFirstPurchase } from '#server/modules/promo-codes/promo-codes.service.ts'
import { findOtherPurchase, type Order } from '#server/modules/orders/orders.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import { findPurchaseOfPayer, queuePayers } from '#server/modules/referrals/ties.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { holdForReview } from './hold-commission.ts'

const [boughtAgain, usedUp] = heldForPurchase

/**
 * Orders of one account may wait side by side, each at the price of a first purchase: the second that is paid is none. Who paid
 * is known after the payment alone, and may have bought already by another account. Then what was bought stays, its commission
 * waits, and a person decides. The caller holds the order. Of two payments the later one may become known first, and who paid
 * later still: so an order is held against all that stands when it buys something and when a payer becomes known, and never again.
 */
export async function reviewFirstPurchase(
  tx: Transaction,
  { id: orderId, userId, promoCode: code, discountMinor, currency, paidAt: paidBefore, standingGrant }: Order,
  isPayerNew: boolean,
): Promise<void> {
  if (standingGrant !== null && !isPayerNew) return
  if (code === null || !(await isForFirstPurchase(tx, code))) return
  // Two accounts that one payer pays for at the same moment come one after the other.
  await queuePayers(tx, [userId])
  // Once it is paid, what the account buys later is no matter of this order.
  const own = paidBefore === null ? await findOtherPurchase(tx, userId, orderId) : undefined
  const other = own ?? (await findPurchaseOfPayer(tx, userId))
  if (!other) return
  const details = { code, discountMinor, currency, firstPurchase: other.number ?? 'by an account that was erased' }
  const isNew = await openReview(tx, { orderId, attemptId: null, reason: 'promo_not_first', details })
  if (isNew) await holdForReview(tx, orderId, boughtAgain)
}

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
  if (isNew) await holdForReview(tx, orderId, usedUp)
}
