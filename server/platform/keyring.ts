import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps small secrets at rest. What one purpose sealed, another cannot open. */
export type Keyring = {
  seal(purpose: string, secret: string): Buffer
  /** Throws if it was sealed for another purpose, under another key, or was changed. */
  open(purpose: string, sealed: Uint8Array): string
}

const nonceBytes = 12
const tagBytes = 16

/** `secretKey`: 32 bytes, the deployment's own. AES-256-GCM under a key derived for each purpose. */
export function createKeyring(secretKey: Uint8Array): Keyring {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    seal(purpose, secret) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(purpose, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
