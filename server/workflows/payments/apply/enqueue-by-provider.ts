import {
  providersOfAttempts,
  providersOfOrders,
  providersOfRefunds,
} from '#server/modules/payments/providers-of.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'

/** Each refund is sent in the lane of the provider that has to give the money back. */
export async function enqueueRefunds(tx: Queryable, refundIds: readonly string[]): Promise<void> {
  if (refundIds.length === 0) return
  for (const { id, provider } of await providersOfRefunds(tx, refundIds))
    await enqueueJob(tx, 'send-refund', { refundId: id }, { uniqueKey: id, lane: provider })
}

/** Attempts that no one should pay any more. */
export async function enqueueClosings(tx: Queryable, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return
  for (const { id, provider } of await providersOfAttempts(tx, attemptIds))
    await enqueueJob(tx, 'close-attempt', { attemptId: id }, { uniqueKey: id, lane: provider })
}

/** Orders to be ended, which begins with the provider of their attempt; one that never had any waits for no provider. */
export async function enqueueOrders(
  tx: Queryable,
  kind: 'cancel-group-order' | 'expire-order',
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  const providers = new Map((await providersOfOrders(tx, orderIds)).map(({ id, provider }) => [id, provider]))
  for (const orderId of orderIds)
    await enqueueJob(tx, kind, { orderId }, { uniqueKey: orderId, lane: providers.get(orderId) ?? 'settlement' })
}

/** The number of a receipt is taken after the payment: no one waits at a seller's row while an order is held. */
export const enqueueReceipt = (tx: Queryable, orderId: string): Promise<void> =>
  enqueueJob(tx, 'issue-receipt', { orderId }, { uniqueKey: orderId, lane: 'settlement' })
