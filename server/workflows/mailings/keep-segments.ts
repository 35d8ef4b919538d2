import type { ActionInput } from '#shared/contract/operator.ts'
import type { SegmentFilter } from '#shared/contract/operator/mailings.ts'
import { findMaskedNames } from '#server/modules/accounts/accounts.service.ts'
import {
  countReach,
  findPageEnd,
  listNextPeople,
  lookedAtOnce,
  mostCounted,
  type Reach,
} from '#server/modules/mailings/people.queries.ts'
import {
  countSegments,
  findSegment,
  listSegments,
  lockSegment,
  removeSegment,
  saveSegment,
} from '#server/modules/mailings/segments.queries.ts'
import { done, refuse, type Act, type FindKept, type Read, type Result } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'

const sampleSize = 5
const mostSegments = 200

type Fields = Omit<ActionInput<'segments.count'>, 'segment'>
const filterOf = ({ membership, plan, endsWithin, spokenIn, paid, byAffiliate, seenWithin, notSeenWithin }: Fields) => {
  const filter = { membership, plan, endsWithin, spokenIn, paid, byAffiliate, seenWithin, notSeenWithin }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as SegmentFilter
}

type Asking = {
  readonly asked: boolean
  readonly most: number
  readonly size: number
  readonly withinMs: number
  readonly onPage?: () => void
}

async function countByPages(db: Queryable, filter: SegmentFilter, { asked, most, size, withinMs, onPage }: Asking) {
  const startedAt = performance.now()
  const sum: Reach = { people: 0, en: 0, zh: 0, unasked: 0, noAddress: 0, found: 0 }
  for (let after: string | null = null; ;) {
    const end: { userId: string } | undefined = await findPageEnd(db, { asked, after, size })
    const page = { after, until: end?.userId ?? null }
    const part = await countReach(db, filter, { asked, limit: most + 1 - sum.found, ...page })
    for (const name of Object.keys(sum) as (keyof Reach)[]) sum[name] += part[name]
    if (end) onPage?.()
    if (!end || sum.found > most) return { ...sum, isWhole: !end && sum.found <= most }
    if (performance.now() - startedAt > withinMs) return { ...sum, isWhole: false }
    after = end.userId
  }
}

type Counting = {
  readonly most?: number
  readonly size?: number
  readonly withinMs?: number
  readonly othersWithinMs?: number
  /** Called with the number of scanned accounts, before the first page of subscribers and after each full one. */
  readonly tell?: (looked: number) => void
}

/**
 * Time limit in milliseconds for counting recipients while an operator types; the page repeats the count every half
 * minute.
 */
const waitedMs = 700

export async function readReach(
  db: Queryable,
  filter: SegmentFilter,
  { most = mostCounted, size = lookedAtOnce, withinMs = Infinity, othersWithinMs = waitedMs, tell }: Counting = {},
) {
  let looked = 0
  const how = { most, size }
  tell?.(looked)
  const onPage = () => tell?.((looked += size))
  const asked = await countByPages(db, filter, { ...how, asked: true, withinMs, onPage })
  const others = await countByPages(db, filter, { ...how, asked: false, withinMs: othersWithinMs })
  const { people, en, zh } = asked
  const { unasked, noAddress } = others
  const atLeast = [
    ...(asked.isWhole ? [] : (['people', 'en', 'zh'] as const)),
    ...(others.isWhole ? [] : (['unasked', 'noAddress'] as const)),
  ]
  return { people, en, zh, unasked, noAddress, atLeast }
}

export async function listSample(
  db: Queryable,
  filter: SegmentFilter,
  { size = lookedAtOnce, withinMs = waitedMs }: Pick<Counting, 'size' | 'withinMs'> = {},
) {
  const startedAt = performance.now()
  const sample: Awaited<ReturnType<typeof listNextPeople>>[number][] = []
  for (let after: string | null = null; ;) {
    const end: { userId: string } | undefined = await findPageEnd(db, { asked: true, after, size })
    const people = await listNextPeople(db, filter, {
      news: true,
      after,
      until: end?.userId ?? null,
      limit: sampleSize - sample.length,
    })
    sample.push(...people)
    if (sample.length === sampleSize || !end || performance.now() - startedAt > withinMs) return sample
    after = end.userId
  }
}

export async function requireFilter(db: Queryable, segment: string | undefined): Promise<Result<SegmentFilter>> {
  if (segment === undefined) return { ok: true, value: {} }
  const found = await findSegment(db, segment)
  return found ? { ok: true, value: found.filter } : refuse('NotFound', sentence('segment.unknown', { segment }))
}

export const showSegments: Read<'segments.list'> = async (database) => ({
  ok: true,
  value: {
    segments: (await listSegments(database)).map(({ name, filter, operator, savedAt }) => ({
      name,
      filter,
      by: operator,
      saved: savedAt,
    })),
  },
})

export const countSegment: Read<'segments.count'> = async (database, { segment, ...fields }) => {
  const kept = await requireFilter(database, segment)
  if (!kept.ok) return kept
  const filter = { ...kept.value, ...filterOf(fields) }
  const reach = await readReach(database, filter, { withinMs: waitedMs })
  const people = await listSample(database, filter)
  const names = await findMaskedNames(
    database,
    people.map(({ userId }) => userId),
  )
  return {
    ok: true,
    value: {
      ...reach,
      sample: people.map(({ userId, uid }) => ({ uid, name: names.get(userId) ?? '' })),
    },
  }
}

const subjectOf = (name: string): string => `segment ${name}`

export const keptSegment: FindKept<{ name: string }> = async (tx, { name }) => {
  await lockSegment(tx, name)
  return { subject: subjectOf(name), values: (await findSegment(tx, name))?.filter ?? null }
}

export const keepSegment: Act<'segments.save'> = async (tx, { name, ...fields }, operator) => {
  const filter = filterOf(fields)
  if (Object.keys(filter).length === 0) return refuse('InvalidInput', 'segment.needsCondition')
  await lockSegment(tx, name)
  const before = await findSegment(tx, name)
  if (!before && (await countSegments(tx)).count >= mostSegments) return refuse('NotPossible', 'segment.tooMany')
  await saveSegment(tx, name, filter, operator.name)
  const reach = await readReach(tx, filter)
  return done({ name, ...reach, replaces: before !== undefined }, subjectOf(name), { filter, before: before?.filter })
}

export const dropSegment: Act<'segments.remove'> = async (tx, { segment }) => {
  if ((await removeSegment(tx, segment)) === 0) return refuse('NotFound', sentence('segment.unknown', { segment }))
  return done({ name: segment }, subjectOf(segment), {})
}
