import { randomUUIDv7 } from 'node:crypto'
import { supportDays, supportReopenDays } from '#shared/support-limits.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { imagesOf, type ImageFacts } from './images.service.ts'
import * as repo from './support.repo.ts'

export const supportPurpose = 'support'

export type OpenThread = repo.LockedThread

export const findOpenThread = async (tx: Transaction, userId: string): Promise<OpenThread | null> =>
  (await repo.lockOpenThread(tx, userId)) ?? null

export async function openThread(tx: Transaction, userId: string): Promise<OpenThread> {
  for (;;) {
    const open = await repo.lockOpenThread(tx, userId)
    if (open) return open
    await repo.insertThread(tx, randomUUIDv7(), userId)
  }
}

type Written = {
  readonly userId: string
  readonly text: string
  readonly key: string
  readonly via?: repo.Via
}

export const findWritten = async (db: Queryable, userId: string, key: string): Promise<string | null> =>
  (await repo.findByKey(db, userId, 'customer', key))?.id ?? null

/** Writes a message of a customer. The caller must hold the account's lock, because a closed thread may be reopened. */
export async function writeAsCustomer(
  tx: Transaction,
  keyring: Keyring,
  { userId, text, key, via = 'account' }: Written,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  await repo.reopenLast(tx, userId, supportReopenDays)
  const thread = await openThread(tx, userId)
  const id = randomUUIDv7()
  const sealed = keyring.seal(supportPurpose, text)
  const entry = { id, threadId: thread.id, userId, author: 'customer', operatorId: null, key, sealed, via } as const
  if ((await repo.insertEntry(tx, entry)) === 0) return { id: (await findWritten(tx, userId, key)) ?? id, isNew: false }
  await repo.setWaiting(tx, thread.id, id)
  return { id, isNew: true }
}

export type Entry = {
  readonly id: string
  readonly from: repo.Author
  readonly at: Date
  readonly text: string
  readonly images: readonly ImageFacts[]
  readonly via: repo.Via
  /** Operator who answered; null for the customer's own messages. */
  readonly operatorId: string | null
}

export async function listThread(
  db: Queryable,
  keyring: Keyring,
  userId: string,
  before: string | null,
  limit: number,
): Promise<Entry[]> {
  const rows = await repo.listEntries(db, userId, before, limit)
  const images = await imagesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, author, sealed, writtenAt, operatorId, via }) => ({
    id,
    from: author,
    at: writtenAt,
    text: keyring.open(supportPurpose, sealed),
    images: images.get(id)?.map(({ id: image, width, height }) => ({ id: image, width, height })) ?? [],
    operatorId,
    via,
  }))
}

type Answer = { readonly userId: string; readonly text: string; readonly operatorId: string; readonly key: string }

export async function answerThread(
  tx: Transaction,
  keyring: Keyring,
  threadId: string,
  { userId, text, operatorId, key }: Answer,
): Promise<string> {
  const id = randomUUIDv7()
  const sealed = keyring.seal(supportPurpose, text)
  await repo.insertEntry(tx, { id, threadId, userId, author: 'operator', operatorId, key, sealed, via: 'account' })
  await repo.setAnswered(tx, threadId)
  return id
}

export const closeOpenThread = async (tx: Transaction, threadId: string): Promise<void> =>
  void (await repo.setClosed(tx, threadId))

export const reopenLastThread = async (
  tx: Transaction,
  userId: string,
): Promise<{ readonly id: string; readonly waitsFor: string | null } | null> =>
  (await repo.reopenLast(tx, userId, supportDays)) ?? null

export const takeOpenThread = async (
  tx: Transaction,
  threadId: string,
  taken: { readonly by: string; readonly until: Date } | null,
): Promise<void> => void (await repo.setTaken(tx, threadId, taken ?? { by: null, until: null }))

export const tagOpenThread = async (tx: Transaction, threadId: string, tags: readonly string[]): Promise<void> =>
  void (await repo.setTags(tx, threadId, tags))

export const findLastEntry = async (
  tx: Transaction,
  userId: string,
): Promise<{ readonly id: string; readonly operatorId: string | null } | null> =>
  (await repo.findLastEntry(tx, userId)) ?? null

export async function readEntry(
  db: Queryable,
  keyring: Keyring,
  id: string,
): Promise<{ readonly text: string; readonly threadId: string } | null> {
  const row = await repo.findEntry(db, id)
  return row ? { text: keyring.open(supportPurpose, row.sealed), threadId: row.threadId } : null
}

export const findThreadOwner = async (db: Queryable, threadId: string): Promise<string | null> =>
  (await repo.findThreadOwner(db, threadId))?.userId ?? null

export const openText = (keyring: Keyring, sealed: Buffer): string => keyring.open(supportPurpose, sealed)

const excerptLength = 140

export function excerptOf(keyring: Keyring, sealed: Buffer): string {
  const line = keyring.open(supportPurpose, sealed).replaceAll(/\s+/g, ' ')
  const signs = [...line]
  return signs.length > excerptLength ? `${signs.slice(0, excerptLength - 1).join('')}…` : line
}
