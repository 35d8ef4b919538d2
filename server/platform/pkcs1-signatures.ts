import { constants, createPrivateKey, generateKeyPairSync, privateDecrypt, type KeyObject } from 'node:crypto'
import type { Platform } from '#shared/codes.ts'
import { readPayload, sealedOf, type SignatureOpener } from './signed-calls.ts'

const padding = constants.RSA_PKCS1_PADDING

/**
 * Opens signatures sealed by PKCS#1 v1.5, as clients of the original kind make them. What is badly padded comes out as other, random bytes (OpenSSL's
 * implicit rejection), and goes the same way as what is well padded and says nothing: no one can tell the one from the other, and so use the key.
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
      // A number beyond the modulus, which is public.
      return null
    }
  }
}

/** Whether this Node.js answers bad padding with other bytes and not with an error, which could be told apart. */
export function rejectsImplicitly(): boolean {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  try {
    // Far below any modulus, and padded in no way.
    const sealed = Buffer.alloc(256, 1)
    return privateDecrypt({ key: privateKey, padding }, sealed).equals(
      privateDecrypt({ key: privateKey, padding }, sealed),
    )
  } catch {
    return false
  }
}
