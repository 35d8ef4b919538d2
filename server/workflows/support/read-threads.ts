import { findAddressee } from '#server/modules/accounts/accounts.queries.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { findLastThread, listQuietThreads, listWaitingThreads } from '#server/modules/support/support.queries.ts'
import { stateOf } from '#server/modules/support/support.rules.ts'
import { excerptOf, listThread } from '#server/modules/support/support.service.ts'
import type { Read } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'

const pageSize = 50

const namesOf = async (db: Queryable): Promise<ReadonlyMap<string, string>> =>
  new Map((await listOperators(db)).map(({ id, name }) => [id, name]))

export const listThreads: Read<'messages.list'> = async (
  database,
  { state = 'waiting', after = null },
  _operator,
  { config },
) => {
  const [rows, names] = await Promise.all([
    state === 'waiting'
      ? listWaitingThreads(database, after, pageSize)
      : listQuietThreads(database, state === 'closed', after, pageSize),
    namesOf(database),
  ])
  const keyring = createKeyring(config.secretKey)
  const items = rows.map(({ uid, name, since, takenBy, takenUntil, sealed }) => ({
    uid,
    name,
    since,
    takenBy: takenBy === null ? null : (names.get(takenBy) ?? null),
    takenUntil,
    text: sealed ? excerptOf(keyring, sealed) : '',
  }))
  return { ok: true, value: { items, next: rows.length === pageSize ? (rows.at(-1)?.key ?? null) : null } }
}

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
      takenBy: names.get(thread?.takenBy ?? '') ?? null,
      takenUntil: thread?.takenUntil ?? null,
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
