import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { AppError } from '#shared/errors.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import {
  addPasskey,
  beginPasskey,
  requestPasskey,
  takePasskeyAnswer,
  type PasskeyToAdd,
  type VerifiedPasskey,
} from '#server/platform/passkeys.ts'
import type { RelyingParty } from '#server/platform/webauthn.ts'
import { tokenDigest, sessionLife } from './operators.service.ts'
import * as repo from './passkeys.repo.ts'
import * as sessions from './sessions.repo.ts'

const mostPasskeys = 10

export const listOperatorPasskeys = async (db: Queryable, operatorId: string): Promise<repo.OperatorPasskey[]> =>
  (await repo.listPasskeys(db, operatorId)).map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt }))

export async function beginOperatorPasskey(
  tx: Transaction,
  site: RelyingParty,
  operator: Operator,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await repo.listPasskeys(tx, operator.id)
  if (known.length >= mostPasskeys) throw new AppError('TooManyRequests')
  await repo.deleteOldChallenges(tx)
  return beginPasskey(tx, repo, site, { owner: { accountId: operator.id, label: operator.name }, known })
}

export const addOperatorPasskey = (
  tx: Transaction,
  site: RelyingParty,
  passkey: PasskeyToAdd,
): Promise<VerifiedPasskey> => addPasskey(tx, repo, site, passkey)

export async function removeOperatorPasskey(tx: Transaction, operatorId: string, id: string): Promise<string> {
  const removed = await repo.deletePasskey(tx, operatorId, id)
  if (!removed) throw new AppError('NotFound')
  return removed.name
}

/** Creates a challenge for signing in or for renewing the second factor. A passkey of any operator may answer it. */
export async function askForPasskey(
  tx: Transaction,
  site: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await repo.deleteOldChallenges(tx)
  return requestPasskey(tx, repo, site)
}

/**
 * Checks a passkey's response and returns its operator. All failures give the same error, so that the error reveals
 * nothing.
 */
async function takeAnswer(
  tx: Transaction,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<Operator> {
  const { accountId, name } = await takePasskeyAnswer(tx, repo, site, response)
  return { id: accountId, name }
}

/** Signs in with a passkey that verified its user (finger, face or PIN). Returns the session token and the operator. */
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

/**
 * Renews the session's second factor with a passkey of the same operator. Throws `PasskeyRefused` for a passkey of
 * another operator.
 */
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
