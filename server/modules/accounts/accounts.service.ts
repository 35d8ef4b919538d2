import { randomInt, randomUUIDv7 } from 'node:crypto'
import { checkNewPassword, type AddressKind, type IdentifierKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { FieldError } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'
import { readInvite, type TypedInvite } from '#shared/typed-code.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './accounts.repo.ts'
import { isCommonPassword } from './common-passwords.ts'
import { checkIdentifier, readIdentifier, type Identifier } from './identifiers.rules.ts'
import { makeInviteCode } from './invite-code.ts'
import { listIdentifiers, type Credentials, type User } from './accounts.queries.ts'
import { listNames } from './accounts.repo.ts'
import { maskedNameOf } from './masked-names.rules.ts'

export type Registration = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly field: string
  readonly password: string
  readonly inviteCode: string
  readonly agreed: boolean
  readonly language: Language
}
export type CheckedRegistration = {
  readonly identifier: Identifier
  readonly password: string
  readonly invite: TypedInvite
  readonly language: Language
}
type NewAccount = {
  readonly identifier: Identifier
  readonly passwordHash: string
  readonly inviteCode: string
  readonly language: Language
}

/** Validates a registration. Throws `InvalidInput` with all invalid fields. `more`: errors that the caller found. */
export async function checkRegistration(
  input: Registration,
  more: Record<string, FieldError | null> = {},
): Promise<CheckedRegistration> {
  const identifier = readIdentifier(input.kind, input.identifier)
  refuseFields({
    [input.field]: checkIdentifier(input.kind, input.identifier),
    ...more,
    password: await checkPasswordChoice(input.password, [input.identifier]),
    agreed: input.agreed ? null : 'AgreementRequired',
  })
  if (!identifier) throw new AppError('InvalidInput', { [input.field]: 'Invalid' })
  return { ...input, identifier, invite: readInvite(input.inviteCode) }
}

/** Validates a new password. `ownNames`: identifiers of the account, which attackers try as passwords first. */
export const checkPasswordChoice = async (password: string, ownNames: readonly string[]): Promise<FieldError | null> =>
  checkNewPassword(password) ?? ((await isCommonPassword(password, ownNames)) ? 'PasswordTooCommon' : null)

export const listOwnNames = async (db: Queryable, userId: string): Promise<string[]> =>
  (await listIdentifiers(db, userId)).map(({ value }) => value)

/** Hashes the password. Hashing is slow on purpose, so call this after all other checks. */
export const prepareAccount = async (checked: CheckedRegistration, lane: string): Promise<NewAccount> => ({
  identifier: checked.identifier,
  passwordHash: await hashPassword(checked.password, lane),
  inviteCode: checked.invite.inviteCode,
  language: checked.language,
})

export async function findInviter(db: Queryable, inviteCode: string): Promise<string | null> {
  if (!inviteCode) return null
  const inviter = await repo.findByInviteCode(db, inviteCode)
  if (!inviter) throw new AppError('InvalidInput', { inviteCode: 'InviteCodeUnknown' })
  return inviter.id
}

export async function openAccount(tx: Transaction, account: NewAccount): Promise<{ userId: string; uid: number }> {
  const invitedBy = await findInviter(tx, account.inviteCode)
  const userId = randomUUIDv7()
  let uid = 0
  for (let drawn = false; !drawn;) {
    uid = randomInt(100_000_000, 1_000_000_000)
    const { passwordHash, language } = account
    drawn =
      (await repo.insertUser(tx, {
        id: userId,
        uid,
        inviteCode: makeInviteCode(),
        passwordHash,
        language,
        invitedBy,
      })) === 1
  }
  await addIdentifier(tx, userId, account.identifier)
  return { userId, uid }
}

/**
 * Marks a new account as a test account of an operator. Call it in the transaction that opens the account, never later.
 */
export const markTestAccount = (tx: Transaction, userId: string, operatorId: string) =>
  repo.setTest(tx, userId, operatorId)

async function addIdentifier(tx: Transaction, userId: string, identifier: Identifier): Promise<void> {
  if ((await repo.insertIdentifier(tx, userId, identifier)) === 0) throw taken(identifier)
}

const taken = ({ kind }: Identifier): AppError =>
  kind === 'account_name'
    ? new AppError('AccountNameTaken', { accountName: 'AccountNameTaken' })
    : new AppError('IdentifierTaken', { identifier: 'IdentifierTaken' })

/**
 * Throws if the identifier is taken. Another request may still take the identifier later, which `openAccount` detects.
 */
export async function refuseTaken(db: Queryable, identifier: Identifier): Promise<void> {
  if (await findCredentials(db, identifier)) throw taken(identifier)
}

/**
 * Remembers the origin of a registration for some minutes, as a digest. A repeated submission of the same form then
 * finds the account instead of failing because the name is taken.
 */
export async function rememberRegistration(tx: Transaction, userId: string, origin: Buffer): Promise<void> {
  await repo.insertRecentRegistration(tx, userId, origin)
}

export const findCredentials = (db: Queryable, { kind, lookupKey }: Identifier) =>
  repo.findCredentials(db, kind, lookupKey)

/**
 * Returns true if the checked password is still the account's password. The password cannot change until the end of the
 * transaction.
 */
export const lockPassword = async (tx: Transaction, { userId, passwordHash }: Credentials): Promise<boolean> =>
  (await repo.lockPasswordShared(tx, userId, passwordHash)) !== undefined

/**
 * Returns true if the checked password is still the account's password, and locks the account exclusively, for a caller
 * that replaces the password in the same transaction.
 */
export const holdPassword = async (tx: Transaction, { userId, passwordHash }: Credentials): Promise<boolean> =>
  (await repo.lockUser(tx, userId))?.passwordHash === passwordHash

/**
 * These two locks prevent a race between opening a session and ending all sessions. Opening takes the shared lock and
 * ending the exclusive lock, which waits for sessions that are being opened. Later sign-ins see the change.
 */
export async function lockAccountShared(tx: Transaction, userId: string): Promise<void> {
  await repo.lockUserShared(tx, userId)
}
export async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  await repo.lockUser(tx, userId)
}

export async function replacePassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  expected?: string,
): Promise<boolean> {
  const user = await repo.lockUser(tx, userId)
  if (!user || (expected !== undefined && user.passwordHash !== expected)) return false
  await repo.updatePassword(tx, userId, passwordHash)
  return true
}

export async function bindIdentifier(tx: Transaction, userId: string, identifier: Identifier): Promise<string | null> {
  // Locks the account. Without the lock, two concurrent calls would both find no identifier of this kind to replace,
  // and would both add one.
  await repo.lockUser(tx, userId)
  const replaced = await repo.deleteIdentifier(tx, userId, identifier.kind)
  await addIdentifier(tx, userId, identifier)
  if (replaced && replaced.value !== identifier.value) await repo.insertFormerIdentifier(tx, userId, replaced.value)
  return replaced?.value ?? null
}

export async function listAddresses(db: Queryable, userId: string): Promise<{ kind: AddressKind; value: string }[]> {
  const identifiers = await listIdentifiers(db, userId)
  return identifiers.flatMap(({ kind, value }) => (kind === 'account_name' ? [] : [{ kind, value }]))
}
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds accounts by exact id, uid, invite code, account name, email address or phone number. A uid finds only its own
 * account, even if another account has it as its name.
 */
export async function findUsers(db: Queryable, typed: string): Promise<User[]> {
  const text = typed.normalize('NFKC').trim()
  const key = text.toLowerCase()
  const uid = /^[1-9]\d{8}$/.test(text) ? Number(text) : null
  const found = await repo.findUsers(db, {
    uid,
    uuid: uuidPattern.test(key) ? key : null,
    inviteCode: text.toUpperCase(),
    key,
  })
  const meant = found.find((user) => user.uid === uid)
  return meant ? [meant] : found
}

/**
 * Finds accounts by exact id, uid, invite code, account name, email address or phone number. Without a match, finds
 * them by the beginning of the account name, of three characters or more. `byAddress`: also by the beginning of the
 * email address and phone number. Only for operators who may read these, because such a search reveals them letter by
 * letter.
 */
export async function searchUsers(db: Queryable, typed: string, byAddress: boolean, limit: number): Promise<User[]> {
  const exact = await findUsers(db, typed)
  const prefix = typed.normalize('NFKC').trim().toLowerCase()
  return exact.length > 0 || prefix.length < 3 ? exact : repo.listUsersByPrefix(db, prefix, byAddress, limit)
}

export async function findMaskedNames(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const byUser = Map.groupBy(await listNames(db, userIds), ({ userId }) => userId)
  return new Map(userIds.map((userId) => [userId, maskedNameOf(byUser.get(userId) ?? [])]))
}
