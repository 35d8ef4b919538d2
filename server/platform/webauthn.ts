import { createHash, randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { AppError } from '#shared/errors.ts'

/** Loaded by the first who uses a passkey: its certificates and parsers are 25 MB that no one else needs. */
const webAuthn = () => import('@simplewebauthn/server')

/** The site that passkeys belong to: its name for people and its origin, from which the domain follows. */
export type RelyingParty = { readonly name: string; readonly origin: string }
const domainOf = ({ origin }: RelyingParty) => new URL(origin).hostname

/** EdDSA, ES256, RS256: what authenticators have. The library would offer ML-DSA besides, which Node calls experimental. */
const algorithms = [-8, -7, -257]
/** So long a challenge may be answered. */
export const challengeSeconds = 5 * 60
export const challengeDigest = (challenge: string) => createHash('sha256').update(challenge).digest()
const makeChallenge = () => Uint8Array.from(randomBytes(32))

/** What a passkey says of whose it is: the account's id, which tells a finder nothing. */
const handleOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex')

/** False for an answer that was made inside a frame of another site: this site is never framed. */
function isOwnPage(clientDataJSON: string): boolean {
  const client = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Record<string, unknown>
  return (client.crossOrigin ?? false) === false && client.topOrigin === undefined
}

type Owner = { readonly accountId: string; readonly label: string }
type Known = { readonly credentialId: string; readonly transports: string[] }

/** For navigator.credentials.create(). The passkey can be found without a name and asks for finger, face or PIN. */
export const creationOptions = async (
  site: RelyingParty,
  { accountId, label }: Owner,
  known: readonly Known[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await webAuthn()).generateRegistrationOptions({
    rpName: site.name,
    rpID: domainOf(site),
    userID: Uint8Array.from(handleOf(accountId)),
    userName: label,
    userDisplayName: label,
    challenge: makeChallenge(),
    timeout: challengeSeconds * 1000,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** Whether a challenge, by its digest, was asked for; it is used up. */
type Consume = (hash: Buffer) => Promise<boolean>
export type NewCredential = {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string[]
  /** Which kind of authenticator made it (its AAGUID); null where it does not tell. */
  readonly model: string | null
}

const untold = '00000000-0000-0000-0000-000000000000'

/** `PasskeyRefused` where anything in the answer does not fit. */
export async function verifyNewCredential(
  site: RelyingParty,
  response: RegistrationResponseJSON,
  consume: Consume,
): Promise<NewCredential> {
  const verified = await refusing(async () =>
    (await webAuthn()).verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => consume(challengeDigest(challenge)),
      expectedOrigin: site.origin,
      expectedRPID: domainOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified.verified || !isOwnPage(response.response.clientDataJSON)) throw new AppError('PasskeyRefused')
  const { credential, aaguid } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    model: aaguid === untold ? null : aaguid,
  }
}

/** For navigator.credentials.get(): anyone who holds a passkey of this site may answer. */
export const requestOptions = async (site: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await webAuthn()).generateAuthenticationOptions({
    rpID: domainOf(site),
    challenge: makeChallenge(),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
  })

type Kept = {
  readonly accountId: string
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string[]
}

/** How often the passkey has signed by now. Every kind of failure is the same `PasskeyRefused`. */
export async function verifyAnswer(
  site: RelyingParty,
  response: AuthenticationResponseJSON,
  kept: Kept | undefined,
  consume: Consume,
): Promise<number> {
  if (!kept || response.response.userHandle !== handleOf(kept.accountId).toString('base64url'))
    throw new AppError('PasskeyRefused')
  const verified = await refusing(async () =>
    (await webAuthn()).verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => consume(challengeDigest(challenge)),
      expectedOrigin: site.origin,
      expectedRPID: domainOf(site),
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: Uint8Array.from(kept.publicKey),
        counter: kept.signCount,
        transports: kept.transports,
      },
    }),
  )
  if (!verified.verified || !isOwnPage(response.response.clientDataJSON)) throw new AppError('PasskeyRefused')
  return verified.authenticationInfo.newCounter
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
