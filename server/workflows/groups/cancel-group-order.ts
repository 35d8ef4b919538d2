import { AppError } from '#shared/errors.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Job } from '#server/platform/jobs.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'

/** True if the order needs no cancellation: it is paid or ended, or a pending transfer will decide. */
const isMoot = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 'OrderOver' || error.status === 'PaymentArriving')

/** Cancels an order of an ended group at its provider. A payment that still arrives is refunded. */
export async function cancelGroupOrder(deps: PaymentDeps, job: Job): Promise<void> {
  const order = await findOrder(deps.database, String(job.payload.orderId))
  if (!order || !isOpen(order.status)) return
  await cancelOrder(deps, order.userId, order.id, { reason: 'group_over', actor: 'server' }).catch((error: unknown) => {
    if (!isMoot(error)) throw error
  })
}
