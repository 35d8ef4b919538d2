import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { CheckFile } from './read-setting.ts'

/** Returns the first RSA key that one of the parsers reads from the text; null if none does. */
function firstRsaKey(ways: readonly (() => KeyObject)[]): KeyObject | null {
  for (const read of ways)
    try {
      const key = read()
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // The key is in another format; try the next one.
    }
  return null
}

const derOf = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'base64')

/**
 * Reads an RSA private key from PEM or from bare base64, as payment gateways show it. Null if the text is no such key.
 */
export const readRsaPrivateKey = (text: string): KeyObject | null =>
  firstRsaKey([
    () => createPrivateKey(text),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
  ])

/**
 * Reads an RSA public key from PEM (a key or a certificate) or bare base64. Null if the text is no such key, also if it
 * is a private key.
 */
export const readRsaPublicKey = (text: string): KeyObject | null =>
  text.includes('PRIVATE KEY')
    ? null
    : firstRsaKey([
        () => createPublicKey(text),
        () => createPublicKey({ key: derOf(text), format: 'der', type: 'spki' }),
        () => createPublicKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
      ])

const least = (bits: number) => (bits === 0 ? '' : ` of at least ${bits} bits`)

/** Returns a check that a text is an RSA private key with at least this many bits. */
export const checkPrivateKey =
  (bits: number): CheckFile =>
  (text) =>
    (readRsaPrivateKey(text)?.asymmetricKeyDetails?.modulusLength ?? -1) >= bits
      ? null
      : { code: 'privateKey', words: `does not hold an RSA private key${least(bits)}` }

/** Checks that a text is an RSA public key, or a certificate with one. */
export const checkPublicKey: CheckFile = (text) =>
  readRsaPublicKey(text) ? null : { code: 'publicKey', words: 'does not hold an RSA public key' }

export const checkCertificate: CheckFile = (text) => {
  try {
    void new X509Certificate(text)
    return null
  } catch {
    return { code: 'certificate', words: 'does not hold a certificate in PEM' }
  }
}

/**
 * Converts a private key to PEM, because payment providers also show keys as bare base64. Empty if the text is no RSA
 * private key, which is reported elsewhere.
 */
export const privateKeyPem = (text: string): string =>
  readRsaPrivateKey(text)?.export({ type: 'pkcs8', format: 'pem' }).toString() ?? ''
export const publicKeyPem = (text: string): string =>
  text.includes('BEGIN') ? text : (readRsaPublicKey(text)?.export({ type: 'spki', format: 'pem' }).toString() ?? '')
