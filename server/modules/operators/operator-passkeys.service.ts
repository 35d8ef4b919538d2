import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { checkDeviceName } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import {
  challengeDigest,
  challengeSeconds,
  creationOptions,
  requestOptions,
  verifyAnswer,
  verifyNewCredential,
  type RelyingParty,
} from '#server/platform/webauthn.ts'
import { tokenDigest, sessionLife } from './operators.service.ts'
import * as repo from './passkeys.repo.ts'
import * as sessions from './sessions.repo.ts'

/** Maximum of passkeys per operator. */
const mostPasskeys = 10

async function keepChallenge(db: Queryable, challenge: string, operatorId: string | null): Promise<void> {
  await repo.deleteOldChallenges(db)
  await repo.insertChallenge(db, challengeDigest(challenge), operatorId, challengeSeconds)
}

export const listOperatorPasskeys = async (db: Queryable, operatorId: string): Promise<repo.OperatorPasskey[]> =>
  (await repo.listPasskeys(db, operatorId)).map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt }))

/** Throws `TooManyRequests` if the operator has the maximum. */
export async function beginOperatorPasskey(
  tx: Transaction,
  site: RelyingParty,
  operator: Operator,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await repo.listPasskeys(tx, operator.id)
  if (known.length >= mostPasskeys) throw new AppError('TooManyRequests')
  const options = await creationOptions(site, { accountId: operator.id, label: operator.name }, known)
  await keepChallenge(tx, options.challenge, operator.id)
  return options
}

/** Throws `PasskeyRefused` if anything in the response is wrong, `PasskeyKnown` if the passkey is already stored. */
export async function addOperatorPasskey(
  tx: Transaction,
  site: RelyingParty,
  { operatorId, name, response }: { operatorId: string; name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const wrong = checkDeviceName(name)
  if (wrong) throw new AppError('InvalidInput', { name: wrong })
  const consume = async (hash: Buffer) => (await repo.consumeChallenge(tx, hash, operatorId)) === 1
  const passkey = await verifyNewCredential(site, response, consume)
  if ((await repo.insertPasskey(tx, { ...passkey, id: randomUUIDv7(), operatorId, name: name.trim() })) === 0)
    throw new AppError('PasskeyKnown')
}

/** Removes a passkey and returns its name. Throws `NotFound` if unknown or another operator's. */
export async function removeOperatorPasskey(tx: Transaction, operatorId: string, id: string): Promise<string> {
  const removed = await repo.deletePasskey(tx, operatorId, id)
  if (!removed) throw new AppError('NotFound')
  return removed.name
}

/** Creates a challenge, for signing in or for a fresh factor; any operator's passkey may answer it. */
export async function askForPasskey(
  tx: Transaction,
  site: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await requestOptions(site)
  await keepChallenge(tx, options.challenge, null)
  return options
}

/**
 * Checks a response and returns the passkey's operator. All failures are the same `PasskeyRefused`; a challenge can be answered
 * once.
 */
async function takeAnswer(
  tx: Transaction,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<Operator> {
  const kept = await repo.lockCredential(tx, response.id)
  const consume = async (hash: Buffer) => (await repo.consumeChallenge(tx, hash, null)) === 1
  const signCount = await verifyAnswer(site, response, kept, consume)
  if (!kept) throw new AppError('PasskeyRefused')
  await repo.useCredential(tx, kept.id, signCount)
  return { id: kept.accountId, name: kept.name }
}

/** Opens a session by a passkey with user verification (finger, face or PIN). */
export async function openSessionByPasskey(
  tx: Transaction,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<{ token: string; operator: Operator }> {
  const operator = await takeAnswer(tx, site, response)
  const token = randomBytes(32).toString('base64url')
  await sessions.deleteOldSessions(tx, sessionLife)
  await sessions.insertSession(tx, tokenDigest(token), operator.id)
  return { token, operator }
}

/** Renews the session's factor by a passkey of its own operator; throws `PasskeyRefused` for another's. */
export const refreshFactorByPasskey = (
  database: Database,
  site: RelyingParty,
  { token, operatorId, response }: { token: string; operatorId: string; response: AuthenticationResponseJSON },
): Promise<unknown> =>
  database.transaction(async (tx) => {
    const operator = await takeAnswer(tx, site, response)
    if (operator.id !== operatorId) throw new AppError('PasskeyRefused')
    await sessions.setFactorAt(tx, tokenDigest(token))
  })
