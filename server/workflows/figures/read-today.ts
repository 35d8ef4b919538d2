import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { dayOf, startOf } from '#server/modules/figures/days.rules.ts'
import { countByMethod } from '#server/modules/payments/method-figures.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readMembers } from './count-members.ts'
import { readSpan } from './read-span.ts'

const dayMs = 86_400_000
const week = 7

/**
 * Figures of the last `days` days including today, compared with the same hours at least a week earlier, on the same
 * weekday.
 */
export async function readToday(db: Queryable, now: Date, days = 1) {
  const from = new Date(startOf(dayOf(now)).getTime() - (days - 1) * dayMs)
  const back = Math.max(week, days)
  const earlier = (at: Date) => new Date(at.getTime() - back * dayMs)
  const dayAgo = new Date(now.getTime() - dayMs)
  const { affiliateTerms } = await readSettings(db)
  // Visits are deleted a day after the attribution time.
  const visitsSince = new Date(now.getTime() - (affiliateTerms.attributionDays + 1) * dayMs)
  const [span, before, members, methods] = await Promise.all([
    readSpan(db, from, now, visitsSince),
    readSpan(db, earlier(from), earlier(now), visitsSince),
    readMembers(db, now, back),
    countByMethod(db, new Date(dayAgo.getTime() - week * dayMs), dayAgo, now),
  ])
  return { now: span, before, members, methods }
}
