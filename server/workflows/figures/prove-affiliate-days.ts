import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { findFoldedDays } from '#server/modules/affiliates/affiliate-days.queries.ts'
import { compareFolds } from '#server/modules/affiliates/affiliate-days.service.ts'
import { addDays, dayOf, daysBetween, endOf, startOf } from '#server/modules/figures/days.rules.ts'
import { reviewFigures } from '#server/modules/payments/reviews.service.ts'
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

/**
 * Holds what affiliates earned on folded days against the commissions themselves, in all, by link and by currency. What differs is put
 * before a person, as it is for the days of the shop. Visits and sign-ups are forgotten with time, and cannot be held against anything.
 * Where time is over, another run goes on from there. `pageSize`: how many affiliates are held against their rows at once.
 */
export async function proveAffiliateDays(
  database: Database,
  { payload, signal }: Pick<Job, 'payload' | 'signal'>,
  pageSize = 50,
): Promise<void> {
  const { now } = await database.transaction(async (tx) => ({ now: tx.now }))
  const on = typeof payload.on === 'string' ? payload.on : dayOf(now)
  const span = spanOf(await findFoldedDays(database), startOf(on))
  if (!span) return
  const days = { from: startOf(span.first), until: endOf(span.last) }
  const found: string[] = []
  let after: string | null = typeof payload.after === 'string' ? payload.after : firstId
  while (after !== null) {
    const page: Awaited<ReturnType<typeof compareFolds>> = await compareFolds(database, { ...days, after, pageSize })
    const uids = new Map((await listUids(database, page.ids)).map(({ id, uid }) => [id, uid]))
    for (const { affiliateId, day, dimension, field, folded, counted } of page.differences)
      found.push(
        `affiliate ${uids.get(affiliateId) ?? affiliateId}, ${day}, by ${dimension}: ${field} is ${folded} as folded and ${counted} in the rows`,
      )
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
