import type { Queryable, Transaction } from '#server/platform/database.ts'
import { findFoldedDays, listMarks, type MarkInTime } from './affiliate-days.queries.ts'
import * as repo from './affiliate-days.repo.ts'
import { changeOfDays, differencesOf, dimensions } from './affiliate-days.rules.ts'

const pageSize = 500
/**
 * Time range of the affiliates' provisional sums that one transaction computes. Larger ranges would take too long after
 * a backlog.
 */
const spanMs = 2 * 3_600_000

/** Adds a finished day of all affiliates to the running totals, once. `from` and `until` are its bounds. */
export async function foldDay(
  tx: Transaction,
  { day, from, until, hasVisits }: { day: string; from: Date; until: Date; hasVisits: boolean },
): Promise<void> {
  await repo.insertFold(tx, day, hasVisits)
  await addPages(tx, from, until, (marked) => repo.insertDay(tx, day, marked))
  await repo.deleteOpenDays(tx, day)
}

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
 * Extends the provisional sums of unfinished days up to a time before which no commit can add rows: all database
 * transactions that ran at the last check have ended. Returns true if more remains to be summed. The caller must hold
 * the lock of daily sums (`lockFolds`).
 * - `begin`: end of the last finished day, where the provisional sums start.
 * - `running`: database transactions that run at `now`. They are stored for the next check.
 * - `graceMs`: safety margin before the time of a check.
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

export const listAffiliates = async (db: Queryable, after: string, limit: number): Promise<string[]> =>
  (await repo.listAffiliateIds(db, after, limit)).map(({ id }) => id)

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
 * Corrects the daily sums after their source rows have changed, and computes the sums of unfinished days again. The
 * caller must hold the lock of daily sums (`lockFolds`).
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
