import { createHmac, hkdfSync } from 'node:crypto'

/**
 * SHA-256 under a key of its own for each purpose: equal texts give equal digests, and anyone who reads only the database
 * cannot try texts, which matters for six digits or an address.
 */
export type KeyedDigest = (purpose: string, text: string) => Buffer

/** `secretKey`: 32 bytes, the deployment's own. */
export function createKeyedDigest(secretKey: Uint8Array): KeyedDigest {
  const keys = new Map<string, Buffer>()
  return (purpose, text) => {
    let key = keys.get(purpose)
    if (!key) keys.set(purpose, (key = Buffer.from(hkdfSync('sha256', secretKey, '', `digest ${purpose}`, 32))))
    return createHmac('sha256', key).update(text).digest()
  }
}
