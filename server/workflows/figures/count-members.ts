import { dayAt } from '#shared/month-zones.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findActiveOn, findMemberCount, type MemberCount } from '#server/modules/figures/figures.queries.ts'
import { saveMemberCount } from '#server/modules/figures/figures.service.ts'
import { countMembers } from '#server/modules/membership/ends.queries.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

/**
 * Stores the current member count of today; a job does so every few minutes. The last count of a day is kept for
 * comparisons.
 */
export const noteMembers = (database: Database): Promise<unknown> =>
  database.transaction(async (tx) => {
    const { monthZones } = await readSettings(tx)
    return saveMemberCount(tx, dayAt(monthZones, tx.now), await countMembers(tx))
  })

/**
 * Member counts, current or stored in the last minutes. `activeBefore`: count at the end of `dayBefore`, null if not
 * stored.
 */
export async function readMembers(
  db: Queryable,
  now: Date,
  dayBefore: string,
): Promise<MemberCount & { countedAt: Date; activeBefore: number | null }> {
  const [noted, before] = await Promise.all([findMemberCount(db, now), findActiveOn(db, dayBefore)])
  const count = noted ?? { ...(await countMembers(db)), countedAt: now }
  return { ...count, activeBefore: before?.active ?? null }
}
