import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { findFoldedDays } from '#server/modules/affiliates/affiliate-days.queries.ts'
import { compareFolds } from '#server/modules/affiliates/affiliate-days.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays, dayOf, daysBetween, endOf, hasWholeFunnel, startOf } from '#server/modules/figures/days.rules.ts'
import { findFirstVisitDay } from '#server/modules/marketing/marketing.queries.ts'
import { reviewFigures } from '#server/modules/payments/reviews.service.ts'
import { compareHolds } from '#server/modules/payouts/commission-holds.service.ts'
import type { Database } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'

/** A night looks at so many days of every affiliate, the next one at those after them: in time at all, at the cost of a month. */
const spanDays = 31
/** What a review names of what was found. */
const mostNamed = 20
const firstId = '00000000-0000-0000-0000-000000000000'
export const proveAffiliatesJob = 'prove-affiliate-days'

type Span = { readonly first: string; readonly last: string }

/** The days that are looked at in this night; null where none is folded. Exported for its test. */
export function spanOf(folded: { first: string | null; last: string | null }, now: Date): Span | null {
  if (folded.first === null || folded.last === null) return null
  const spans = Math.ceil(daysBetween(folded.first, folded.last).length / spanDays)
  const first = addDays(folded.first, (Math.floor(now.getTime() / 86_400_000) % spans) * spanDays)
  const end = addDays(first, spanDays - 1)
  return { first, last: end < folded.last ? end : folded.last }
}

/** The days besides whose visits are still there: another night they are forgotten. Exported for its test. */
export function freshDays(
  folded: { first: string | null; last: string | null },
  { first, last }: Span,
  hasVisits: (day: string) => boolean,
): Span[] {
  if (folded.first === null || folded.last === null) return []
  const days = daysBetween(folded.first, folded.last).filter((day) => hasVisits(day) && (day < first || day > last))
  return [days.filter((day) => day < first), days.filter((day) => day > last)].flatMap((part) => {
    const [begin, end] = [part[0], part.at(-1)]
    return begin === undefined || end === undefined ? [] : [{ first: begin, last: end }]
  })
}

/**
 * Holds what links brought on folded days against visits, sign-ups and commissions themselves, by everything that they are added up by;
 * and what waits of commissions against those. What differs is put before a person, as it is for the days of the shop. Visits are
 * forgotten with time: their days are looked at each night until then.
 * Where time is over, another run goes on from there. `pageSize`: how many affiliates are held against their rows at once.
 */
export async function proveAffiliateDays(
  database: Database,
  { payload, signal }: Pick<Job, 'payload' | 'signal'>,
  pageSize = 50,
): Promise<void> {
  const { now, keptDays, firstVisit } = await database.transaction(async (tx) => ({
    now: tx.now,
    keptDays: (await readSettings(tx)).affiliateTerms.attributionDays,
    firstVisit: (await findFirstVisitDay(tx)).day,
  }))
  const on = typeof payload.on === 'string' ? payload.on : dayOf(now)
  const folded = await findFoldedDays(database)
  const span = spanOf(folded, startOf(on))
  if (!span) return
  // Terms that keep visits longer bring none back.
  const hasVisits = (day: string) => firstVisit !== null && day > firstVisit && hasWholeFunnel(day, now, keptDays)
  const spans = [span, ...freshDays(folded, span, hasVisits)].map(({ first, last }) => ({
    from: startOf(first),
    until: endOf(last),
  }))
  const found: string[] = []
  let after: string | null = typeof payload.after === 'string' ? payload.after : firstId
  while (after !== null) {
    const page = await readPage(database, { spans, hasVisits, after, pageSize })
    const uids = new Map(page.people.map(({ id, uid }) => [id, uid]))
    const add = (each: { affiliateId: string; field: string; folded: number; counted: number }, what: string) =>
      found.push(
        `affiliate ${uids.get(each.affiliateId) ?? each.affiliateId}, ${what}: ${each.field} is ${each.folded} as folded and ${each.counted} in the rows`,
      )
    for (const each of page.differences) add(each, `${each.day}, by ${each.dimension}`)
    for (const each of page.holds) add(each, `held until ${each.heldOn}, waiting until ${each.endsOn}`)
    after = page.next
    if (signal.aborted && after !== null) {
      await enqueueJob(database, proveAffiliatesJob, { on, after }, { uniqueKey: 'rest' })
      break
    }
  }
  if (found.length === 0) return
  const details = { found: found.length, differences: found.slice(0, mostNamed) }
  await database.transaction((tx) => reviewFigures(tx, 'affiliates', details))
}

/** Of one moment: a day that is folded meanwhile, or a referral that is corrected, is no difference. */
const readPage = (database: Database, asked: Parameters<typeof compareFolds>[1]) =>
  database.transaction(
    async (tx) => {
      const { ids, ...page } = await compareFolds(tx, asked)
      return { ...page, people: await listUids(tx, ids), holds: await compareHolds(tx, ids, endOf) }
    },
    { oneMoment: true },
  )
