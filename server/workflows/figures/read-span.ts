import { addDays, dayOf, endOf, startOf } from '#server/modules/figures/days.rules.ts'
import { listFolds, listFunnel } from '#server/modules/figures/figures.queries.ts'
import { listFolded, listMoved } from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue, type Revenue } from '#server/modules/ledger/revenue.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { countFunnel, type Funnel } from './count-funnel.ts'

export type Span = {
  readonly from: Date
  readonly until: Date
  readonly revenue: Revenue[]
  /** A step is missing where it is not known of every day. */
  readonly funnel: Partial<Funnel>
}

/**
 * What came in from the midnight `from` to a moment, and how many took each step. Whole days that are folded are read as they were
 * folded, the rest out of the rows. Days are folded without gaps from the first on which anything was booked or anyone signed up:
 * before these there are visits to count, and no money.
 */
export async function readSpan(db: Queryable, from: Date, until: Date): Promise<Span> {
  const [firstDay, lastDay] = [dayOf(from), addDays(dayOf(until), -1)]
  const folds = firstDay > lastDay ? [] : await listFolds(db, firstDay, lastDay)
  const [first, last] = [folds[0], folds.at(-1)]
  if (!first || !last) {
    const [moved, funnel] = await Promise.all([listMoved(db, from, until), countFunnel(db, from, until)])
    return { from, until, revenue: sumRevenue(moved), funnel }
  }
  const [folded, counts, moved, before, after] = await Promise.all([
    listFolded(db, first.day, last.day),
    listFunnel(db, first.day, last.day),
    listMoved(db, endOf(last.day), until),
    first.day > firstDay ? countFunnel(db, from, startOf(first.day)) : null,
    countFunnel(db, endOf(last.day), until),
  ])
  const ofDay = Map.groupBy(counts, ({ day }) => day)
  const known = folds.map(({ day }) => new Map(ofDay.get(day)?.map(({ step, count }) => [step, count])))
  const funnel = Object.entries(after).flatMap(([key, count]) => {
    const step = key as keyof Funnel
    if (!known.every((day) => day.has(step))) return []
    return [[step, known.reduce((sum, day) => sum + (day.get(step) ?? 0), count + (before?.[step] ?? 0))] as const]
  })
  return { from, until, revenue: sumRevenue([...folded, ...moved]), funnel: Object.fromEntries(funnel) }
}
