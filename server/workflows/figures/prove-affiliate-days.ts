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
import { compareCounters } from './compare-counters.ts'

/** Number of days whose totals are checked per night. Successive nights cycle through all days. */
const spanDays = 31
const aloneDays = 4
const mostFailed = 100
const firstId = '00000000-0000-0000-0000-000000000000'
export const proveAffiliatesJob = 'prove-affiliate-days'

type Span = { readonly first: string; readonly last: string }

/** Range of days whose totals are checked this night; null if no day has totals yet. Exported for its test. */
export function spanOf(folded: { first: string | null; last: string | null }, now: Date): Span | null {
  if (folded.first === null || folded.last === null) return null
  const spans = Math.ceil(daysBetween(folded.first, folded.last).length / spanDays)
  const first = addDays(folded.first, (Math.floor(now.getTime() / 86_400_000) % spans) * spanDays)
  const end = addDays(first, spanDays - 1)
  return { first, last: end < folded.last ? end : folded.last }
}

/**
 * Days outside this night's range whose visits still exist. Visits expire soon, so these days must be checked in time.
 * Exported for its test.
 */
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

type Failed = { readonly id: string; readonly error: string }
/**
 * Progress of the nightly check of affiliates' daily totals. `from`: next day to check for the page of affiliates after
 * id `after`; null for the first day.
 */
type Place = {
  readonly after: string
  readonly size: number
  readonly from: string | null
  readonly failed: readonly Failed[]
}

const beginOf = ({ after, size, from, failed }: Job['payload'], pageSize: number): Place => ({
  after: typeof after === 'string' ? after : firstId,
  size: typeof size === 'number' ? size : pageSize,
  from: typeof from === 'string' ? from : null,
  failed: Array.isArray(failed) ? (failed as Failed[]) : [],
})

/**
 * Compares the daily totals of affiliates with the rows from which they were summed. Differences become reviews.
 * Continues in another run after its time limit. If a page of `pageSize` affiliates fails, they are checked one by one,
 * and those that still fail become a review, because a failed job would start over.
 */
export async function proveAffiliateDays(
  database: Database,
  { payload, signal }: Pick<Job, 'payload' | 'signal'>,
  pageSize = 50,
): Promise<void> {
  const on = typeof payload.on === 'string' ? payload.on : null
  const { proof, day } = await planProof(database, on)
  if (!proof) return
  let place = beginOf(payload, pageSize)
  for (;;) {
    const ids = await listAffiliates(database, place.after, place.size)
    if (ids.length === 0) break
    place = await passPage(database, { ids, proof, place, pageSize, signal })
    if (signal.aborted) {
      await enqueueJob(database, proveAffiliatesJob, { on: day, ...place }, { uniqueKey: 'rest' })
      return
    }
  }
  await notifyFailed(database, place.failed)
}

async function passPage(
  database: Database,
  page: { ids: readonly string[]; proof: Proof; place: Place; pageSize: number; signal: AbortSignal },
): Promise<Place> {
  const { ids, proof, place, pageSize, signal } = page
  const { size, failed } = place
  const passed = { after: ids.at(-1) ?? place.after, from: null }
  try {
    const from = await provePage(database, ids, proof, { from: place.from, signal })
    return from === null ? { ...passed, failed, size: Math.min(pageSize, size * 2) } : { ...place, from }
  } catch (error) {
    const [id, ...others] = ids
    if (id === undefined || others.length > 0) return { ...place, size: 1, from: null }
    const known = failed.length < mostFailed ? [...failed, { id, error: String(error).slice(0, 200) }] : failed
    return { ...passed, failed: known, size: 1 }
  }
}

async function notifyFailed(database: Database, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return
  const nameOf = await namesOf(
    database,
    failed.map(({ id }) => id),
  )
  const lines = failed.map(({ id, error }) => ({ about: nameOf(id), says: `could not be looked at: ${error}` }))
  await database.transaction((tx) => addToFiguresReview(tx, 'affiliates', lines))
}

async function namesOf(database: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const uids = new Map((await listUids(database, ids)).map(({ id, uid }) => [id, uid]))
  return (id) => `affiliate ${uids.get(id) ?? id}`
}

async function planProof(database: Database, on: string | null): Promise<{ proof: Proof | null; day: string }> {
  const { now, keptDays, firstVisit } = await database.transaction(async (tx) => ({
    now: tx.now,
    keptDays: (await readSettings(tx)).affiliateTerms.attributionDays,
    firstVisit: (await findFirstVisitDay(tx)).day,
  }))
  const day = on ?? dayOf(now)
  const folded = await findFoldedDays(database)
  const span = spanOf(folded, startOf(day))
  // Visits that were deleted stay deleted even if the retention time was extended since, so compare with the first
  // stored visit too.
  const hasVisits = (each: string) => firstVisit !== null && each > firstVisit && hasWholeFunnel(each, now, keptDays)
  const proof = span && { spans: [span, ...freshDays(folded, span, hasVisits)], hasVisits }
  return { proof, day }
}

export const partsOf = (spans: readonly Span[], days: number): Span[] =>
  spans.flatMap(({ first, last }) => {
    const all = daysBetween(first, last)
    return all.flatMap((begin, index) =>
      index % days === 0 ? [{ first: begin, last: all[Math.min(index + days, all.length) - 1] ?? begin }] : [],
    )
  })

/**
 * Checks after the last day: waiting commissions, then the counters of each affiliate alone, because their rows may be
 * many.
 */
const holds = { first: 'holds', last: 'holds' }
const countersOf = (id: string): Span => ({ first: `counters ${id}`, last: `counters ${id}` })

/**
 * Checks each part in one snapshot, so that concurrent changes cause no differences. Checks at least one part. If the
 * time is over, returns the position from which to continue.
 */
async function provePage(
  database: Database,
  ids: readonly string[],
  { spans, hasVisits }: Proof,
  { from, signal }: { from: string | null; signal: AbortSignal },
): Promise<string | null> {
  const nameOf = await namesOf(database, ids)
  const found: { about: string; says: string }[] = []
  const add = (each: { affiliateId: string; field: string; folded: number; counted: number }, what: string) =>
    found.push({
      about: `${nameOf(each.affiliateId)}, ${what}: ${each.field}`,
      says: `is ${each.folded} as folded and ${each.counted} in the rows`,
    })
  const atOneMoment = <T>(read: (tx: Transaction) => Promise<T>) => database.transaction(read, { oneMoment: true })
  const days = partsOf(spans, ids.length === 1 ? aloneDays : spanDays)
  const counters = new Map(ids.map((id) => [countersOf(id), id]))
  const parts = [...days, holds, ...counters.keys()]
  const begin = parts.findIndex(({ first, last }) => from !== null && first <= from && from <= last)
  try {
    for (const part of begin === -1 ? parts : parts.slice(begin)) {
      const one = counters.get(part)
      if (one !== undefined)
        for (const { what, ...each } of await atOneMoment((tx) => compareCounters(tx, one)))
          add({ affiliateId: one, ...each }, what)
      else if (part === holds)
        for (const each of await atOneMoment((tx) => compareHolds(tx, ids, endOf)))
          add(each, `held until ${each.heldOn}, waiting until ${each.endsOn}`)
      else {
        const between = { from: startOf(part.first), until: endOf(part.last), hasVisits }
        for (const each of await atOneMoment((tx) => compareFolds(tx, ids, between)))
          add(each, `${each.day}, by ${each.dimension}`)
      }
      if (signal.aborted) return parts[parts.indexOf(part) + 1]?.first ?? null
    }
    return null
  } finally {
    if (found.length > 0) await database.transaction((tx) => addToFiguresReview(tx, 'affiliates', found))
  }
}
