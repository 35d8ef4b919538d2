import { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto'
import { platforms, type Platform } from '#shared/api-values.ts'

export const skewMs = 5 * 60_000

type SignaturePayload = { readonly nonce: string; readonly timestamp: number }

/** Decrypts signatures of signed calls. Returns null for every failure, so that the caller cannot tell them apart. */
export type SignatureOpener = (platform: Platform, signature: string) => Promise<SignaturePayload | null>

// Number of copies of a decryption key. Each CryptoKey uses one core at a time, so several keep several cores busy.
const copies = 4
const rsaOaep = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

export function createSignatureOpener(keys: Readonly<Record<Platform, string>>): SignatureOpener {
  const imported = new Map<Platform, Promise<webcrypto.CryptoKey>[]>()
  const keyOf = (platform: Platform): Promise<webcrypto.CryptoKey> => {
    let ring = imported.get(platform)
    if (!ring) {
      const der = createPrivateKey(keys[platform]).export({ type: 'pkcs8', format: 'der' })
      ring = Array.from({ length: copies }, () => webcrypto.subtle.importKey('pkcs8', der, rsaOaep, false, ['decrypt']))
      imported.set(platform, ring)
    }
    const next = ring.shift() as Promise<webcrypto.CryptoKey>
    ring.push(next)
    return next
  }
  return async (platform, signature) => {
    try {
      const sealed = sealedOf(signature)
      return sealed && readPayload(Buffer.from(await webcrypto.subtle.decrypt(rsaOaep, await keyOf(platform), sealed)))
    } catch {
      return null
    }
  }
}

export function sealedOf(signature: string): Buffer<ArrayBuffer> | null {
  const sealed = Buffer.from(signature, 'base64')
  return sealed.length === 256 ? sealed : null
}

export function readPayload(opened: Buffer): SignaturePayload | null {
  try {
    const { nonce, timestamp } = JSON.parse(opened.toString('utf8')) as Partial<SignaturePayload>
    if (typeof nonce !== 'string' || !/^[A-Za-z0-9]{8}$/.test(nonce)) return null
    return Number.isSafeInteger(timestamp) ? { nonce, timestamp: timestamp as number } : null
  } catch {
    return null
  }
}

export const anyOpener =
  (...openers: readonly SignatureOpener[]): SignatureOpener =>
  async (platform, signature) => {
    for (const open of openers) {
      const payload = await open(platform, signature)
      if (payload) return payload
    }
    return null
  }

export function publicSigningKey(privateKeyPem: string): string {
  return createPublicKey(privateKeyPem).export({ type: 'spki', format: 'der' }).toString('base64')
}

/** Returns the first platform without a 2048-bit RSA key, so that the start fails instead of the first call. */
export function checkSigningKeys(keys: Readonly<Record<Platform, string>>): Platform | null {
  for (const platform of platforms) {
    try {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(keys[platform])
      if (asymmetricKeyType !== 'rsa' || asymmetricKeyDetails?.modulusLength !== 2048) return platform
    } catch {
      return platform
    }
  }
  return null
}
