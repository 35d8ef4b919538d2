import { randomUUIDv7 } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { checkDeviceName } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import {
  challengeDigest,
  challengeSeconds,
  creationOptions,
  requestOptions,
  verifyAnswer,
  verifyNewCredential,
  type NewCredential,
  type RelyingParty,
} from '#server/platform/webauthn.ts'
import * as repo from './passkeys.repo.ts'

type Owner = { readonly userId: string; readonly label: string }

export async function beginRegistration(
  tx: Transaction,
  site: RelyingParty,
  { userId, label }: Owner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const options = await creationOptions(site, { accountId: userId, label }, await repo.listCredentialIds(tx, userId))
  await repo.insertChallenge(tx, challengeDigest(options.challenge), userId, challengeSeconds)
  return options
}

/** Creates a challenge for a new account; the passkey contains the id of the future account. */
export async function beginNewcomer(
  db: Queryable,
  site: RelyingParty,
  label: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const userId = randomUUIDv7()
  const options = await creationOptions(site, { accountId: userId, label }, [])
  await repo.insertNewcomer(db, challengeDigest(options.challenge), userId, challengeSeconds)
  return options
}

export type VerifiedPasskey = NewCredential & { readonly id: string }

async function verifyNew(
  site: RelyingParty,
  response: RegistrationResponseJSON,
  consume: (hash: Buffer) => Promise<boolean>,
): Promise<VerifiedPasskey> {
  return { id: randomUUIDv7(), ...(await verifyNewCredential(site, response, consume)) }
}

/** Stores a passkey. Throws `PasskeyKnown` if it exists. */
export async function keepPasskey(
  tx: Transaction,
  userId: string,
  name: string,
  passkey: VerifiedPasskey,
): Promise<void> {
  if ((await repo.insertPasskey(tx, { ...passkey, userId, name: name.trim() })) === 0)
    throw new AppError('PasskeyKnown')
}

/**
 * Stores a new passkey of an account. Throws `PasskeyRefused` if the response is invalid, `PasskeyKnown` if it exists.
 */
export async function finishRegistration(
  tx: Transaction,
  site: RelyingParty,
  { userId, name, response }: { userId: string; name: string; response: RegistrationResponseJSON },
): Promise<VerifiedPasskey> {
  const wrong = checkDeviceName(name)
  if (wrong) throw new AppError('InvalidInput', { name: wrong })
  const passkey = await verifyNew(site, response, async (hash) => (await repo.consumeChallenge(tx, hash, userId)) === 1)
  await keepPasskey(tx, userId, name, passkey)
  return passkey
}

/** Verifies a newcomer's passkey; returns it with the id of the future account, after whose creation it is stored. */
export async function finishNewcomer(
  tx: Transaction,
  site: RelyingParty,
  response: RegistrationResponseJSON,
): Promise<{ userId: string; passkey: VerifiedPasskey }> {
  let userId: string | undefined
  const passkey = await verifyNew(site, response, async (hash) => {
    userId = (await repo.consumeNewcomer(tx, hash))?.userId
    return userId !== undefined
  })
  if (userId === undefined) throw new AppError('PasskeyRefused')
  return { userId, passkey }
}

/** Options for navigator.credentials.get(): any passkey of this site may answer. */
export async function beginAuthentication(
  db: Queryable,
  site: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await requestOptions(site)
  await repo.insertChallenge(db, challengeDigest(options.challenge), null, challengeSeconds)
  return options
}

/** Returns the owner of the passkey. All failures are the same `PasskeyRefused`; a challenge is single-use. */
export async function finishAuthentication(
  tx: Transaction,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<string> {
  const credential = await repo.lockCredential(tx, response.id)
  const kept = credential && { ...credential, accountId: credential.userId }
  const consume = async (hash: Buffer) => (await repo.consumeChallenge(tx, hash, null)) === 1
  const signCount = await verifyAnswer(site, response, kept, consume)
  if (!credential) throw new AppError('PasskeyRefused')
  await repo.useCredential(tx, credential.id, signCount)
  return credential.userId
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws the same `NotFound` for foreign and unknown passkeys. */
export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<void> {
  if (!uuid.test(id) || (await repo.deletePasskey(tx, userId, id)) === 0) throw new AppError('NotFound')
}
