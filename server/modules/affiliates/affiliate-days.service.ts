import type { Queryable, Transaction } from '#server/platform/database.ts'
import { findFoldedDays, listMarks } from './affiliate-days.queries.ts'
import * as repo from './affiliate-days.repo.ts'
import { changeOfDays, differencesOf, dimensions, type Mark } from './affiliate-days.rules.ts'

const pageSize = 500

/** Adds a day, for every affiliate, to the running totals; of a day that no longer changes, and once. `from` and `until` are its ends. */
export async function foldDay(
  tx: Transaction,
  { day, from, until, hasVisits }: { day: string; from: Date; until: Date; hasVisits: boolean },
): Promise<void> {
  await repo.insertFold(tx, day, hasVisits)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await repo.listAffiliateIds(tx, after, pageSize)
    const ids = page.map(({ id }) => id)
    const marked = await listMarks(tx, ids, dimensions, from, until)
    if (marked.length > 0) await repo.insertDay(tx, day, marked)
    if (page.length < pageSize) return
    after = ids.at(-1) ?? after
  }
}

/** A page of everyone who is or was an affiliate, by id. */
export const listAffiliates = async (db: Queryable, after: string, limit: number): Promise<string[]> =>
  (await repo.listAffiliateIds(db, after, limit)).map(({ id }) => id)

/**
 * Where what the days from one moment to another added to the totals of these affiliates is not what the rows of those days come to.
 * `hasVisits`: of which days all visits are still there.
 */
export async function compareFolds(
  db: Queryable,
  ids: readonly string[],
  { from, until, hasVisits }: { from: Date; until: Date; hasVisits: (day: string) => boolean },
) {
  const folded = await repo.listAdded(db, ids, dimensions, from, until)
  const counted = await listMarks(db, ids, dimensions, from, until)
  return differencesOf(folded, counted, hasVisits)
}

/** Has days that are added up follow rows that were changed later. The caller has the turn of what folds days. */
export async function changeDays(tx: Transaction, before: readonly Mark[], after: readonly Mark[]): Promise<void> {
  const { last } = await findFoldedDays(tx)
  for (const row of changeOfDays(before, after)) {
    if (last === null || row.day > last) continue
    await repo.openDay(tx, row)
    await repo.addFrom(tx, row)
  }
}
