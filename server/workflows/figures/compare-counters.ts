import { listCounters } from '#server/modules/affiliates/affiliates.queries.ts'
import { listMonths, sumUnsettled } from '#server/modules/payouts/commissions.queries.ts'
import { sumEarned } from '#server/modules/payouts/commissions.service.ts'
import { countByLink } from '#server/modules/referrals/referrals.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

type Sums = Readonly<Record<string, number>>
type Difference = {
  readonly what: string
  readonly field: string
  readonly folded: number
  readonly counted: number
}

/**
 * Compares an affiliate's counters of links, months and unpaid earnings with the referrals and commissions, in US
 * cents. Ignores visits, because their rows expire. `db` must be one snapshot.
 */
export async function compareCounters(db: Queryable, affiliateId: string, pageSize?: number): Promise<Difference[]> {
  const earned = await sumEarned(db, affiliateId, pageSize)
  const brought = await countBrought(db, affiliateId, pageSize)
  const counters = await listCounters(db, affiliateId)
  const byLink = Map.groupBy(earned, ({ link }) => link)
  const countedAt = (link: string) => ({
    ...(brought.get(link) ?? { signUps: 0, paid: 0 }),
    earnedMinor: sumOf(byLink.get(link), (part) => part.firstMinor + part.renewalMinor - part.reversedMinor),
  })
  const links = counters.flatMap(({ link, slug, signUps, paid, earnedMinor }) =>
    differences(slug === '' ? 'the plain link' : `link ${slug}`, { signUps, paid, earnedMinor }, countedAt(link)),
  )
  // Rows of this affiliate that name a link of another affiliate are errors, so they are reported as differences.
  const own = new Set(counters.map(({ link }) => link))
  const strays = [...new Set([...byLink.keys(), ...brought.keys()])].flatMap((link) =>
    link === null || link === '' || own.has(link)
      ? []
      : differences('a link of someone else', { signUps: 0, paid: 0, earnedMinor: 0 }, countedAt(link)),
  )
  const kept = new Map((await listMonths(db, affiliateId)).map(({ month, ...sums }) => [month, sums]))
  const byMonth = Map.groupBy(earned, ({ month }) => month)
  const months = [...new Set([...kept.keys(), ...byMonth.keys()])].toSorted().flatMap((month) => {
    const rows = byMonth.get(month)
    const counted = {
      firstMinor: sumOf(rows, (part) => part.firstMinor),
      renewalMinor: sumOf(rows, (part) => part.renewalMinor),
      reversedMinor: sumOf(rows, (part) => part.reversedMinor),
    }
    const sums = kept.get(month) ?? { firstMinor: 0, renewalMinor: 0, reversedMinor: 0 }
    return differences(`month ${month.slice(0, 7)}`, sums, counted)
  })
  const { minor } = await sumUnsettled(db, affiliateId)
  const rest = { minor: sumOf(earned, (part) => part.unsettledMinor) }
  return [...links, ...strays, ...months, ...differences('what is to come', { minor }, rest)]
}

const sumOf = <Part>(parts: readonly Part[] = [], of: (part: Part) => number): number =>
  parts.reduce((sum, part) => sum + of(part), 0)

const differences = (what: string, folded: Sums, counted: Sums): Difference[] =>
  Object.keys(folded).flatMap((field) => {
    const [was, is] = [folded[field] ?? 0, counted[field] ?? 0]
    return was === is ? [] : [{ what, field, folded: was, counted: is }]
  })

async function countBrought(db: Queryable, affiliateId: string, pageSize = 20_000) {
  const all = new Map<string, { signUps: number; paid: number }>()
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const page: Awaited<ReturnType<typeof countByLink>> = await countByLink(db, affiliateId, after, pageSize)
    for (const { link, signUps, paid } of page) {
      const known = all.get(link ?? '') ?? { signUps: 0, paid: 0 }
      all.set(link ?? '', { signUps: known.signUps + signUps, paid: known.paid + paid })
    }
    after = page[0]?.last ?? null
  }
  return all
}
