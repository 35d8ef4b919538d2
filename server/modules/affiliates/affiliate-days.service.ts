import type { Transaction } from '#server/platform/database.ts'
import { listMarks } from './affiliate-days.queries.ts'
import * as repo from './affiliate-days.repo.ts'
import { dimensions } from './affiliate-days.rules.ts'

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
