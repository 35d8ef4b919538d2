import { randomBytes } from 'node:crypto'
import type { Keyring } from '#server/platform/keyring.ts'

/**
 * URL and signing secrets of a webhook endpoint. `former`: the secret before the last change; null if there was none.
 */
type EndpointSecrets = { readonly url: string; readonly secret: string; readonly former: string | null }

export const endpointPurpose = (id: string): string => `webhook-endpoint:${id}`
export const sealEndpoint = (keyring: Keyring, id: string, secrets: EndpointSecrets): Buffer =>
  keyring.seal(endpointPurpose(id), JSON.stringify(secrets))
/**
 * Decrypts the URL and secrets of a webhook endpoint. Null if the secret key that encrypted them is lost, or the stored
 * value is damaged.
 */
export function openEndpoint(keyring: Keyring, id: string, sealed: Buffer): EndpointSecrets | null {
  try {
    return JSON.parse(keyring.open(endpointPurpose(id), sealed)) as EndpointSecrets
  } catch {
    return null
  }
}
/** Cause of a failed delivery to an endpoint whose URL and secrets cannot be decrypted. */
export const unreadable = 'unreadable'
export const makeEndpointSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Secrets with which a webhook message is signed now, the newest first. */
export const secretsAt = ({ secret, former }: EndpointSecrets, formerUntil: Date | null, now: Date): string[] =>
  former !== null && formerUntil !== null && formerUntil > now ? [secret, former] : [secret]
