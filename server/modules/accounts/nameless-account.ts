import { randomInt, randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { readInvite, type TypedInvite } from '#shared/typed-code.ts'
import { unknownPassword } from '#server/platform/argon2.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './accounts.repo.ts'
import { bindIdentifier, findInviter } from './accounts.service.ts'
import type { Identifier } from './identifiers.rules.ts'
import { makeInviteCode } from './invite-code.ts'
import * as passwords from './nameless-account.repo.ts'

type NamelessAccount = { passwordHash: string; invite: TypedInvite; language: Language }

export async function prepareNamelessAccount(inviteCode: string, language: Language): Promise<NamelessAccount> {
  const passwordHash = await unknownPassword()
  return { passwordHash, invite: readInvite(inviteCode), language }
}

export async function openNamelessAccount(
  tx: Transaction,
  account: NamelessAccount,
): Promise<{ userId: string; uid: number }> {
  const userId = randomUUIDv7()
  return { userId, uid: await insertWithoutPassword(tx, userId, account) }
}

/**
 * Creates an account with an email address or phone number but no usable password. If the address is taken, throws an
 * error for its form field.
 */
export async function openInvitedAccount(
  tx: Transaction,
  address: Identifier,
  account: NamelessAccount,
): Promise<{ userId: string; uid: number }> {
  const person = await openNamelessAccount(tx, account)
  await bindIdentifier(tx, person.userId, address)
  return person
}

/**
 * Creates an account with a name but no password. Takes the user id from the caller, because the passkey already
 * contains it.
 */
export async function openPasskeyAccount(
  tx: Transaction,
  userId: string,
  name: Identifier,
  account: NamelessAccount,
): Promise<{ userId: string; uid: number }> {
  const uid = await insertWithoutPassword(tx, userId, account)
  await bindIdentifier(tx, userId, name)
  return { userId, uid }
}

async function insertWithoutPassword(
  tx: Transaction,
  userId: string,
  { passwordHash, invite, language }: NamelessAccount,
): Promise<number> {
  const invitedBy = await findInviter(tx, invite.inviteCode)
  for (;;) {
    const uid = randomInt(100_000_000, 1_000_000_000)
    const row = { id: userId, uid, inviteCode: makeInviteCode(), passwordHash, language, invitedBy }
    if ((await repo.insertUser(tx, row)) === 0) continue
    await passwords.markWithoutPassword(tx, userId)
    return uid
  }
}

/**
 * False for accounts without a password of their owner: created by a device, by a passkey or by an operator, or
 * imported without a usable password.
 */
export const hasPassword = async (db: Queryable, userId: string): Promise<boolean> =>
  Boolean((await passwords.findPasswordSet(db, userId))?.passwordSet)

/**
 * Sets the name and password of an account without a name. Throws `AccountHasPassword`, or `AccountNameTaken` as a
 * field error.
 */
export async function nameAccount(
  tx: Transaction,
  userId: string,
  { name, passwordHash }: { name: Identifier; passwordHash: string },
): Promise<void> {
  await givePassword(tx, userId, passwordHash)
  await bindIdentifier(tx, userId, name)
}

/** Sets the first password of an account. Throws `AccountHasPassword` for the second of two concurrent requests. */
export async function givePassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  if ((await passwords.saveFirstPassword(tx, userId, passwordHash)) === 0) throw new AppError('AccountHasPassword')
}

export async function eraseAccount(tx: Transaction, userId: string): Promise<void> {
  await passwords.eraseAccount(tx, userId)
}
