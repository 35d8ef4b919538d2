import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { destroyBodies, linkEvent } from '#server/modules/payments/notification-bodies.queries.ts'
import type { Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { FoundBuyer } from '#server/workflows/payments/apply/apply-payment-facts.ts'

type OfOrder = Pick<Attempt, 'id' | 'orderId'>

/** `isUserErased`: known if this transaction has already locked the account to find it out. */
export async function linkNotification(
  tx: Transaction,
  eventId: string,
  { id, orderId }: OfOrder,
  { userId, isUserErased }: FoundBuyer,
): Promise<void> {
  const [isBuyerErased] = await Promise.all([
    // Locks the account before the notification, in the same order as an erasure does, to prevent deadlocks.
    isUserErased ?? isErased(tx, userId),
    linkEvent(tx, eventId, id),
  ])
  if (isBuyerErased) await destroyBodies(tx, [orderId])
}
