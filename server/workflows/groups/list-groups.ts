import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { GroupCard } from '#shared/site.ts'
import { findListed, lockGroup, saveListed } from '#server/modules/groups/groups.service.ts'
import { refuseListing } from '#server/modules/groups/seats.rules.ts'
import type { Database } from '#server/platform/database.ts'
import { cardsOf } from './read-groups.ts'

const pageSize = 12

/**
 * Page of publicly listed groups, earliest end first, after the group with the id `after`. Leaves out groups whose last
 * open seat waits for a pending transfer.
 */
export async function listOpenGroups(
  database: Database,
  after: string | null,
  language: Language,
): Promise<{ list: GroupCard[]; more: boolean }> {
  const cards: GroupCard[] = []
  for (let place = after; ;) {
    const groups = await findListed(database, place, pageSize + 1)
    cards.push(...(await cardsOf(database, groups, language)).filter(({ openSeats }) => openSeats > 0))
    if (groups.length <= pageSize || cards.length > pageSize) break
    place = groups.at(-1)?.id ?? null
  }
  return { list: cards.slice(0, pageSize), more: cards.length > pageSize }
}

/**
 * Lists a group publicly or removes it from the list, for its creator. Throws `NotFound` for anybody else, and the
 * refusals of `refuseListing` for a group that cannot be listed.
 */
export async function changeListing(
  database: Database,
  userId: string,
  groupId: string,
  listed: boolean,
): Promise<void> {
  await database.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    if (group.creatorId !== userId) throw new AppError('NotFound')
    const refusal = listed ? refuseListing(group) : null
    if (refusal) throw new AppError(refusal)
    await saveListed(tx, groupId, listed)
  })
}
