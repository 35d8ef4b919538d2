import type { groupActions } from '#shared/contract/operator/groups.ts'
import { money } from '#shared/money.ts'
import { findGroup, findGroups, normalizeGroupId } from '#server/modules/groups/groups.service.ts'
import { listEvents, listRecent } from '#server/modules/groups/groups.queries.ts'
import { endGroupNow, knownGroup } from '#server/workflows/groups/end-group.ts'
import { removeSeatNow } from '#server/workflows/groups/remove-seat.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

const pageSize = 50

export const groupHandlers: HandlersOf<typeof groupActions> = {
  async 'groups.list'(database, { status = null, after }) {
    const ids = await listRecent(database, status, after === undefined ? null : normalizeGroupId(after), pageSize)
    const groups = new Map(
      (
        await findGroups(
          database,
          ids.map(({ id }) => id),
        )
      ).map((group) => [group.id, group]),
    )
    return page(
      ids.flatMap(({ id }) => groups.get(id) ?? []),
      pageSize,
      ({ id }) => id,
      (group) => ({
        group: group.id,
        plan: group.productNames.en,
        type: group.paymentType,
        seats: `${group.seats.filter(({ state }) => state === 'paid').length} of ${group.size} paid`,
        status: group.status,
        started: group.createdAt,
        ends: group.expiresAt,
      }),
    )
  },
  async 'groups.show'(database, input) {
    const groupId = normalizeGroupId(input.group)
    const group = await knownGroup(groupId, findGroup(database, groupId))
    const events = await listEvents(database, groupId)
    return found({
      plan: group.productNames.en,
      size: group.size,
      each: money(group.unitPriceMinor, group.currency),
      type: group.paymentType,
      status: group.status,
      ends: group.expiresAt,
      seats: group.seats.map(({ seat, userId, state, orderId, leaseUntil, standingGrant }) => ({
        seat,
        user: userId,
        state,
        order: orderId,
        lease: state === 'held' ? leaseUntil : null,
        grant: standingGrant,
      })),
      events: events.map(({ at, event, seat, userId, orderId, actor }) => ({
        at,
        event,
        seat,
        user: userId,
        order: orderId,
        by: actor,
      })),
    })
  },
  'groups.remove-seat': removeSeatNow,
  'groups.expire': endGroupNow,
}
