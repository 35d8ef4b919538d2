import { lockGroup } from '#server/modules/groups/groups.service.ts'
import { endInTime } from '#server/modules/groups/group-steps.rules.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'

/** Processes the end of a group under its lock, so that a later payment finds it ended. */
export async function endGroup(tx: Transaction, groupId: string, actor: string): Promise<void> {
  const group = await lockGroup(tx, groupId)
  if (!group.over && !group.ended) throw new Error(`the time of group ${groupId} is not over yet`)
  await changeGroup(tx, group, endInTime(group), actor)
}

/** Job at the end of a group's time. */
export async function expireGroup({ database }: PaymentDeps, job: Job): Promise<void> {
  await database.transaction(async (tx) => {
    await endGroup(tx, String(job.payload.groupId), 'server')
    await job.completeIn(tx)
  })
}
