import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { keySetOf, type SecretKeys } from './secret-keys.ts'

/**
 * Keyed SHA-256 with a separate key per purpose. Equal texts give equal digests, but somebody who has only the database
 * cannot guess short texts such as verification codes or IP addresses.
 */
export type KeyedDigest = (purpose: string, text: string) => Buffer

/** Uses the deployment's oldest key. Digests are looked up by equality, so a key rotation must not change them. */
export function createKeyedDigest(secretKeys: SecretKeys): KeyedDigest {
  const { bytes } = keySetOf(secretKeys).root
  // Caches key objects, because creating one takes longer than the digest.
  const keys = new Map<string, KeyObject>()
  return (purpose, text) => {
    let key = keys.get(purpose)
    if (!key)
      keys.set(purpose, (key = createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `digest ${purpose}`, 32)))))
    return createHmac('sha256', key).update(text).digest()
  }
}
