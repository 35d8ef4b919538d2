import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { destroyBodies, linkEvent } from '#server/modules/payments/notification-bodies.queries.ts'
import { destroyOldNotifications, sealClearBatch } from '#server/modules/payments/notification-bodies.service.ts'
import { findAttempt, type Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'

type OfOrder = Pick<Attempt, 'id' | 'orderId'>

/**
 * Says which payment of this buyer a notification was about. What comes about a buyer whose account is erased is not kept.
 */
export async function linkNotification(
  tx: Transaction,
  eventId: string,
  { id, orderId }: OfOrder,
  userId: string,
): Promise<void> {
  const [isBuyerErased] = await Promise.all([
    // Before the row of the notification: an erasure that runs holds the account first, too.
    isErased(tx, userId),
    linkEvent(tx, eventId, id),
  ])
  if (isBuyerErased) await destroyBodies(tx, [orderId])
}

async function hasErasedBuyer(tx: Transaction, orderId: string): Promise<boolean> {
  const order = await findOrder(tx, orderId)
  return order !== undefined && (await isErased(tx, order.userId))
}

/** As long as one run of the job may take; the next goes on. */
const runMs = 20_000

/** Brings what providers sent to where it belongs: sealed, and gone when its time is over. */
export async function archiveNotifications(deps: PaymentDeps): Promise<void> {
  await sealClearNotifications(deps)
  await destroyOldNotifications(deps.database)
}

/** Seals what an older release stored in clear, a batch at a time, and destroys it where its buyer's account is erased. */
async function sealClearNotifications({ database, payments }: PaymentDeps): Promise<void> {
  const until = Date.now() + runMs
  while (Date.now() < until) {
    const isMore = await database.transaction(async (tx) => {
      const sealed = await sealClearBatch(tx, payments)
      for (const id of sealed.attemptIds) {
        const attempt = await findAttempt(tx, id)
        if (attempt && (await hasErasedBuyer(tx, attempt.orderId))) await destroyBodies(tx, [attempt.orderId])
      }
      return sealed.isMore
    })
    if (!isMore) return
  }
}
