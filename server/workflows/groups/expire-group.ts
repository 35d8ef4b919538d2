import { AppError } from '#shared/errors.ts'
import { lockGroup } from '#server/modules/groups/groups.service.ts'
import { endInTime } from '#server/modules/groups/group-steps.rules.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'

/** Processes the end of a group under its lock, so that a later payment finds the group ended. */
export async function endGroup(tx: Transaction, groupId: string, actor: string): Promise<void> {
  const group = await lockGroup(tx, groupId)
  if (!group.over && !group.ended) throw new Error(`the time of group ${groupId} is not over yet`)
  await changeGroup(tx, group, endInTime(group), actor)
}

export async function expireGroup({ database }: PaymentDeps, job: Job): Promise<void> {
  await database.transaction(async (tx) => {
    await endGroup(tx, String(job.payload.groupId), 'server')
    await job.completeIn(tx)
  })
}

const isMoot = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 'OrderOver' || error.status === 'PaymentArriving')

export async function cancelGroupOrder(deps: PaymentDeps, job: Job): Promise<void> {
  const order = await findOrder(deps.database, String(job.payload.orderId))
  if (!order || !isOpen(order.status)) return
  await cancelOrder(deps, order.userId, order.id, { reason: 'group_over', actor: 'server' }).catch((error: unknown) => {
    if (!isMoot(error)) throw error
  })
}
