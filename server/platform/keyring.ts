import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { keySetOf, markBytes, markOf, sealedUnder, type SecretKeys } from './secret-keys.ts'

export type Keyring = {
  seal(purpose: string, secret: string): Buffer
  open(purpose: string, sealed: Uint8Array): string
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts and decrypts with AES-256-GCM and a derived key per purpose. Values start with a mark that names their key. The
 * oldest key has none, so a product with a single key stores no marks.
 */
export function createKeyring(secretKeys: SecretKeys): Keyring {
  const keys = keySetOf(secretKeys)
  const keyFor = (bytes: Uint8Array, purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32)))
  const mark = markOf(keys, keys.seals)
  return {
    seal(purpose, secret) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(keys.seals.bytes, purpose), nonce)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), sealed])
    },
    open(purpose, sealed) {
      const id = sealedUnder(keys, sealed)
      const key = keys.all.find((each) => each.id === id)
      if (key === undefined) throw new Error(`sealed under the key ${id}, which SECRET_KEY_FILE does not have`)
      const body = id === keys.root.id ? sealed : sealed.subarray(markBytes)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(key.bytes, purpose), body.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(body.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
