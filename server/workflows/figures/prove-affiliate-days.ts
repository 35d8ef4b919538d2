import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { findFoldedDays } from '#server/modules/affiliates/affiliate-days.queries.ts'
import { compareFolds, listAffiliates } from '#server/modules/affiliates/affiliate-days.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays, dayOf, daysBetween, endOf, hasWholeFunnel, startOf } from '#server/modules/figures/days.rules.ts'
import { findFirstVisitDay } from '#server/modules/marketing/marketing.queries.ts'
import { addToFiguresReview } from '#server/modules/payments/reviews.service.ts'
import { compareHolds } from '#server/modules/payouts/commission-holds.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'

/** A night looks at so many days of every affiliate, the next one at those after them: in time at all, at the cost of a month. */
const spanDays = 31
/** So many days of an affiliate are counted at once who is looked at alone. */
const aloneDays = 4
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

type Proof = { readonly spans: readonly Span[]; readonly hasVisits: (day: string) => boolean }

/**
 * Holds what links brought on folded days against visits, sign-ups and commissions themselves, by everything that they are added up by;
 * and what waits of commissions against those. What differs is put before a person, page by page, as it is for the days of the shop. Visits
 * are forgotten with time: their days are looked at each night until then.
 *
 * Where time is over, another run goes on from there. `pageSize`: how many affiliates are held against their rows at once. Where that
 * fails, each of them is looked at alone; who cannot be looked at even so stops no one after them, and the job fails at its end.
 */
export async function proveAffiliateDays(
  database: Database,
  { payload, signal }: Pick<Job, 'payload' | 'signal'>,
  pageSize = 50,
): Promise<void> {
  const on = typeof payload.on === 'string' ? payload.on : null
  const { proof, day } = await planProof(database, on)
  if (!proof) return
  const failed: { readonly id: string; readonly error: unknown }[] = []
  let size = typeof payload.size === 'number' ? payload.size : pageSize
  for (let after = typeof payload.after === 'string' ? payload.after : firstId; ;) {
    const ids = await listAffiliates(database, after, size)
    const last = ids.at(-1)
    if (last === undefined) break
    try {
      await provePage(database, ids, proof)
      after = last
      size = Math.min(pageSize, size * 2)
    } catch (error) {
      if (ids.length === 1) {
        failed.push({ id: last, error })
        after = last
      }
      size = 1
    }
    if (signal.aborted) {
      await enqueueJob(database, proveAffiliatesJob, { on: day, after, size }, { uniqueKey: 'rest' })
      break
    }
  }
  if (failed.length > 0)
    throw new Error(`not held against their rows: affiliates ${failed.map(({ id }) => id).join(', ')}`, {
      cause: failed[0]?.error,
    })
}

/** What is looked at in this night; null where nothing is folded. */
async function planProof(database: Database, on: string | null): Promise<{ proof: Proof | null; day: string }> {
  const { now, keptDays, firstVisit } = await database.transaction(async (tx) => ({
    now: tx.now,
    keptDays: (await readSettings(tx)).affiliateTerms.attributionDays,
    firstVisit: (await findFirstVisitDay(tx)).day,
  }))
  const day = on ?? dayOf(now)
  const folded = await findFoldedDays(database)
  const span = spanOf(folded, startOf(day))
  // Terms that keep visits longer bring none back.
  const hasVisits = (each: string) => firstVisit !== null && each > firstVisit && hasWholeFunnel(each, now, keptDays)
  const proof = span && { spans: [span, ...freshDays(folded, span, hasVisits)], hasVisits }
  return { proof, day }
}

/** Parts of these days, of so many days each. Exported for its test. */
export const partsOf = (spans: readonly Span[], days: number): Span[] =>
  spans.flatMap(({ first, last }) => {
    const all = daysBetween(first, last)
    return all.flatMap((begin, index) =>
      index % days === 0 ? [{ first: begin, last: all[Math.min(index + days, all.length) - 1] ?? begin }] : [],
    )
  })

/** Each part is of one moment: a day that is folded meanwhile, or a referral that is corrected, is no difference. */
async function provePage(database: Database, ids: readonly string[], { spans, hasVisits }: Proof): Promise<void> {
  const uids = new Map((await listUids(database, ids)).map(({ id, uid }) => [id, uid]))
  const found: string[] = []
  const add = (each: { affiliateId: string; field: string; folded: number; counted: number }, what: string) =>
    found.push(
      `affiliate ${uids.get(each.affiliateId) ?? each.affiliateId}, ${what}: ${each.field} is ${each.folded} as folded and ${each.counted} in the rows`,
    )
  const atOneMoment = <T>(read: (tx: Transaction) => Promise<T>) => database.transaction(read, { oneMoment: true })
  try {
    for (const { first, last } of partsOf(spans, ids.length === 1 ? aloneDays : spanDays)) {
      const days = { from: startOf(first), until: endOf(last), hasVisits }
      for (const each of await atOneMoment((tx) => compareFolds(tx, ids, days)))
        add(each, `${each.day}, by ${each.dimension}`)
    }
    for (const each of await atOneMoment((tx) => compareHolds(tx, ids, endOf)))
      add(each, `held until ${each.heldOn}, waiting until ${each.endsOn}`)
  } finally {
    if (found.length > 0) await database.transaction((tx) => addToFiguresReview(tx, 'affiliates', found))
  }
}
