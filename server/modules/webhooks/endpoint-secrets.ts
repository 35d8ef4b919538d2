import { randomBytes } from 'node:crypto'
import type { Keyring } from '#server/platform/keyring.ts'

/** Address and secrets of an endpoint. `former`: the secret before the last change; null if there was none. */
export type EndpointSecrets = { readonly url: string; readonly secret: string; readonly former: string | null }

export const endpointPurpose = (id: string): string => `webhook-endpoint:${id}`
export const sealEndpoint = (keyring: Keyring, id: string, secrets: EndpointSecrets): Buffer =>
  keyring.seal(endpointPurpose(id), JSON.stringify(secrets))
export const openEndpoint = (keyring: Keyring, id: string, sealed: Buffer): EndpointSecrets =>
  JSON.parse(keyring.open(endpointPurpose(id), sealed)) as EndpointSecrets
export const makeEndpointSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Secrets to sign with, the newest first. */
export const secretsAt = ({ secret, former }: EndpointSecrets, formerUntil: Date | null, now: Date): string[] =>
  former !== null && formerUntil !== null && formerUntil > now ? [secret, former] : [secret]
