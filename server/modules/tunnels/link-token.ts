import { createHash } from 'node:crypto'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { LinkKey } from './credential.ts'

/**
 * Token of 128 bits derived from the deployment's key: a link can be shown again, but the database alone cannot produce
 * it.
 */
export const linkToken = (digest: KeyedDigest, { number, generation }: LinkKey): string =>
  digest('tunnel link', `${number}.${generation}`).subarray(0, 16).toString('base64url')

export const isLinkToken = (token: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(token)

export const linkTokenHash = (token: string): Buffer => createHash('sha256').update(`link ${token}`).digest()
