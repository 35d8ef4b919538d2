import { listCounters } from '#server/modules/affiliates/affiliates.queries.ts'
import { sumByLink } from '#server/modules/payouts/commissions.queries.ts'
import { countByLink } from '#server/modules/referrals/referrals.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

/**
 * Where what is counted at the links of these affiliates is not what referrals and commissions come to. Visits are not compared: their rows
 * are forgotten with time. Amounts are US cents. `db` sees one moment.
 */
export async function compareLinks(db: Queryable, affiliateIds: readonly string[]) {
  const [counters, brought, earned] = await Promise.all([
    listCounters(db, affiliateIds),
    countByLink(db, affiliateIds),
    sumByLink(db, affiliateIds),
  ])
  const nothing = { signUps: 0, paid: 0, earnedMinor: 0 }
  const rows = new Map(brought.map((each) => [each.link, { ...nothing, ...each }]))
  for (const { link, earnedMinor } of earned) rows.set(link, { ...nothing, ...rows.get(link), link, earnedMinor })
  return counters.flatMap((counter) =>
    (['signUps', 'paid', 'earnedMinor'] as const).flatMap((field) => {
      const [folded, counted] = [counter[field], rows.get(counter.link)?.[field] ?? 0]
      const { affiliateId, slug } = counter
      return folded === counted ? [] : [{ affiliateId, slug, field, folded, counted }]
    }),
  )
}
