import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { verifyPassword } from '#server/platform/argon2.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { makeTotpSecret, matchTotp, totpUri } from '#server/platform/totp.ts'
import { Refused, type Operator } from '#server/platform/act.ts'
import * as repo from './operators.repo.ts'
import { idleMinutes, invitationHours, operatorNameKey, readOperatorName, sessionHours } from './operators.rules.ts'
import * as passkeys from './passkeys.repo.ts'
import * as sessions from './sessions.repo.ts'

export const tokenDigest = (token: string) => createHash('sha256').update(token).digest()
export const factorPurpose = (operatorId: string) => `operator totp ${operatorId}`
export const sealTotp = (keyring: Keyring, operatorId: string, totpSecret: string): Buffer =>
  keyring.seal(factorPurpose(operatorId), totpSecret)
export const sessionLife = { hours: sessionHours, idleMinutes }

/**
 * Finds or creates the operator for a name typed in DEV or TEST. All spellings give the same operator. Null if the name
 * is invalid or belongs to an account with sign-in.
 */
export async function findOrMakeDemoOperator(database: Database, typed: string, id?: string): Promise<Operator | null> {
  const name = readOperatorName(typed)
  if (name === null) return null
  const nameKey = operatorNameKey(name)
  const known = await repo.findDemoOperator(database, nameKey)
  if (known) return known
  await repo.insertDemoOperator(database, { id: id ?? randomUUIDv7(), name, nameKey })
  return (await repo.findDemoOperator(database, nameKey)) ?? null
}

/**
 * Invitation of an operator. `token`: part of the invitation link. Only its digest is stored, so the link cannot be
 * shown again.
 */
export type Invitation = { readonly token: string; readonly hash: Buffer; readonly until: Date }
export function makeInvitation(now: Date): Invitation {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenDigest(token), until: new Date(now.getTime() + invitationHours * 3_600_000) }
}

/** Adds an operator. Returns false if the name is taken in any spelling. `name` must come from `readOperatorName`. */
export async function addOperator(
  tx: Transaction,
  { hash, until }: Invitation,
  account: Operator & { readonly role: OperatorRole; readonly createdBy: string },
): Promise<boolean> {
  const row = { ...account, nameKey: operatorNameKey(account.name), invitationHash: hash, invitedUntil: until }
  return (await repo.insertOperator(tx, row)) === 1
}

/** Replaces all credentials by an invitation: secret, second factor, passkeys and sessions end. */
export async function renewOperator(tx: Transaction, id: string, invitation: Invitation): Promise<void> {
  await repo.setInvitation(tx, id, invitation)
  await passkeys.deletePasskeysOf(tx, id)
  await sessions.deleteSessionsOf(tx, id, null)
}

export type Factor = { readonly totpSecret: string; readonly totpUri: string }
/**
 * Creates a key for the operator's authenticator app. Created on the server, so that nobody can choose a weak or known
 * key. The app shows it under the host of the console, because the first owner signs in before the shop has a name.
 */
export function makeFactor({ name }: Pick<Operator, 'name'>, consoleOrigin: string): Factor {
  const totpSecret = makeTotpSecret()
  return { totpSecret, totpUri: totpUri(totpSecret, new URL(consoleOrigin).hostname, name) }
}

/**
 * Secret that an operator has chosen, with the key of their authenticator app and the time step of the code that
 * verified it.
 */
export type Chosen = { readonly secretHash: string; readonly totpSecret: string; readonly step: number }

export async function addFirstOwner(
  tx: Transaction,
  keyring: Keyring,
  { id, name }: Operator,
  { secretHash, totpSecret, step }: Chosen,
): Promise<boolean> {
  const sealedTotp = sealTotp(keyring, id, totpSecret)
  return (
    (await repo.insertFirstOwner(tx, { id, name, nameKey: operatorNameKey(name), secretHash, sealedTotp, step })) === 1
  )
}

/**
 * Operator who was invited with this token. Undefined if the token is unknown, used, replaced or expired, or the
 * account is disabled.
 */
export const findInvited = (database: Database, token: string) => repo.findInvited(database, tokenDigest(token))

const invitationPurpose = (operatorId: string, token: string) =>
  `operator invitation totp ${operatorId} ${tokenDigest(token).toString('hex')}`
/**
 * Encrypts the key for the authenticator app that an invitation offers, so that the server need not store it before the
 * operator accepts.
 */
export const sealOffer = (keyring: Keyring, operatorId: string, token: string, totpSecret: string): string =>
  keyring.seal(invitationPurpose(operatorId, token), totpSecret).toString('base64url')
export function openOffer(keyring: Keyring, operatorId: string, token: string, sealed: string): string | null {
  try {
    return keyring.open(invitationPurpose(operatorId, token), Buffer.from(sealed, 'base64url'))
  } catch {
    return null
  }
}

export async function acceptInvitation(
  tx: Transaction,
  keyring: Keyring,
  { id, token }: { readonly id: string; readonly token: string },
  { totpSecret, ...chosen }: Chosen,
): Promise<string | null> {
  const accepted = { ...chosen, hash: tokenDigest(token), sealedTotp: sealTotp(keyring, id, totpSecret) }
  return (await repo.acceptInvitation(tx, accepted)) === 1 ? beginSession(tx, id) : null
}

export async function beginSession(tx: Transaction, operatorId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sessions.deleteOldSessions(tx, sessionLife)
  await sessions.insertSession(tx, tokenDigest(token), operatorId)
  return token
}

export const findOperatorId = async (database: Database, nameKey: string): Promise<string | undefined> =>
  (await repo.findCredentials(database, nameKey))?.id

export type OperatorProof = { readonly name: string; readonly secret: string; readonly code: string }

/**
 * Signs in by name, secret and an unused code of the authenticator app. Returns the session token, or null. Unknown
 * names take as long as wrong secrets. `lane`: queue in which the secret is hashed.
 */
export async function openOperatorSession(
  database: Database,
  keyring: Keyring,
  { name, secret, code }: OperatorProof,
  lane: string,
): Promise<{ token: string; operator: Operator } | null> {
  const found = await repo.findCredentials(database, operatorNameKey(name))
  const right = await verifyPassword(found?.secretHash ?? undefined, secret, lane)
  if (!found || !right) return null
  const token = await database.transaction(async (tx) =>
    (await spendCode(tx, keyring, found, code)) ? beginSession(tx, found.id) : null,
  )
  return token === null ? null : { token, operator: { id: found.id, name: found.name } }
}

async function spendCode(
  tx: Transaction,
  keyring: Keyring,
  { id, secretHash, sealedTotp }: repo.Credentials,
  code: string,
): Promise<boolean> {
  if (secretHash === null || sealedTotp === null) return false
  const step = matchTotp(keyring.open(factorPurpose(id), sealedTotp), code, tx.now)
  return step !== null && (await repo.spendStep(tx, { id, secretHash, step })) === 1
}

/** Finds the operator's session by its token and marks it as used. Undefined if the session has ended. */
export const touchOperatorSession = (database: Database, token: string) =>
  sessions.touchSession(database, tokenDigest(token), sessionLife)

/**
 * Finds a session by its token without marking it as used. For automatic requests of a page, which must not keep a
 * session alive.
 */
export const findOperatorSession = (database: Database, token: string) =>
  sessions.findSession(database, tokenDigest(token), sessionLife)

export async function readOpenSessions(
  database: Database,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, OperatorRole>> {
  const open = await sessions.listOpenSessions(database, tokens.map(tokenDigest), sessionLife)
  const roles = new Map(open.map(({ tokenHash, role }) => [tokenHash.toString('hex'), role]))
  return new Map(
    tokens.flatMap((token) => {
      const role = roles.get(tokenDigest(token).toString('hex'))
      return role ? [[token, role] as const] : []
    }),
  )
}

export const refreshFactor = (
  database: Database,
  keyring: Keyring,
  { token, operatorId, code }: { token: string; operatorId: string; code: string },
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const found = await repo.findCredentialsById(tx, operatorId)
    if (!found || !(await spendCode(tx, keyring, found, code))) return false
    return (await sessions.setFactorAt(tx, tokenDigest(token))) === 1
  })

export const endOperatorSession = (database: Database, token: string) =>
  sessions.deleteSession(database, tokenDigest(token))

export const endSessionsOf = (tx: Transaction, operatorId: string) => sessions.deleteSessionsOf(tx, operatorId, null)

/**
 * Sets a new secret and ends the operator's other sessions. `secretHash` must be computed before the transaction,
 * because hashing is slow.
 */
export async function chooseSecret(
  tx: Transaction,
  { operatorId, token, secretHash }: { operatorId: string; token: string; secretHash: string },
): Promise<void> {
  await repo.setSecret(tx, operatorId, secretHash)
  await sessions.deleteSessionsOf(tx, operatorId, tokenDigest(token))
}

export async function isSecretOf(database: Database, operatorId: string, secret: string): Promise<boolean> {
  const found = await repo.findCredentialsById(database, operatorId)
  return verifyPassword(found?.secretHash ?? undefined, secret, 'operators')
}

export const addressPurpose = (operatorId: string) => `operator email ${operatorId}`
export const sealAddress = (keyring: Keyring, operatorId: string, email: string): Buffer =>
  keyring.seal(addressPurpose(operatorId), email)
/**
 * Decrypts an operator's email address. Null if no key can decrypt it any more; the address then counts as missing, so
 * that other operators are still notified.
 */
export function openAddress(
  keyring: Keyring,
  { id, sealedEmail }: { id: string; sealedEmail: Buffer | null },
): string | null {
  try {
    return sealedEmail && keyring.open(addressPurpose(id), sealedEmail)
  } catch {
    return null
  }
}

/** Masks an email address so that its owner recognises it: `a***@example.com`. */
export const maskAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${String.fromCodePoint(email.codePointAt(0) ?? 42)}***${email.slice(at)}`
}

/**
 * Marks a form submission as executed, in the same transaction. `key`: UUID from the browser. Throws `Refused` if the
 * submission was already executed.
 */
export async function spendSubmission(tx: Transaction, key: string, operatorId: string): Promise<void> {
  await repo.deleteOldSubmissions(tx)
  if ((await repo.insertSubmission(tx, key, operatorId)) === 1) return
  throw new Refused('NotPossible', 'form.alreadySent')
}
