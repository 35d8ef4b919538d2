import { addDays, daysBetween, endOf, startOf } from '#server/modules/figures/days.rules.ts'
import { listFolds, listFunnel, type FunnelStep } from '#server/modules/figures/figures.queries.ts'
import { listFolded, listMoved } from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue, type Revenue } from '#server/modules/ledger/revenue.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { countFunnel, type Funnel } from './count-funnel.ts'

/** Unfolded days whose funnel is counted live; more wait for their fold. */
const liveFunnels = 3

export type DayFigures = {
  readonly day: string
  readonly revenue: Revenue[]
  /** Number of people in each step of the funnel that was counted; null if none was. */
  readonly funnel: Partial<Funnel> | null
  /** True if folded, else computed from postings. */
  readonly isFolded: boolean
  /** True if the last proof found a difference. */
  readonly differs: boolean
}

/** Figures of days, inclusive: folded or computed from postings. */
export async function readDays(db: Queryable, first: string, last: string): Promise<DayFigures[]> {
  const [folds, folded, counts] = await Promise.all([
    listFolds(db, first, last),
    listFolded(db, first, last),
    listFunnel(db, first, last),
  ])
  const known = new Map(folds.map((fold) => [fold.day, fold]))
  // Days are folded without gaps from the first posting on.
  const lastFold = folds.at(-1)?.day
  const open = daysBetween(lastFold === undefined ? first : addDays(lastFold, 1), last)
  const moved = open.length === 0 ? [] : await listMoved(db, startOf(open[0] ?? last), endOf(last))
  const live = new Map<string, Funnel>()
  for (const day of open.slice(-liveFunnels)) live.set(day, await countFunnel(db, startOf(day), endOf(day)))
  const revenue = Map.groupBy([...folded, ...moved], ({ day }) => day)
  const funnels = Map.groupBy(counts, ({ day }) => day)
  return daysBetween(first, last).map((day) => ({
    day,
    revenue: sumRevenue(revenue.get(day) ?? []),
    funnel: live.get(day) ?? asFunnel(funnels.get(day)),
    isFolded: known.has(day),
    differs: known.get(day)?.differs === true,
  }))
}

const asFunnel = (rows: readonly { step: FunnelStep; count: number }[] | undefined): Partial<Funnel> | null =>
  rows ? Object.fromEntries(rows.map(({ step, count }) => [step, count])) : null
