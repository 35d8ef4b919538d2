import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { destroyBodies, linkEvent } from '#server/modules/payments/notification-bodies.queries.ts'
import { destroyOldNotifications, sealClearBatch } from '#server/modules/payments/notification-bodies.service.ts'
import { findAttempt, type Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'

type OfOrder = Pick<Attempt, 'id' | 'orderId'>

/** Links a notification to its payment. Notifications about erased accounts are deleted. */
export async function linkNotification(
  tx: Transaction,
  eventId: string,
  { id, orderId }: OfOrder,
  userId: string,
): Promise<void> {
  const [isBuyerErased] = await Promise.all([
    // Account before notification, in the order of an erasure.
    isErased(tx, userId),
    linkEvent(tx, eventId, id),
  ])
  if (isBuyerErased) await destroyBodies(tx, [orderId])
}

async function hasErasedBuyer(tx: Transaction, orderId: string): Promise<boolean> {
  const order = await findOrder(tx, orderId)
  return order !== undefined && (await isErased(tx, order.userId))
}

/** Time limit of a run; the next one continues. */
const runMs = 20_000

/** Seals stored provider notifications and deletes expired ones. */
export async function archiveNotifications(deps: PaymentDeps): Promise<void> {
  await sealClearNotifications(deps)
  await destroyOldNotifications(deps.database)
}

/** Seals clear notifications of an older release in batches; deletes those of erased accounts. */
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
