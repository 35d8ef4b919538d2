import { randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { normalizeCode, type AddressKind } from '#shared/account-rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { dueAt, lapsesAt, maxCodeTries, type ChangeState } from './account-changes.rules.ts'
import * as repo from './account-changes.repo.ts'

type Asked = { readonly id: string; readonly dueAt: Date; readonly lapsesAt: Date }
type Wish = { readonly userId: string; readonly tells: boolean }

const hashOf = (digest: KeyedDigest, id: string, code: string): Buffer => digest('account change', `${id} ${code}`)

/** Requests the removal of the second factor. Returns null if another account change is pending. */
export async function askFactorReset(tx: Transaction, { userId, tells }: Wish): Promise<Asked | null> {
  const asked = { id: randomUUIDv7(), dueAt: dueAt(tx.now, tells), lapsesAt: lapsesAt(tx.now) }
  const row = { ...asked, userId, kind: 'factor', before: null, after: null, codeHash: null } as const
  return (await repo.insertChange(tx, row)) === 1 ? asked : null
}

/**
 * Requests a new email address or phone number. Returns the confirmation code, which is stored only as a hash, or null
 * if another account change is pending.
 */
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

/**
 * Checks the confirmation code. Counts every entry of six digits, even a wrong one, so call it outside transactions
 * that may roll back.
 */
export async function isCodeOf(db: Queryable, digest: KeyedDigest, id: string, typed: string): Promise<boolean> {
  const code = normalizeCode(typed)
  if (code === null) return false
  const tried = await repo.countTry(db, id, maxCodeTries)
  return Boolean(tried?.codeHash && timingSafeEqual(tried.codeHash, hashOf(digest, id, code)))
}

export const confirmChange = async (tx: Transaction, id: string): Promise<boolean> =>
  (await repo.setConfirmed(tx, id)) === 1

/** Ends an account change. If called twice at the same time, only one call returns true. */
export const endChange = async (tx: Transaction, id: string, state: ChangeState): Promise<boolean> =>
  (await repo.setEnded(tx, id, state)) === 1

const purposes = { stop: 'stop account change', confirm: 'confirm account change' } as const
export type ChangeLink = keyof typeof purposes

/**
 * Makes the encrypted token in the message's link, which stops or confirms an account change. Nobody can read or forge
 * it.
 */
export const changeToken = (keyring: Keyring, link: ChangeLink, id: string): string =>
  keyring.seal(purposes[link], id).toString('base64url')

export function readChangeToken(keyring: Keyring, link: ChangeLink, token: string): string | null {
  if (!/^[\w-]{20,200}$/.test(token)) return null
  try {
    return keyring.open(purposes[link], Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}
