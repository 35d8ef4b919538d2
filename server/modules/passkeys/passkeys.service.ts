import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { checkDeviceName } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './passkeys.repo.ts'

/** Loaded by the first who uses a passkey: its certificates and parsers are 25 MB that no one else needs. */
const webAuthn = () => import('@simplewebauthn/server')

/** The site that passkeys belong to: its name for people and its origin, from which the domain follows. */
export type RelyingParty = { readonly name: string; readonly origin: string }
const domainOf = ({ origin }: RelyingParty) => new URL(origin).hostname

/** EdDSA, ES256, RS256: what authenticators have. The library would offer ML-DSA besides, which Node calls experimental. */
const algorithms = [-8, -7, -257]
const lifeSeconds = 5 * 60
const digest = (challenge: string) => createHash('sha256').update(challenge).digest()
const makeChallenge = () => Uint8Array.from(randomBytes(32))

/** What a passkey says of whose it is: the account's id, which tells a finder nothing. */
const handleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** False for an answer that was made inside a frame of another site: this site is never framed. */
function isOwnPage(clientDataJSON: string): boolean {
  const client = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Record<string, unknown>
  return (client.crossOrigin ?? false) === false && client.topOrigin === undefined
}

type Owner = { readonly userId: string; readonly label: string }

/** For navigator.credentials.create(). The passkey can be found without a name and asks for finger, face or PIN. */
const creationOptions = async (
  site: RelyingParty,
  { userId, label }: Owner,
  known: Awaited<ReturnType<typeof repo.listCredentialIds>>,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await webAuthn()).generateRegistrationOptions({
    rpName: site.name,
    rpID: domainOf(site),
    userID: Uint8Array.from(handleOf(userId)),
    userName: label,
    userDisplayName: label,
    challenge: makeChallenge(),
    timeout: lifeSeconds * 1000,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

export async function beginRegistration(
  tx: Transaction,
  site: RelyingParty,
  user: Owner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const options = await creationOptions(site, user, await repo.listCredentialIds(tx, user.userId))
  await repo.insertChallenge(tx, digest(options.challenge), user.userId, lifeSeconds)
  return options
}

/** The same for someone without an account: the passkey knows the id that theirs will have. */
export async function beginNewcomer(
  db: Queryable,
  site: RelyingParty,
  label: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const userId = randomUUIDv7()
  const options = await creationOptions(site, { userId, label }, [])
  await repo.insertNewcomer(db, digest(options.challenge), userId, lifeSeconds)
  return options
}

export type VerifiedPasskey = Omit<repo.NewPasskey, 'userId' | 'name'>

/** `PasskeyRefused` where anything in the answer does not fit. `consume`: whether the challenge was asked for, and is used up. */
async function verifyNew(
  site: RelyingParty,
  response: RegistrationResponseJSON,
  consume: (hash: Buffer) => Promise<boolean>,
): Promise<VerifiedPasskey> {
  const verified = await refusing(async () =>
    (await webAuthn()).verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => consume(digest(challenge)),
      expectedOrigin: site.origin,
      expectedRPID: domainOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified.verified || !isOwnPage(response.response.clientDataJSON)) throw new AppError('PasskeyRefused')
  const { credential } = verified.registrationInfo
  return {
    id: randomUUIDv7(),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
  }
}

/** Keeps a passkey. `PasskeyKnown` for one that is kept. */
export async function keepPasskey(
  tx: Transaction,
  userId: string,
  name: string,
  passkey: VerifiedPasskey,
): Promise<void> {
  if ((await repo.insertPasskey(tx, { ...passkey, userId, name: name.trim() })) === 0)
    throw new AppError('PasskeyKnown')
}

/** Keeps a new passkey of an account. `PasskeyRefused` where anything in the answer does not fit, `PasskeyKnown` for one that is kept. */
export async function finishRegistration(
  tx: Transaction,
  site: RelyingParty,
  { userId, name, response }: { userId: string; name: string; response: RegistrationResponseJSON },
): Promise<string> {
  const wrong = checkDeviceName(name)
  if (wrong) throw new AppError('InvalidInput', { name: wrong })
  const passkey = await verifyNew(site, response, async (hash) => (await repo.consumeChallenge(tx, hash, userId)) === 1)
  await keepPasskey(tx, userId, name, passkey)
  return passkey.id
}

/** The passkey of a newcomer, and the id of the account that it opens; it is kept once that exists. */
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

/** For navigator.credentials.get(): anyone who holds a passkey of this site may answer. */
export async function beginAuthentication(
  db: Queryable,
  site: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await (
    await webAuthn()
  ).generateAuthenticationOptions({
    rpID: domainOf(site),
    challenge: makeChallenge(),
    timeout: lifeSeconds * 1000,
    userVerification: 'required',
  })
  await repo.insertChallenge(db, digest(options.challenge), null, lifeSeconds)
  return options
}

/** Whose passkey answered. Every kind of failure is the same `PasskeyRefused`; a challenge is answered once. */
export async function finishAuthentication(
  tx: Transaction,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<string> {
  const credential = await repo.lockCredential(tx, response.id)
  if (!credential || response.response.userHandle !== handleOf(credential.userId).toString('base64url'))
    throw new AppError('PasskeyRefused')
  const verified = await refusing(async () =>
    (await webAuthn()).verifyAuthenticationResponse({
      response,
      expectedChallenge: async (challenge) => (await repo.consumeChallenge(tx, digest(challenge), null)) === 1,
      expectedOrigin: site.origin,
      expectedRPID: domainOf(site),
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: Uint8Array.from(credential.publicKey),
        counter: credential.signCount,
        transports: credential.transports,
      },
    }),
  )
  if (!verified.verified || !isOwnPage(response.response.clientDataJSON)) throw new AppError('PasskeyRefused')
  await repo.useCredential(tx, credential.id, verified.authenticationInfo.newCounter)
  return credential.userId
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `NotFound` for another person's passkey as for one that never was. */
export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<void> {
  if (!uuid.test(id) || (await repo.deletePasskey(tx, userId, id)) === 0) throw new AppError('NotFound')
}

/** The library throws what does not fit; a lost database stays what it is. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('PasskeyRefused', {}, { cause: error })
  }
}
