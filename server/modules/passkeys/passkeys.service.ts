import { randomUUIDv7 } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import {
  addPasskey,
  beginPasskey,
  requestPasskey,
  storePasskey,
  takePasskeyAnswer,
  verifyPasskey,
  type NewPasskey,
  type PasskeyToAdd,
  type VerifiedPasskey,
} from '#server/platform/passkeys.ts'
import type { PasskeyOwner, RelyingParty } from '#server/platform/webauthn.ts'
import * as repo from './passkeys.repo.ts'

export const beginRegistration = async (
  tx: Transaction,
  site: RelyingParty,
  owner: PasskeyOwner,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  beginPasskey(tx, repo, site, { owner, known: await repo.listCredentialIds(tx, owner.accountId) })

/** Creates a challenge for a new account; the passkey contains the id of the future account. */
export const beginNewcomer = (
  db: Queryable,
  site: RelyingParty,
  label: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  beginPasskey(db, { insertChallenge: repo.insertNewcomer }, site, {
    owner: { accountId: randomUUIDv7(), label },
    known: [],
  })

/** Stores a newcomer's verified passkey. Throws `PasskeyKnown` if it exists. */
export const keepPasskey = (tx: Transaction, passkey: NewPasskey): Promise<void> => storePasskey(tx, repo, passkey)

/** Stores a new passkey of an account, with the errors of `addPasskey`. */
export const finishRegistration = (
  tx: Transaction,
  site: RelyingParty,
  passkey: PasskeyToAdd,
): Promise<VerifiedPasskey> => addPasskey(tx, repo, site, passkey)

/** Verifies a newcomer's passkey; returns it with the id of the future account, after whose creation it is stored. */
export async function finishNewcomer(
  tx: Transaction,
  site: RelyingParty,
  response: RegistrationResponseJSON,
): Promise<{ userId: string; passkey: VerifiedPasskey }> {
  let userId: string | undefined
  const passkey = await verifyPasskey(site, response, async (hash) => {
    userId = (await repo.consumeNewcomer(tx, hash))?.userId
    return userId !== undefined
  })
  if (userId === undefined) throw new AppError('PasskeyRefused')
  return { userId, passkey }
}

/** Options for navigator.credentials.get(): any customer's passkey may answer. */
export const beginAuthentication = (
  db: Queryable,
  site: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> => requestPasskey(db, repo, site)

/** Returns the owner of the passkey. All failures are the same `PasskeyRefused`. */
export const finishAuthentication = async (
  tx: Transaction,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<string> => (await takePasskeyAnswer(tx, repo, site, response)).accountId

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws the same `NotFound` for foreign and unknown passkeys. */
export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<void> {
  if (!uuid.test(id) || (await repo.deletePasskey(tx, userId, id)) === 0) throw new AppError('NotFound')
}
