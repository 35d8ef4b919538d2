import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { hashPassword, verifyPassword } from '#server/platform/argon2.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { Operator } from '#server/platform/operator.ts'
import { makeTotpSecret, matchTotp, totpUri } from '#server/platform/totp.ts'
import * as repo from './operators.repo.ts'
import { idleMinutes, operatorNameKey, readOperatorName, sessionHours } from './operators.rules.ts'
import * as passkeys from './passkeys.repo.ts'
import * as sessions from './sessions.repo.ts'

export const sessionDigest = (token: string) => createHash('sha256').update(token).digest()
export const factorPurpose = (operatorId: string) => `operator totp ${operatorId}`
export const sealTotp = (keyring: Keyring, operatorId: string, totpSecret: string): Buffer =>
  keyring.seal(factorPurpose(operatorId), totpSecret)
export const sessionLife = { hours: sessionHours, idleMinutes }

/**
 * The operator that stands for a name typed in DEV or TEST, made where there is none: one for all spellings of it. Null
 * for what is no name, and for the name of an account that signs in.
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

/** What a new operator is given, in clear for the only time. */
export type Handover = { readonly secret: string; readonly totpSecret: string; readonly totpUri: string }
type Made = Handover & { readonly secretHash: string; readonly sealedTotp: Buffer }

/** Slow: made outside transactions. */
async function makeSecrets(keyring: Keyring, { id, name }: Operator): Promise<Made> {
  const secret = randomBytes(15).toString('base64url')
  const totpSecret = makeTotpSecret()
  return {
    secret,
    totpSecret,
    totpUri: totpUri(totpSecret, 'Wayfare operators', name),
    secretHash: await hashPassword(secret, 'operators'),
    sealedTotp: sealTotp(keyring, id, totpSecret),
  }
}
const handoverOf = ({ secret, totpSecret, totpUri: uri }: Made): Handover => ({ secret, totpSecret, totpUri: uri })

/** A new account that waits to be added; `name` as `readOperatorName` writes it. */
export type Prepared = Operator & { readonly made: Made }
export async function prepareOperator(
  keyring: Keyring,
  { id, name }: { id?: string; name: string },
): Promise<Prepared> {
  const operator = { id: id ?? randomUUIDv7(), name }
  return { ...operator, made: await makeSecrets(keyring, operator) }
}

type Invitation = { readonly role: OperatorRole; readonly invitedMinutes: number; readonly createdBy: string | null }

/** Null if the name is taken, in whatever spelling. */
export async function addOperator(
  tx: Transaction,
  { id, name, made }: Prepared,
  invitation: Invitation,
): Promise<Handover | null> {
  const { secretHash, sealedTotp } = made
  const row = { id, name, nameKey: operatorNameKey(name), secretHash, sealedTotp, ...invitation }
  return (await repo.insertOperator(tx, row)) === 1 ? handoverOf(made) : null
}

/** Another secret and another key for the authenticator app; what there was opens nothing any more, passkeys neither. */
export async function renewOperator(
  tx: Transaction,
  { id, made }: Prepared,
  invitedMinutes: number,
): Promise<Handover> {
  const { secretHash, sealedTotp } = made
  await repo.replaceSecrets(tx, id, { secretHash, sealedTotp, invitedMinutes })
  await passkeys.deletePasskeysOf(tx, id)
  await sessions.deleteSessionsOf(tx, id, null)
  return handoverOf(made)
}

/** Of one who may sign in now. */
export const findOperatorId = async (database: Database, nameKey: string): Promise<string | undefined> =>
  (await repo.findCredentials(database, nameKey))?.id

export type OperatorProof = { readonly name: string; readonly secret: string; readonly code: string }

/**
 * Opens a session for who gives name, secret and a code of the authenticator app that was not used before; its token, or
 * null. A name that no one has takes as long as a wrong secret. `lane`: whose turn it is to have a secret hashed.
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
  const token = randomBytes(32).toString('base64url')
  const opened = await database.transaction(async (tx) => {
    if (!(await spendCode(tx, keyring, found, code))) return false
    await sessions.deleteOldSessions(tx, sessionLife)
    await sessions.insertSession(tx, sessionDigest(token), found.id)
    return true
  })
  return opened ? { token, operator: { id: found.id, name: found.name } } : null
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

/** Whose session this token opens; it counts as used now. Undefined once it is over. */
export const touchOperatorSession = (database: Database, token: string) =>
  sessions.touchSession(database, sessionDigest(token), sessionLife)

/** The same for what a page asks by itself: it is no use of the session. */
export const findOperatorSession = (database: Database, token: string) =>
  sessions.findSession(database, sessionDigest(token), sessionLife)

/** The role that the session of each of these tokens has now; those that are over are not among them. */
export async function readOpenSessions(
  database: Database,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, OperatorRole>> {
  const open = await sessions.listOpenSessions(database, tokens.map(sessionDigest), sessionLife)
  const roles = new Map(open.map(({ tokenHash, role }) => [tokenHash.toString('hex'), role]))
  return new Map(
    tokens.flatMap((token) => {
      const role = roles.get(sessionDigest(token).toString('hex'))
      return role ? [[token, role] as const] : []
    }),
  )
}

/** Takes a fresh code of the authenticator app for this session. */
export const refreshFactor = (
  database: Database,
  keyring: Keyring,
  { token, operatorId, code }: { token: string; operatorId: string; code: string },
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const found = await repo.findCredentialsById(tx, operatorId)
    if (!found || !(await spendCode(tx, keyring, found, code))) return false
    return (await sessions.setFactorAt(tx, sessionDigest(token))) === 1
  })

export const endOperatorSession = (database: Database, token: string) =>
  sessions.deleteSession(database, sessionDigest(token))

export const endSessionsOf = (tx: Transaction, operatorId: string) => sessions.deleteSessionsOf(tx, operatorId, null)

/** A secret of their own; every other session of theirs ends. `secretHash`: made outside the transaction. */
export async function chooseSecret(
  tx: Transaction,
  { operatorId, token, secretHash }: { operatorId: string; token: string; secretHash: string },
): Promise<void> {
  await repo.setSecret(tx, operatorId, secretHash)
  await sessions.deleteSessionsOf(tx, operatorId, sessionDigest(token))
}

/** Whether this is the secret that opens the account now. */
export async function isSecretOf(database: Database, operatorId: string, secret: string): Promise<boolean> {
  const found = await repo.findCredentialsById(database, operatorId)
  return verifyPassword(found?.secretHash ?? undefined, secret, 'operators')
}

export const addressPurpose = (operatorId: string) => `operator email ${operatorId}`
export const sealAddress = (keyring: Keyring, operatorId: string, email: string): Buffer =>
  keyring.seal(addressPurpose(operatorId), email)
/** Null for one that no key opens any more, as if there were none: it keeps no one else from being told, and its owner sets it anew. */
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

/** Enough to recognise one's own: `a***@example.com`. */
export const maskAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${String.fromCodePoint(email.codePointAt(0) ?? 42)}***${email.slice(at)}`
}
