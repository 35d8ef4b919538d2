import { constants, createPrivateKey, generateKeyPairSync, privateDecrypt, type KeyObject } from 'node:crypto'
import type { Platform } from '#shared/api-values.ts'
import { readPayload, sealedOf, type SignatureOpener } from './signed-calls.ts'

const padding = constants.RSA_PKCS1_PADDING

/**
 * Decrypts PKCS#1 v1.5 signatures of legacy clients. For bad padding OpenSSL returns random bytes (implicit rejection),
 * which are handled like a wrong payload, so that a caller cannot tell the two apart and use the key as an oracle.
 */
export function createPkcs1Opener(keys: Partial<Readonly<Record<Platform, string>>>): SignatureOpener {
  const imported = new Map<string, KeyObject>(
    Object.entries(keys).map(([platform, pem]) => [platform, createPrivateKey(pem)] as const),
  )
  return async (platform, signature) => {
    const key = imported.get(platform)
    const sealed = sealedOf(signature)
    try {
      return key && sealed ? readPayload(privateDecrypt({ key, padding }, sealed)) : null
    } catch {
      // OpenSSL throws only if the ciphertext, as a number, exceeds the modulus. The modulus is public, so this result
      // reveals nothing.
      return null
    }
  }
}

/**
 * True if this Node.js answers bad padding with random bytes. Other versions return an error, which a caller could
 * detect.
 */
export function rejectsImplicitly(): boolean {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  try {
    const sealed = Buffer.alloc(256, 1)
    return privateDecrypt({ key: privateKey, padding }, sealed).equals(
      privateDecrypt({ key: privateKey, padding }, sealed),
    )
  } catch {
    return false
  }
}
