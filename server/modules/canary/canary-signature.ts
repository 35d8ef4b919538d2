import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

export function readPublicKey(pem: string): KeyObject | null {
  try {
    // Rejects a private key. Node could derive the public key from it, but this setting is published, which would
    // reveal the private key.
    if (pem.includes('PRIVATE')) return null
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Verifies a detached signature (64 bytes) of the exact text. */
export function isSigned(text: string, signature: Uint8Array, publicKeyPem: string | null): boolean {
  const key = publicKeyPem === null ? null : readPublicKey(publicKeyPem)
  return key !== null && signature.length === 64 && verify(null, Buffer.from(text), key, signature)
}

export const signText = (text: string, privateKey: KeyObject): Buffer => sign(null, Buffer.from(text), privateKey)

/** SHA-256 of the key's SPKI bytes in groups of four hex digits, so that people can compare it by eye. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .replaceAll(/.{4}(?=.)/g, '$& ')
