import { randomUUIDv7 } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { checkDeviceName } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from './database.ts'
import {
  challengeDigest,
  challengeSeconds,
  creationOptions,
  requestOptions,
  verifyAnswer,
  verifyNewCredential,
  type Consume,
  type Credential,
  type KnownPasskey,
  type NewCredential,
  type PasskeyOwner,
  type RelyingParty,
} from './webauthn.ts'

export type VerifiedPasskey = NewCredential & { readonly id: string }
export type NewPasskey = VerifiedPasskey & { readonly accountId: string; readonly name: string }
export type StoredCredential = Credential & { readonly id: string }

/**
 * Statements of a module that stores passkeys: customers and operators have separate tables. A challenge is stored as a
 * digest and valid for one account only, or for any if `accountId` is null.
 */
type PasskeyStore<Found extends StoredCredential = StoredCredential> = {
  insertChallenge(db: Queryable, hash: Buffer, accountId: string | null, lifeSeconds: number): Promise<number>
  /**
   * Deletes an unexpired challenge, so that it can be answered only once. Returns 1 for the first use, and 0 if no such
   * challenge of the account is left.
   */
  consumeChallenge(db: Queryable, hash: Buffer, accountId: string | null): Promise<number>
  insertPasskey(db: Queryable, passkey: NewPasskey): Promise<number>
  lockCredential(db: Queryable, credentialId: string): Promise<Found | undefined>
  useCredential(db: Queryable, id: string, signCount: number): Promise<number>
}

/**
 * Creates a challenge and the options for a new passkey. The browser refuses authenticators that already hold a passkey
 * of the account.
 */
export async function beginPasskey(
  db: Queryable,
  store: Pick<PasskeyStore, 'insertChallenge'>,
  site: RelyingParty,
  { owner, known }: { owner: PasskeyOwner; known: readonly KnownPasskey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const options = await creationOptions(site, owner, known)
  await store.insertChallenge(db, challengeDigest(options.challenge), owner.accountId, challengeSeconds)
  return options
}

/** Verifies a new passkey. Throws `PasskeyRefused` if anything in the response is invalid. */
export async function verifyPasskey(
  site: RelyingParty,
  response: RegistrationResponseJSON,
  consume: Consume,
): Promise<VerifiedPasskey> {
  return { id: randomUUIDv7(), ...(await verifyNewCredential(site, response, consume)) }
}

export async function storePasskey(
  tx: Transaction,
  store: Pick<PasskeyStore, 'insertPasskey'>,
  passkey: NewPasskey,
): Promise<void> {
  if ((await store.insertPasskey(tx, { ...passkey, name: passkey.name.trim() })) === 0)
    throw new AppError('PasskeyKnown')
}

export type PasskeyToAdd = {
  readonly accountId: string
  readonly name: string
  readonly response: RegistrationResponseJSON
}

/**
 * Adds a passkey to an account. Throws `InvalidInput` if the name is invalid, `PasskeyRefused` if anything in the
 * response is invalid, `PasskeyKnown` if the passkey is already stored.
 */
export async function addPasskey(
  tx: Transaction,
  store: PasskeyStore,
  site: RelyingParty,
  { accountId, name, response }: PasskeyToAdd,
): Promise<VerifiedPasskey> {
  const wrong = checkDeviceName(name)
  if (wrong) throw new AppError('InvalidInput', { name: wrong })
  const consume = async (hash: Buffer) => (await store.consumeChallenge(tx, hash, accountId)) === 1
  const passkey = await verifyPasskey(site, response, consume)
  await storePasskey(tx, store, { ...passkey, accountId, name })
  return passkey
}

export async function requestPasskey(
  db: Queryable,
  store: Pick<PasskeyStore, 'insertChallenge'>,
  site: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await requestOptions(site)
  await store.insertChallenge(db, challengeDigest(options.challenge), null, challengeSeconds)
  return options
}

/**
 * Checks the response to a passkey challenge, saves the new signature counter and returns the credential. Throws
 * `PasskeyRefused` for every kind of failure; a challenge can be answered once.
 */
export async function takePasskeyAnswer<Found extends StoredCredential>(
  tx: Transaction,
  store: PasskeyStore<Found>,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<Found> {
  const credential = await store.lockCredential(tx, response.id)
  const consume = async (hash: Buffer) => (await store.consumeChallenge(tx, hash, null)) === 1
  const signCount = await verifyAnswer(site, response, credential, consume)
  if (!credential) throw new AppError('PasskeyRefused')
  await store.useCredential(tx, credential.id, signCount)
  return credential
}
