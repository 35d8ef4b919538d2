import { dayAt, dayEnd, type MonthZones } from '#shared/month-zones.ts'
import { addDays, daysBetween } from '#server/modules/figures/days.rules.ts'
import { listFolds, listFunnel, visitSteps } from '#server/modules/figures/figures.queries.ts'
import { listFolded, listMoved } from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue, type Revenue } from '#server/modules/ledger/revenue.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { countFunnel, type Funnel } from './count-funnel.ts'

export type Span = {
  readonly from: Date
  readonly until: Date
  readonly revenue: Revenue[]
  readonly funnel: Partial<Funnel>
}

/**
 * Maximum number of days without daily totals that are counted from rows. With more such days, the funnel steps are
 * left out.
 */
const liveDays = 3

/** Range of days of the shop. `visitsSince`: visits from before this time may already be deleted. */
type Bounds = { readonly from: Date; readonly until: Date; readonly visitsSince: Date }

/**
 * Revenue and funnel steps of a range, from daily totals where they exist, otherwise from rows. Leaves out a step that
 * is not known for the whole range.
 */
export async function readSpan(db: Queryable, zones: MonthZones, { from, until, visitsSince }: Bounds): Promise<Span> {
  const [firstDay, lastDay] = [dayAt(zones, from), addDays(dayAt(zones, until), -1)]
  const folds = firstDay > lastDay ? [] : await listFolds(db, firstDay, lastDay)
  const [first, last] = [folds[0]?.day ?? firstDay, folds.at(-1)?.day]
  const openFrom = last === undefined ? from : dayEnd(zones, last)
  const [folded, counts, moved, live] = await Promise.all([
    last === undefined ? [] : listFolded(db, first, last),
    last === undefined ? [] : listFunnel(db, first, last),
    listMoved(db, openFrom, until),
    last !== undefined && daysBetween(last, dayAt(zones, until)).length - 1 > liveDays
      ? {}
      : countFunnel(db, openFrom, until),
  ])
  const ofDay = Map.groupBy(counts, ({ day }) => day)
  const known = folds.map(({ day }) => new Map(ofDay.get(day)?.map(({ step, count }) => [step, count])))
  const funnel = (Object.entries(live) as [keyof Funnel, number][]).flatMap(([step, count]) => {
    const isWhole = openFrom >= visitsSince || !visitSteps.includes(step)
    if (!isWhole || !known.every((day) => day.has(step))) return []
    return [[step, known.reduce((sum, day) => sum + (day.get(step) ?? 0), count)] as const]
  })
  return { from, until, revenue: sumRevenue([...folded, ...moved]), funnel: Object.fromEntries(funnel) }
}
