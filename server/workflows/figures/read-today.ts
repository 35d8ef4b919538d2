import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { dayAt, dayStart } from '#shared/month-zones.ts'
import { addDays } from '#server/modules/figures/days.rules.ts'
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
  const { affiliateTerms, monthZones: zones } = await readSettings(db)
  const today = dayAt(zones, now)
  const first = addDays(today, 1 - days)
  const from = dayStart(zones, first)
  const back = Math.max(week, days)
  // Time since the start of today. Added to the start of an earlier day, it gives the same time of day, even if the
  // clocks changed in between.
  const sofar = now.getTime() - dayStart(zones, today).getTime()
  const earlier = {
    from: dayStart(zones, addDays(first, -back)),
    until: new Date(dayStart(zones, addDays(today, -back)).getTime() + sofar),
  }
  const dayAgo = new Date(now.getTime() - dayMs)
  // Time up to which visits are still stored. They are deleted a day after the attribution time.
  const visitsSince = new Date(now.getTime() - (affiliateTerms.attributionDays + 1) * dayMs)
  const [span, before, members, methods] = await Promise.all([
    readSpan(db, zones, { from, until: now, visitsSince }),
    readSpan(db, zones, { ...earlier, visitsSince }),
    readMembers(db, now, addDays(today, -back)),
    countByMethod(db, new Date(dayAgo.getTime() - week * dayMs), dayAgo, now),
  ])
  return { now: span, before, members, methods }
}
