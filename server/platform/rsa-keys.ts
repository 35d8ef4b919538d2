import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** First key that one of these parsers can read, if it is an RSA key; otherwise null. */
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

/** Reads an RSA private key in PEM, or as bare base64, in which payment gateways show it. Null if it is none. */
export const readRsaPrivateKey = (text: string): KeyObject | null =>
  firstRsaKey([
    () => createPrivateKey(text),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
  ])

/** Reads an RSA public key in PEM, or as bare base64. Null if it is none, also for a private key. */
export const readRsaPublicKey = (text: string): KeyObject | null =>
  text.includes('PRIVATE KEY')
    ? null
    : firstRsaKey([
        () => createPublicKey(text),
        () => createPublicKey({ key: derOf(text), format: 'der', type: 'spki' }),
        () => createPublicKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
      ])
