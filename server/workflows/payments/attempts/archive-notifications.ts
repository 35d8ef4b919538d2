import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { destroyBodies, linkEvent } from '#server/modules/payments/notification-bodies.queries.ts'
import type { Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

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
