import { createHash, randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { AppError } from '#shared/errors.ts'

/** Loads the WebAuthn library at first use, because its certificates and parsers take 25 MB. */
const webAuthn = () => import('@simplewebauthn/server')

export type RelyingParty = { readonly name: string; readonly origin: string }
const domainOf = ({ origin }: RelyingParty) => new URL(origin).hostname

/** Signature algorithms EdDSA, ES256 and RS256. The library would also offer ML-DSA, which is experimental in Node. */
const algorithms = [-8, -7, -257]
export const challengeSeconds = 5 * 60
export const challengeDigest = (challenge: string) => createHash('sha256').update(challenge).digest()
const makeChallenge = () => Uint8Array.from(randomBytes(32))

/** User handle stored in a passkey: the account id, which tells nothing to somebody who finds the device. */
const handleOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex')

/** False if the passkey response was made inside another site's frame, because this site is never framed. */
function isOwnPage(clientDataJSON: string): boolean {
  const client = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Record<string, unknown>
  return (client.crossOrigin ?? false) === false && client.topOrigin === undefined
}

export type PasskeyOwner = { readonly accountId: string; readonly label: string }
export type KnownPasskey = { readonly credentialId: string; readonly transports: string[] }

export const creationOptions = async (
  site: RelyingParty,
  { accountId, label }: PasskeyOwner,
  known: readonly KnownPasskey[],
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

/** Uses up a challenge by its digest; returns false if it was not issued, is already used or has expired. */
export type Consume = (hash: Buffer) => Promise<boolean>
export type NewCredential = {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string[]
  readonly model: string | null
}

const untold = '00000000-0000-0000-0000-000000000000'

/** Verifies the credential of a new passkey. Throws `PasskeyRefused` if anything in the response is invalid. */
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

/** Creates options for navigator.credentials.get(); any passkey of this site may answer. */
export const requestOptions = async (site: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await webAuthn()).generateAuthenticationOptions({
    rpID: domainOf(site),
    challenge: makeChallenge(),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
  })

export type Credential = {
  readonly accountId: string
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string[]
}

/**
 * Verifies the response to a challenge and returns the new signature counter. Throws `PasskeyRefused` for every kind of
 * failure.
 */
export async function verifyAnswer(
  site: RelyingParty,
  response: AuthenticationResponseJSON,
  kept: Credential | undefined,
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

/**
 * Runs a verification and converts the library's errors to `PasskeyRefused`. An `AppError`, such as a lost database,
 * passes through.
 */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('PasskeyRefused', {}, { cause: error })
  }
}
