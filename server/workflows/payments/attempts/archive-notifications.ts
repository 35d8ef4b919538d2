import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { destroyBodies, linkEvent } from '#server/modules/payments/notification-bodies.queries.ts'
import type { Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

type OfOrder = Pick<Attempt, 'id' | 'orderId'>

export async function linkNotification(
  tx: Transaction,
  eventId: string,
  { id, orderId }: OfOrder,
  userId: string,
): Promise<void> {
  const [isBuyerErased] = await Promise.all([
    // Locks the account before the notification, in the same order as an erasure does, to prevent deadlocks.
    isErased(tx, userId),
    linkEvent(tx, eventId, id),
  ])
  if (isBuyerErased) await destroyBodies(tx, [orderId])
}
