import { AppError } from '#shared/errors.ts'
import { endInTime } from '#server/modules/groups/group-steps.rules.ts'
import { expireNow } from '#server/modules/groups/groups.queries.ts'
import { lockGroup, normalizeGroupId } from '#server/modules/groups/groups.service.ts'
import { done, refuse, Refused, type Act } from '#server/platform/act.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import { sentence } from '#text/sentence.ts'

export async function knownGroup<T>(groupId: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.status === 'NotFound')
      throw new Refused('NotFound', sentence('group.unknown', { group: groupId }))
    throw error
  }
}

export const endGroupNow: Act<'groups.expire'> = async (tx, input, operator) => {
  const groupId = normalizeGroupId(input.group)
  const group = await knownGroup(groupId, lockGroup(tx, groupId))
  if (group.ended) return refuse('NotPossible', sentence('group.hasEnded', { group: groupId }))
  await expireNow(tx, groupId)
  const step = endInTime({ ...group, over: true })
  await changeGroup(tx, group, step, operator.name)
  const ended = {
    status: step.group.status,
    refunds: step.refund.length,
    cancels: step.cancel.length,
    unclaimed: step.events.filter(({ event }) => event === 'unclaimed').length,
  }
  return done({ group: groupId, ...ended }, `group ${groupId}`, { ...ended, reason: input.reason })
}
