import type { ActionInput } from '#shared/contract/operator.ts'
import type { SegmentFilter } from '#shared/contract/operator/mailings.ts'
import { findMaskedNames } from '#server/modules/accounts/masked-names.service.ts'
import { countReach, listNextPeople, mostCounted } from '#server/modules/mailings/people.queries.ts'
import {
  countSegments,
  findSegment,
  listSegments,
  lockSegment,
  removeSegment,
  saveSegment,
} from '#server/modules/mailings/segments.queries.ts'
import { namesPerson } from '#server/modules/operators/view-address.rules.ts'
import { done, refuse, type Act, type FindKept, type Read, type Result } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'

const sampleSize = 5
const mostSegments = 200

type Fields = Omit<ActionInput<'segments.count'>, 'segment'>
const filterOf = ({ membership, plan, endsWithin, spokenIn, paid, byAffiliate, seenWithin, notSeenWithin }: Fields) => {
  const filter = { membership, plan, endsWithin, spokenIn, paid, byAffiliate, seenWithin, notSeenWithin }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as SegmentFilter
}

/**
 * How many a news mail would reach, and why not the others. Whom it reaches is counted by itself: among more accounts than are counted, those who
 * asked for news may be any.
 */
export async function readReach(db: Queryable, filter: SegmentFilter, most = mostCounted) {
  const { people, en, zh } = await countReach(db, filter, { asked: true, limit: most + 1 })
  const { found, unasked, noAddress } = await countReach(db, filter, { limit: most + 1 })
  return { reach: { people, en, zh, unasked, noAddress }, found }
}

/** The filter under a name; without one, everyone. */
export async function requireFilter(db: Queryable, segment: string | undefined): Promise<Result<SegmentFilter>> {
  if (segment === undefined) return { ok: true, value: {} }
  const found = await findSegment(db, segment)
  return found ? { ok: true, value: found.filter } : refuse('NotFound', `There is no segment ${segment}.`)
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
  const { reach, found } = await readReach(database, filter)
  const people = await listNextPeople(database, filter, { news: true, after: null, limit: sampleSize })
  const names = await findMaskedNames(
    database,
    people.map(({ userId }) => userId),
  )
  return {
    ok: true,
    value: {
      ...reach,
      more: found > mostCounted,
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
  if (namesPerson(name)) return refuse('InvalidInput', '{name} has an address or a number of a person.')
  const filter = filterOf(fields)
  if (Object.keys(filter).length === 0) return refuse('InvalidInput', 'A segment needs one condition at least.')
  await lockSegment(tx, name)
  const before = await findSegment(tx, name)
  if (!before && (await countSegments(tx)).count >= mostSegments)
    return refuse('NotPossible', 'There are 200 segments. Remove one before you keep another.')
  await saveSegment(tx, name, filter, operator.name)
  const { reach } = await readReach(tx, filter)
  return done({ name, ...reach, replaces: before !== undefined }, subjectOf(name), { filter, before: before?.filter })
}

export const dropSegment: Act<'segments.remove'> = async (tx, { segment }) => {
  if ((await removeSegment(tx, segment)) === 0) return refuse('NotFound', `There is no segment ${segment}.`)
  return done({ name: segment }, subjectOf(segment), {})
}
