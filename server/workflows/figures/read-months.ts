import { dayEnd, monthAfter, monthAt, monthBefore, monthEnd, monthStart, type MonthZones } from '#shared/month-zones.ts'
import { findFoldedDays, findFirstWithoutPlans } from '#server/modules/figures/figures.queries.ts'
import { addDays } from '#server/modules/figures/days.rules.ts'
import {
  listFoldedByMonth,
  listFoldedByPlan,
  listMovedByDay,
  listMovedByPlan,
} from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue, type Revenue } from '#server/modules/ledger/revenue.rules.ts'
import { countMonthMembers, type MonthMembers } from '#server/modules/membership/month-members.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

type MonthFigures = {
  readonly month: string
  readonly isOver: boolean
  readonly revenue: Revenue[]
  readonly members: MonthMembers
}

/** The `count` months up to and including `last`, oldest first. */
function monthsUntil(last: string, count: number): string[] {
  const months = [last]
  while (months.length < count) months.unshift(monthBefore(months[0] ?? last))
  return months
}

/**
 * Revenue by month, from daily totals where they exist, otherwise from ledger postings. Leaves out months before the
 * first figure. `db` must be one snapshot, so that no day is counted both ways.
 */
export async function readMonths(db: Queryable, zones: MonthZones, now: Date, count: number): Promise<MonthFigures[]> {
  const months = monthsUntil(monthAt(zones, now), count)
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const { last: lastFold } = await findFoldedDays(db)
  const openFrom = lastFold === null ? monthStart(zones, first) : dayEnd(zones, lastFold)
  const open = months
    .map((month) => {
      const [begin, end] = [monthStart(zones, month), monthEnd(zones, month)]
      return { day: month, from: begin > openFrom ? begin : openFrom, until: end < now ? end : now }
    })
    .filter(({ from, until }) => from < until)
  const bounds = [...months.map((month) => monthStart(zones, month)), now]
  const [folded, moved, members] = await Promise.all([
    listFoldedByMonth(db, `${first}-01`, addDays(`${monthAfter(last)}-01`, -1)),
    listMovedByDay(db, open),
    countMonthMembers(db, bounds),
  ])
  const revenue = Map.groupBy([...folded.map((row) => ({ ...row, day: row.month })), ...moved], ({ day }) => day)
  const figures = months.map((month, index) => ({
    month,
    isOver: month !== last,
    revenue: sumRevenue(revenue.get(month) ?? []),
    members: members[index] ?? { atStart: 0, atEnd: 0, newcomers: 0, renewed: 0, ended: 0 },
  }))
  const begin = figures.findIndex(
    ({ revenue: rows, members: { atEnd, newcomers } }) => rows.length + atEnd + newcomers > 0,
  )
  return begin === -1 ? figures.slice(-1) : figures.slice(begin)
}

type PlanRevenue = Revenue & { readonly goodsId: string }

/** Revenue of one month by plan and provider. Uses daily totals if they exist for all of its days. */
export async function readMonthPlans(
  db: Queryable,
  zones: MonthZones,
  month: string,
  now: Date,
): Promise<PlanRevenue[]> {
  const [first, last] = [`${month}-01`, addDays(`${monthAfter(month)}-01`, -1)]
  const open = (await findFirstWithoutPlans(db, first, last))?.day
  const end = monthEnd(zones, month)
  const moved =
    open === undefined
      ? await listFoldedByPlan(db, first, last)
      : await listMovedByPlan(db, monthStart(zones, month), end < now ? end : now)
  return [...Map.groupBy(moved, ({ goodsId }) => goodsId)].flatMap(([goodsId, rows]) =>
    sumRevenue(rows).map((each) => ({ goodsId, ...each })),
  )
}
