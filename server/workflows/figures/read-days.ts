import { dayEnd, dayStart, type MonthZones } from '#shared/month-zones.ts'
import { addDays, daysBetween } from '#server/modules/figures/days.rules.ts'
import { listFolds, listFunnel, type FunnelStep } from '#server/modules/figures/figures.queries.ts'
import { listFolded, listMovedByDay, type DaySpan } from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue, type Revenue } from '#server/modules/ledger/revenue.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { countFunnel, type Funnel } from './count-funnel.ts'

const liveFunnels = 3

type DayFigures = {
  readonly day: string
  readonly revenue: Revenue[]
  readonly funnel: Partial<Funnel> | null
  readonly isFolded: boolean
  readonly differs: boolean
}

export const spanOf = (zones: MonthZones, day: string): DaySpan => ({
  day,
  from: dayStart(zones, day),
  until: dayEnd(zones, day),
})

export async function readDays(db: Queryable, zones: MonthZones, first: string, last: string): Promise<DayFigures[]> {
  const [folds, folded, counts] = await Promise.all([
    listFolds(db, first, last),
    listFolded(db, first, last),
    listFunnel(db, first, last),
  ])
  const known = new Map(folds.map((fold) => [fold.day, fold]))
  // Computes only days after the last daily total from ledger postings, because daily totals have no gaps.
  const lastFold = folds.at(-1)?.day
  const open = daysBetween(lastFold === undefined ? first : addDays(lastFold, 1), last)
  const moved =
    open.length === 0
      ? []
      : await listMovedByDay(
          db,
          open.map((day) => spanOf(zones, day)),
        )
  const live = new Map<string, Funnel>()
  for (const day of open.slice(-liveFunnels))
    live.set(day, await countFunnel(db, dayStart(zones, day), dayEnd(zones, day)))
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
