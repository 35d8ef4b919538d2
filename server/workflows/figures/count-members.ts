import { addDays, dayOf } from '#server/modules/figures/days.rules.ts'
import { findActiveOn, findMemberCount, type MemberCount } from '#server/modules/figures/figures.queries.ts'
import { saveMemberCount } from '#server/modules/figures/figures.service.ts'
import { countMembers } from '#server/modules/membership/ends.queries.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

/** Stores the member count every few minutes. The last count of a day is kept for comparisons. */
export const noteMembers = (database: Database): Promise<unknown> =>
  database.transaction(async (tx) => saveMemberCount(tx, await countMembers(tx)))

/** Current or recently stored member counts. `activeBefore`: count at the end of the day `days` ago, null if not stored. */
export async function readMembers(
  db: Queryable,
  now: Date,
  daysBefore: number,
): Promise<MemberCount & { countedAt: Date; activeBefore: number | null }> {
  const [noted, before] = await Promise.all([
    findMemberCount(db, now),
    findActiveOn(db, addDays(dayOf(now), -daysBefore)),
  ])
  const count = noted ?? { ...(await countMembers(db)), countedAt: now }
  return { ...count, activeBefore: before?.active ?? null }
}
