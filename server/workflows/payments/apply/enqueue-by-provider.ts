import {
  providersOfAttempts,
  providersOfOrders,
  providersOfRefunds,
} from '#server/modules/payments/payments.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'

export async function enqueueRefunds(tx: Queryable, refundIds: readonly string[]): Promise<void> {
  if (refundIds.length === 0) return
  for (const { id, provider } of await providersOfRefunds(tx, refundIds))
    await enqueueJob(tx, 'send-refund', { refundId: id }, { uniqueKey: id, lane: provider })
}

export async function enqueueClosings(tx: Queryable, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return
  for (const { id, provider } of await providersOfAttempts(tx, attemptIds))
    await enqueueJob(tx, 'close-attempt', { attemptId: id }, { uniqueKey: id, lane: provider })
}

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
