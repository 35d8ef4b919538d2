import { dayOf, startOf } from '#server/modules/figures/days.rules.ts'
import { listMoved } from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue, type Revenue } from '#server/modules/ledger/revenue.rules.ts'
import { countMembers } from '#server/modules/membership/ends.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import { countFunnel, type Funnel } from './count-funnel.ts'

const weekMs = 7 * 86_400_000

export type Span = { readonly from: Date; readonly until: Date; readonly revenue: Revenue[]; readonly funnel: Funnel }

/** Today so far, and the same hours of the same weekday a week before. */
export async function readToday(db: Queryable, now: Date) {
  const from = startOf(dayOf(now))
  const before = [new Date(from.getTime() - weekMs), new Date(now.getTime() - weekMs)] as const
  const [today, lastWeek, members] = await Promise.all([
    readSpan(db, from, now),
    readSpan(db, ...before),
    countMembers(db),
  ])
  return { today, lastWeek, members }
}

async function readSpan(db: Queryable, from: Date, until: Date): Promise<Span> {
  const [moved, funnel] = await Promise.all([listMoved(db, from, until), countFunnel(db, from, until)])
  return { from, until, revenue: sumRevenue(moved), funnel }
}
