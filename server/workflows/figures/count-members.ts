import { addDays, dayOf } from '#server/modules/figures/days.rules.ts'
import { findActiveOn, findMemberCount, type MemberCount } from '#server/modules/figures/figures.queries.ts'
import { saveMemberCount } from '#server/modules/figures/figures.service.ts'
import { countMembers } from '#server/modules/membership/ends.queries.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

/** Counts them for every page of the next minutes; the last count of a day is what later days are compared with. */
export const noteMembers = (database: Database): Promise<unknown> =>
  database.transaction(async (tx) => saveMemberCount(tx, await countMembers(tx)))

/** Members as they were counted lately, or just now; `activeBefore`: at the end of the day so many days before, null where none was counted. */
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
