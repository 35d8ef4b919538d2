import type { groupActions } from '#shared/contract/operator/groups.ts'
import { findGroups, normalizeGroupId } from '#server/modules/groups/groups.service.ts'
import { listRecent } from '#server/modules/groups/groups.queries.ts'
import { showGroup } from '#server/workflows/desk/show-group.ts'
import { endGroupNow } from '#server/workflows/groups/end-group.ts'
import { removeSeatNow } from '#server/workflows/groups/remove-seat.ts'
import { askFor } from '../ask-for.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'
import { sentence } from '#text/sentence.ts'

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
        product: group.productNames,
        type: group.paymentType,
        seats: sentence('seats.paid', {
          paid: group.seats.filter(({ state }) => state === 'paid').length,
          size: group.size,
        }),
        status: group.status,
        started: group.createdAt,
        ends: group.expiresAt,
      }),
    )
  },
  'groups.show': async (database, { group }) =>
    found(await database.transaction((tx) => showGroup(tx, normalizeGroupId(group)))),
  'groups.remove-seat': removeSeatNow,
  'groups.ask-remove-seat': askFor('groups.remove-seat', removeSeatNow),
  'groups.expire': endGroupNow,
  'groups.ask-expire': askFor('groups.expire', endGroupNow),
}
