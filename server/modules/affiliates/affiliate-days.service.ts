import type { Queryable, Transaction } from '#server/platform/database.ts'
import { findFoldedDays, listMarks, type MarkInTime } from './affiliate-days.queries.ts'
import * as repo from './affiliate-days.repo.ts'
import { changeOfDays, differencesOf, dimensions } from './affiliate-days.rules.ts'

const pageSize = 500
/** Of days that can still change so much is added up in one transaction: as much as is read in some seconds where a day or two wait. */
const spanMs = 2 * 3_600_000

/** Adds a day, for every affiliate, to the running totals; of a day that no longer changes, and once. `from` and `until` are its ends. */
export async function foldDay(
  tx: Transaction,
  { day, from, until, hasVisits }: { day: string; from: Date; until: Date; hasVisits: boolean },
): Promise<void> {
  await repo.insertFold(tx, day, hasVisits)
  await addPages(tx, from, until, (marked) => repo.insertDay(tx, day, marked))
  await repo.deleteOpenDays(tx, day)
}

/** What every affiliate's links brought from one moment to another, a page of affiliates at a time. */
async function addPages(tx: Transaction, from: Date, until: Date, save: (rows: repo.Marked[]) => Promise<unknown>) {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await repo.listAffiliateIds(tx, after, pageSize)
    const ids = page.map(({ id }) => id)
    const marked = await listMarks(tx, ids, dimensions, from, until)
    if (marked.length > 0) await save(marked)
    if (page.length < pageSize) return
    after = ids.at(-1) ?? after
  }
}

/**
 * Adds up days that can still change, from `begin`, the end of the last that is folded, up to a moment before which nothing can be added
 * any more: what ran when it was looked has ended, and what began since is later. `graceMs`: so long before a look all was seen to run. Then
 * looks anew; `running`: what runs at `now`. True where so much waits that the next transaction goes on with it. The caller has the turn of
 * what folds days.
 */
export async function foldOpenDays(
  tx: Transaction,
  { begin, now, running, graceMs }: { begin: Date; now: Date; running: readonly string[]; graceMs: number },
): Promise<boolean> {
  const known = await repo.findOpenFold(tx)
  if (known?.waitsFor.some((each) => running.includes(each)) === true) return false
  const from = known && known.until > begin ? known.until : begin
  const safe = known ? new Date(known.lookedAt.getTime() - graceMs) : from
  const end = new Date(Math.min(safe.getTime(), from.getTime() + spanMs))
  const until = end > from ? end : from
  if (until > from) await addPages(tx, from, until, (marked) => repo.addToOpenDays(tx, marked))
  const goesOn = known !== undefined && until < safe
  await repo.saveOpenFold(
    tx,
    goesOn ? { until, lookedAt: known.lookedAt, waitsFor: [] } : { until, lookedAt: now, waitsFor: running },
  )
  return goesOn
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

/**
 * Has days that are added up follow rows that were changed later. Days that can still change are added up anew where a row of the time
 * that is added up of them changed; later rows are in no sum yet. The caller has the turn of what folds days.
 */
export async function changeDays(
  tx: Transaction,
  before: readonly MarkInTime[],
  after: readonly MarkInTime[],
): Promise<void> {
  const { last, openUntil } = await findFoldedDays(tx)
  const changed = changeOfDays(before, after)
  const isOver = ({ day }: { day: string }) => last !== null && day <= last
  for (const row of changed.filter(isOver)) {
    await repo.openDay(tx, row)
    await repo.addFrom(tx, row)
  }
  const isAdded = ({ at }: MarkInTime) => openUntil !== null && at < openUntil
  if (changeOfDays(before.filter(isAdded), after.filter(isAdded)).every(isOver)) return
  await repo.deleteOpenDays(tx, null)
  await repo.deleteOpenFold(tx)
}
