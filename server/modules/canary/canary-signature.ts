import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** An Ed25519 public key in PEM; null for anything else. */
export function readPublicKey(pem: string): KeyObject | null {
  try {
    // Given a private key, Node would quietly take the public half out of it: what is to be published must not be one.
    if (pem.includes('PRIVATE')) return null
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Whether the detached signature (64 bytes) is over exactly the bytes of this text. */
export function isSigned(text: string, signature: Uint8Array, publicKeyPem: string | null): boolean {
  const key = publicKeyPem === null ? null : readPublicKey(publicKeyPem)
  return key !== null && signature.length === 64 && verify(null, Buffer.from(text), key, signature)
}

export const signText = (text: string, privateKey: KeyObject): Buffer => sign(null, Buffer.from(text), privateKey)

/** SHA-256 over the key's SPKI bytes in groups of four hex digits: short enough to compare by eye. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .replaceAll(/.{4}(?=.)/g, '$& ')
