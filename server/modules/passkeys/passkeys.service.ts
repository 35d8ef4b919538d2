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

/**
 * Creates a passkey challenge for somebody without an account. The passkey will contain the id of the future account.
 */
export const beginNewcomer = (
  db: Queryable,
  site: RelyingParty,
  label: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  beginPasskey(db, { insertChallenge: repo.insertNewcomer }, site, {
    owner: { accountId: randomUUIDv7(), label },
    known: [],
  })

/** Stores the verified passkey of a new user. Throws `PasskeyKnown` if it is already stored. */
export const keepPasskey = (tx: Transaction, passkey: NewPasskey): Promise<void> => storePasskey(tx, repo, passkey)

export const finishRegistration = (
  tx: Transaction,
  site: RelyingParty,
  passkey: PasskeyToAdd,
): Promise<VerifiedPasskey> => addPasskey(tx, repo, site, passkey)

/**
 * Verifies the passkey of a new user. Returns it with the id of the future account. Create the account first, then
 * store the passkey.
 */
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

/** Creates the options for navigator.credentials.get(). A passkey of any customer may answer. */
export const beginAuthentication = (
  db: Queryable,
  site: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> => requestPasskey(db, repo, site)

/** Verifies a sign-in by passkey and returns the passkey's owner. All failures give the same error `PasskeyRefused`. */
export const finishAuthentication = async (
  tx: Transaction,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<string> => (await takePasskeyAnswer(tx, repo, site, response)).accountId

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Removes a passkey. Throws the same `NotFound` for unknown passkeys and for those of other users. */
export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<void> {
  if (!uuid.test(id) || (await repo.deletePasskey(tx, userId, id)) === 0) throw new AppError('NotFound')
}
