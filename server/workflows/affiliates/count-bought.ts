import { countOrders, findFoldedDays, listTotals } from '#server/modules/affiliates/affiliate-days.queries.ts'
import { dayOf, endOf } from '#server/modules/figures/days.rules.ts'
import type { Queryable } from '#server/platform/database.ts'

const dayMs = 86_400_000
const spans = [1, 30, 90] as const

/**
 * Counts orders with commission in the last 90 days, and first purchases of referred customers in one and in thirty
 * days. Whole days come from daily totals, the rest from rows.
 */
export async function countBought(db: Queryable, affiliateId: string, now: Date) {
  const { last } = await findFoldedDays(db)
  const begins = spans.map((days) => new Date(now.getTime() - days * dayMs))
  const totals = new Map(
    last === null
      ? []
      : (await listTotals(db, affiliateId, 'all', [''], [last, ...begins.map(dayOf)])).map((row) => [row.day, row]),
  )
  // End of the counted range. No order is paid in the future, so one day from now suffices.
  const end = new Date(now.getTime() + dayMs)
  const live = last === null ? null : await countOrders(db, affiliateId, endOf(last), end)
  const counted = await Promise.all(
    begins.map(async (since) => {
      const day = dayOf(since)
      if (last === null || live === null || day > last) return countOrders(db, affiliateId, since, end)
      const rest = await countOrders(db, affiliateId, since, endOf(day))
      const [whole, before] = [totals.get(last), totals.get(day)]
      const sum = (of: 'firsts' | 'renewals') => (whole?.[of] ?? 0) - (before?.[of] ?? 0) + rest[of] + live[of]
      return { firsts: sum('firsts'), renewals: sum('renewals') }
    }),
  )
  const [ofDay, ofMonth, ofAll] = counted
  return {
    paidOrders: (ofAll?.firsts ?? 0) + (ofAll?.renewals ?? 0),
    newPayersOfDay: ofDay?.firsts ?? 0,
    newPayersOfMonth: ofMonth?.firsts ?? 0,
  }
}
