import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { keySetOf, type SecretKeys } from './secret-keys.ts'

/**
 * SHA-256 under a key of its own for each purpose: equal texts give equal digests, and anyone who reads only the database
 * cannot try texts, which matters for six digits or an address.
 */
export type KeyedDigest = (purpose: string, text: string) => Buffer

/** From the root of the keys: a digest is found again by being equal, so it does not change with what seals. */
export function createKeyedDigest(secretKeys: SecretKeys): KeyedDigest {
  const { bytes } = keySetOf(secretKeys).root
  // Bytes that are handed in would be made a key anew for each digest, which takes longer than the digest.
  const keys = new Map<string, KeyObject>()
  return (purpose, text) => {
    let key = keys.get(purpose)
    if (!key)
      keys.set(purpose, (key = createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `digest ${purpose}`, 32)))))
    return createHmac('sha256', key).update(text).digest()
  }
}
