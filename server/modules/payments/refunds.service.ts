import { ulid } from 'ulid'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { foldPayments, refundableMinor } from './fold-payments.rules.ts'
import { decideRefund, type RefundWish } from './order-money.rules.ts'
import * as repo from './payments.repo.ts'
import { readMoney, type PricedOrder } from './read-money.ts'
import { openReview } from './reviews.service.ts'
import type { Refund } from './payments.queries.ts'

/**
 * Plans and saves refunds of the wished amount. `ids` is empty if less money is available. The caller must hold the
 * order's lock.
 */
export async function planRefund(
  tx: Transaction,
  order: PricedOrder,
  wish: RefundWish,
): Promise<{ readonly ids: readonly string[]; readonly availableMinor: number }> {
  const { refunds, isFinal, availableMinor } = decideRefund(await readMoney(tx, order), wish, ulid)
  if (isFinal) await repo.markRefundsFinal(tx, order.id)
  for (const refund of refunds) await repo.insertRefund(tx, refund)
  return { ids: refunds.map(({ id }) => id), availableMinor }
}

/**
 * Retries a failed refund under a new id, at most once. The caller must hold the order's lock. Returns null if it was
 * already retried or the money is no longer available.
 */
export async function planAgain(
  tx: Transaction,
  order: PricedOrder,
  failed: Refund,
  request: { reason: string; requestedBy: string },
): Promise<string | null> {
  const left = await findLeftOf(tx, order, failed)
  if (!left) return null
  const { attemptId, providerTxnId, currency, amountMinor, takeSeconds } = failed
  const id = ulid()
  const isFinal = left.partsPay && left.leftMinor === amountMinor && failed.isFinal
  const about = { id, orderId: order.id, attemptId, providerTxnId, currency, amountMinor }
  await repo.insertRefund(tx, {
    ...about,
    ...request,
    beforeCredit: failed.beforeCredit,
    isFinal,
    againOf: failed.id,
    takeSeconds,
  })
  return id
}

async function findLeftOf(db: Queryable, order: PricedOrder, failed: Refund) {
  if (await repo.findAgain(db, failed.id)) return null
  const { attempts, facts, refunds, paymentOutcome } = await readMoney(db, order)
  const payment = foldPayments(attempts, facts, refunds).find(
    ({ attemptId, providerTxnId }) => attemptId === failed.attemptId && providerTxnId === failed.providerTxnId,
  )
  const leftMinor = payment ? refundableMinor(payment) : 0
  return leftMinor < failed.amountMinor ? null : { leftMinor, partsPay: paymentOutcome.partsPay }
}

export const canPlanAgain = async (db: Queryable, order: PricedOrder, failed: Refund): Promise<boolean> =>
  (await findLeftOf(db, order, failed)) !== null

/** Marks a refund as permanently rejected by the provider. The money stays with us, and a review is opened. */
export async function failRefund(tx: Transaction, refund: Refund, failure: string): Promise<void> {
  // A notification may have reported the refund as done in the meantime, which outweighs the provider's rejection.
  if ((await repo.markRefundFailed(tx, refund.id, failure)) === 0) return
  const details = { refundId: refund.id, amountMinor: refund.amountMinor, currency: refund.currency, failure }
  const { orderId, attemptId, id: subject } = refund
  await openReview(tx, { orderId, attemptId, reason: 'refund_failed', subject, details })
}
