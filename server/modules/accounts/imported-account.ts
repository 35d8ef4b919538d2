import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Language } from '#shared/language.ts'
import { unknownPassword } from '#server/platform/argon2.ts'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './imported-account.repo.ts'
import { makeInviteCode } from './invite-code.ts'

/**
 * Account to import from another system. `passwordHash`: hash in the form that `storeImported` returns. Null: the owner
 * must reset the password before signing in.
 */
type ImportedAccount = {
  readonly email: string
  readonly passwordHash: string | null
  readonly language: Language
}

/**
 * Creates an account from another system. Returns null if its email address belongs to another account; the caller must
 * then roll back.
 */
export async function openImportedAccount(
  tx: Transaction,
  { email, passwordHash, language }: ImportedAccount,
): Promise<string | null> {
  const id = randomUUIDv7()
  const password = { passwordHash: passwordHash ?? (await unknownPassword()), isSet: passwordHash !== null }
  for (let drawn = false; !drawn;) {
    const uid = randomInt(100_000_000, 1_000_000_000)
    drawn = (await repo.insertImported(tx, { id, uid, inviteCode: makeInviteCode(), language, ...password })) === 1
  }
  if ((await repo.insertUnverifiedEmail(tx, id, email)) === 1) return id
  return null
}

/**
 * Replaces email address and password by those of a newer import file. Returns false if the email address belongs to
 * another account.
 */
export async function renewImportedAccount(
  tx: Transaction,
  userId: string,
  { email, passwordHash }: Pick<ImportedAccount, 'email' | 'passwordHash'>,
): Promise<boolean> {
  await repo.deleteEmail(tx, userId)
  if ((await repo.insertUnverifiedEmail(tx, userId, email)) === 0) return false
  await repo.setPassword(tx, userId, passwordHash ?? (await unknownPassword()), passwordHash !== null)
  return true
}

/**
 * Replaces an imported password by an unusable one, because a password with an unsafe imported hash is valid for one
 * sign-in only.
 */
export async function forgetPassword(tx: Transaction, userId: string): Promise<void> {
  await repo.setPassword(tx, userId, await unknownPassword(), false)
}

/** Records who invited an imported person. The inviter gets no reward, because the old system has already paid it. */
export const noteInviter = async (tx: Transaction, userId: string, inviterId: string): Promise<boolean> =>
  (await repo.setInviter(tx, userId, inviterId)) === 1
