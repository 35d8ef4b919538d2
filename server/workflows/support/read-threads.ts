import { findAddressee } from '#server/modules/accounts/accounts.queries.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import type { ActionInput } from '#shared/contract/operator.ts'
import {
  findLastThread,
  listQuietThreads,
  listTags,
  listTexts,
  listWaitingThreads,
  type QueueRow,
  type ThreadFilter,
} from '#server/modules/support/support.queries.ts'
import { readTags, stateOf } from '#server/modules/support/support.rules.ts'
import { excerptOf, listThread, openText } from '#server/modules/support/support.service.ts'
import type { Read } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'

const pageSize = 50
/** Threads that one page of a search looks at. */
const searchedAtOnce = 200

const namesOf = async (db: Queryable): Promise<ReadonlyMap<string, string>> =>
  new Map((await listOperators(db)).map(({ id, name }) => [id, name]))

type Filter = ActionInput<'messages.list'>

const filterOf = ({ tag, spokenIn, assigned }: Filter, operatorId: string): ThreadFilter => ({
  tag: tag === undefined ? null : (readTags([tag])?.[0] ?? tag),
  language: spokenIn ?? null,
  assigned:
    assigned === undefined
      ? null
      : assigned === 'others'
        ? { not: operatorId }
        : { to: assigned === 'me' ? operatorId : null },
})

export const listThreads: Read<'messages.list'> = async (database, input, operator, { config }) => {
  const { state = 'open', after = null, contains } = input
  const filter = filterOf(input, operator.id)
  const isSearch = contains !== undefined
  const keyring = createKeyring(config.secretKey)
  const size = isSearch ? searchedAtOnce : pageSize
  const [rows, names] = await Promise.all([
    state === 'open'
      ? listWaitingThreads(database, after, size, filter)
      : listQuietThreads(database, state === 'solved', after, size, filter),
    namesOf(database),
  ])
  const found = isSearch ? await whereContained(database, keyring, rows, contains) : rows
  const items = found.map(({ uid, name, language, since, assignedTo, takenBy, takenUntil, tags, sealed }) => ({
    uid,
    name,
    language,
    since,
    assignedTo: names.get(assignedTo ?? '') ?? null,
    takenBy: names.get(takenBy ?? '') ?? null,
    takenUntil,
    tags,
    text: sealed ? excerptOf(keyring, sealed) : '',
  }))
  return { ok: true, value: { items, next: rows.length === size ? (rows.at(-1)?.key ?? null) : null } }
}

/**
 * Rows of one page whose texts or name contain the search text, or whose account number is that text. The texts are
 * encrypted, so a search must decrypt them.
 */
async function whereContained(database: Queryable, keyring: Keyring, rows: readonly QueueRow[], contains: string) {
  const wanted = contains.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  const texts = await listTexts(
    database,
    rows.map(({ threadId }) => threadId),
  )
  const ids = new Set(texts.filter(({ sealed }) => has(openText(keyring, sealed))).map(({ threadId }) => threadId))
  return rows.filter(({ threadId, name, uid }) => ids.has(threadId) || has(name ?? '') || String(uid) === wanted)
}

export const showTags: Read<'messages.tags'> = async (database) => ({
  ok: true,
  value: { tags: await listTags(database) },
})

export const showThread: Read<'messages.show'> = async (database, { user, before = null }, _operator, { config }) => {
  const { id: userId, uid } = await requireUser(database, user)
  const [addressee, thread, entries, names] = await Promise.all([
    findAddressee(database, userId),
    findLastThread(database, userId),
    listThread(database, createKeyring(config.secretKey), userId, before, pageSize + 1),
    namesOf(database),
  ])
  return {
    ok: true,
    value: {
      uid,
      language: addressee?.language ?? 'en',
      state: thread ? stateOf(thread) : null,
      waits: thread?.waitsSince ?? null,
      assignedTo: names.get(thread?.assignedTo ?? '') ?? null,
      takenBy: names.get(thread?.takenBy ?? '') ?? null,
      takenUntil: thread?.takenUntil ?? null,
      tags: thread?.tags ?? [],
      address: config.mail === null ? null : (addressee?.email ?? null),
      entries: entries
        .slice(0, pageSize)
        .toReversed()
        .map(({ id, at, from, text, images, via, operatorId }) => ({
          id,
          at,
          from: from === 'customer' ? 'customer' : (names.get(operatorId ?? '') ?? 'operator'),
          text,
          via,
          images: [...images],
        })),
      more: entries.length > pageSize,
    },
  }
}
