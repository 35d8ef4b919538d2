import { randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { normalizeCode, type AddressKind } from '#shared/account-rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { dueAt, lapsesAt, maxCodeTries, type ChangeState } from './account-changes.rules.ts'
import * as repo from './account-changes.repo.ts'

export type Asked = { readonly id: string; readonly dueAt: Date; readonly lapsesAt: Date }
/** Whether any address of the person will hear of it. */
type Wish = { readonly userId: string; readonly tells: boolean }

const hashOf = (digest: KeyedDigest, id: string, code: string): Buffer => digest('account change', `${id} ${code}`)

/** The second factor is to go. Null where another change waits. */
export async function askFactorReset(tx: Transaction, { userId, tells }: Wish): Promise<Asked | null> {
  const asked = { id: randomUUIDv7(), dueAt: dueAt(tx.now, tells), lapsesAt: lapsesAt(tx.now) }
  const row = { ...asked, userId, kind: 'factor', before: null, after: null, codeHash: null } as const
  return (await repo.insertChange(tx, row)) === 1 ? asked : null
}

/** An address is to take the place of another; the code exists in the answer alone. Null where another change waits. */
export async function askAddress(
  tx: Transaction,
  digest: KeyedDigest,
  { userId, tells, kind, before, after }: Wish & { kind: AddressKind; before: string | null; after: string },
): Promise<(Asked & { code: string }) | null> {
  const asked = { id: randomUUIDv7(), dueAt: dueAt(tx.now, tells), lapsesAt: lapsesAt(tx.now) }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = { ...asked, userId, kind, before, after, codeHash: hashOf(digest, asked.id, code) }
  return (await repo.insertChange(tx, row)) === 1 ? { ...asked, code } : null
}

/** Counts the try whatever becomes of it: call it outside of transactions. */
export async function isCodeOf(db: Queryable, digest: KeyedDigest, id: string, typed: string): Promise<boolean> {
  const code = normalizeCode(typed)
  if (code === null) return false
  const tried = await repo.countTry(db, id, maxCodeTries)
  return Boolean(tried?.codeHash && timingSafeEqual(tried.codeHash, hashOf(digest, id, code)))
}

/** False for one that waits no more, or was confirmed before. */
export const confirmChange = async (tx: Transaction, id: string): Promise<boolean> =>
  (await repo.setConfirmed(tx, id)) === 1

/** False for all but the first that ends it. */
export const endChange = async (tx: Transaction, id: string, state: ChangeState): Promise<boolean> =>
  (await repo.setEnded(tx, id, state)) === 1

const purposes = { stop: 'stop account change', confirm: 'confirm account change' } as const
export type ChangeLink = keyof typeof purposes

/** What opens one change from outside: it says nothing to who reads it, and no one else makes one. */
export const changeToken = (keyring: Keyring, link: ChangeLink, id: string): string =>
  keyring.seal(purposes[link], id).toString('base64url')

/** Null for one that was not made here, or for another purpose. */
export function readChangeToken(keyring: Keyring, link: ChangeLink, token: string): string | null {
  if (!/^[\w-]{20,200}$/.test(token)) return null
  try {
    return keyring.open(purposes[link], Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}
