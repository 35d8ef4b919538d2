import {
  listBlockedUids,
  listEndingUids,
  listNewestUids,
  listPeopleOf,
  type ListedPerson,
  type PeopleFilter,
} from '#server/modules/accounts/people-list.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

type Sort = 'newest' | 'ending'
type Page = { readonly people: readonly ListedPerson[]; readonly next: number | null }

const longestDays = 36_500

/**
 * Page of accounts. A filter that selects few of many accounts ends the page after `windows` steps, so the page may be
 * short or empty although `next` is set.
 */
export async function listPeople(
  db: Queryable,
  filter: PeopleFilter,
  { sort, after, size, window = 500, windows = 20 }: Paging,
): Promise<Page> {
  const order = sort ?? (filter.endsWithin === undefined ? 'newest' : 'ending')
  const people: ListedPerson[] = []
  let reached = after
  for (let step = 0; step < windows; step++) {
    const candidates = await nextCandidates(db, filter, order, reached, window)
    const ids = candidates.map(({ userId }) => userId)
    if (ids.length > 0) people.push(...(await listPeopleOf(db, filter, ids, size - people.length)))
    const last = people.at(-1)
    if (people.length === size && last) return { people, next: last.uid }
    if (candidates.length < window) return { people, next: null }
    reached = candidates.at(-1)?.uid ?? reached
  }
  return { people, next: reached }
}
type Paging = {
  readonly sort: Sort | undefined
  readonly after: number | null
  readonly size: number
  readonly window?: number
  readonly windows?: number
}

function nextCandidates(
  db: Queryable,
  { blocked, endsWithin }: PeopleFilter,
  order: Sort,
  after: number | null,
  limit: number,
) {
  if (order === 'ending') return listEndingUids(db, endsWithin ?? longestDays, after, limit)
  return blocked === 'yes' ? listBlockedUids(db, after, limit) : listNewestUids(db, after, limit)
}
