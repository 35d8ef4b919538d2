import { AppError } from '#shared/errors.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Job } from '#server/platform/jobs.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'

/** There is nothing to cancel: paid or over meanwhile; or coins are on their way, whose order ends by them or by its own time. */
const isMoot = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 'OrderOver' || error.status === 'PaymentArriving')

/** An order of a group that is over: closed at its provider, so that no one pays it any more. Paid all the same, it goes back. */
export async function cancelGroupOrder(deps: PaymentDeps, job: Job): Promise<void> {
  const order = await findOrder(deps.database, String(job.payload.orderId))
  if (!order || !isOpen(order.status)) return
  await cancelOrder(deps, order.userId, order.id, { reason: 'group_over', actor: 'server' }).catch((error: unknown) => {
    if (!isMoot(error)) throw error
  })
}
