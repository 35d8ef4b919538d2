import { dayOf, startOf } from '#server/modules/figures/days.rules.ts'
import { listMoved } from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue, type Revenue } from '#server/modules/ledger/revenue.rules.ts'
import { countByMethod } from '#server/modules/payments/method-figures.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readMembers } from './count-members.ts'
import { countFunnel, type Funnel } from './count-funnel.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

export type Span = { readonly from: Date; readonly until: Date; readonly revenue: Revenue[]; readonly funnel: Funnel }

/** Today so far, and the same hours of the same weekday a week before; ways to pay in the last 24 hours, and in the seven days before these. */
export async function readToday(db: Queryable, now: Date) {
  const from = startOf(dayOf(now))
  const before = [new Date(from.getTime() - weekMs), new Date(now.getTime() - weekMs)] as const
  const dayAgo = new Date(now.getTime() - dayMs)
  const [today, lastWeek, members, methods] = await Promise.all([
    readSpan(db, from, now),
    readSpan(db, ...before),
    readMembers(db, now),
    countByMethod(db, new Date(dayAgo.getTime() - weekMs), dayAgo, now),
  ])
  return { today, lastWeek, members, methods }
}

async function readSpan(db: Queryable, from: Date, until: Date): Promise<Span> {
  const [moved, funnel] = await Promise.all([listMoved(db, from, until), countFunnel(db, from, until)])
  return { from, until, revenue: sumRevenue(moved), funnel }
}
