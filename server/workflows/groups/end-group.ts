import { recordAction } from '#server/modules/audit/audit.service.ts'
import { findGroup, lockGroup, type Group } from '#server/modules/groups/groups.service.ts'
import { endInTime, type Step } from '#server/modules/groups/group-steps.rules.ts'
import { expireNow } from '#server/modules/groups/groups.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'

export type GroupEnd = { groupId: string; reason: string; operator: Operator }
/** What the end of a group means: orders whose money goes back, orders that are cancelled, seats that become the creator's. */
export type EndPreview = { status: Group['status']; refunds: number; cancels: number; unclaimed: number }

const describe = ({ group, refund, cancel, events }: Step<Group>): EndPreview => ({
  status: group.status,
  refunds: refund.length,
  cancels: cancel.length,
  unclaimed: events.filter(({ event }) => event === 'unclaimed').length,
})
const ended = (group: Group): Step<Group> => endInTime({ ...group, over: true })

/** What `endGroupNow` would do, without doing it. Throws NotFound. */
export const previewEnd = async (database: Database, groupId: string): Promise<EndPreview> =>
  describe(ended(await findGroup(database, groupId)))

/** Ends a group's time at this moment, as its own end would: an unfilled one expires, of a finished one the creator gets the rest. */
export const endGroupNow = (database: Database, { groupId, reason, operator }: GroupEnd): Promise<EndPreview> =>
  database.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    await expireNow(tx, groupId)
    const step = ended(group)
    await changeGroup(tx, group, step, operator.name)
    const done = describe(step)
    await recordAction(tx, {
      operator,
      action: 'group-expire',
      subject: `group ${groupId}`,
      details: { ...done, reason },
    })
    return done
  })
