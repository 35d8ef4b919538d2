import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import * as repo from './support.repo.ts'

const purpose = 'support'

/** The open thread of a person, locked; a new one where there is none. */
export async function openThread(tx: Transaction, userId: string): Promise<repo.LockedThread> {
  for (;;) {
    const open = await repo.lockOpenThread(tx, userId)
    if (open) return open
    await repo.insertThread(tx, randomUUIDv7(), userId)
  }
}

type Written = {
  readonly userId: string
  readonly text: string
  /** Of one press: what comes twice is written once. */
  readonly key: string
}

/** The entry that a press wrote before, or null. */
export const findWritten = async (db: Queryable, userId: string, key: string): Promise<string | null> =>
  (await repo.findByKey(db, userId, 'customer', key))?.id ?? null

/** A person writes; who wrote this before gets the same entry. */
export async function writeAsCustomer(
  tx: Transaction,
  keyring: Keyring,
  { userId, text, key }: Written,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const thread = await openThread(tx, userId)
  const id = randomUUIDv7()
  const sealed = keyring.seal(purpose, text)
  const entry = { id, threadId: thread.id, userId, author: 'customer', operatorId: null, key, sealed } as const
  if ((await repo.insertEntry(tx, entry)) === 0) return { id: (await findWritten(tx, userId, key)) ?? id, isNew: false }
  await repo.setWaiting(tx, thread.id, id)
  return { id, isNew: true }
}

export type Entry = {
  readonly id: string
  readonly from: repo.Author
  readonly at: Date
  readonly text: string
  /** Who answered; null for what the person wrote. */
  readonly operatorId: string | null
}

/** Of all that a person wrote and was answered, the newest first, from before an entry on. */
export async function listThread(
  db: Queryable,
  keyring: Keyring,
  userId: string,
  before: string | null,
  limit: number,
): Promise<Entry[]> {
  const rows = await repo.listEntries(db, userId, before, limit)
  return rows.map(({ id, author, sealed, writtenAt, operatorId }) => ({
    id,
    from: author,
    at: writtenAt,
    text: keyring.open(purpose, sealed),
    operatorId,
  }))
}
