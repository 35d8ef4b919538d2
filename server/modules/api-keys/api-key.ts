import { createHash, randomBytes } from 'node:crypto'

const keyPattern = /^wf_[\w-]{43}$/
/** Number of characters of an API key that are shown: enough to tell keys apart, but no help for guessing the rest. */
const shownLength = 9

const digestApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Makes an API key with 256 random bits. */
export function makeApiKey(): { key: string; prefix: string; keyHash: Buffer } {
  const key = `wf_${randomBytes(32).toString('base64url')}`
  return { key, prefix: key.slice(0, shownLength), keyHash: digestApiKey(key) }
}

/** Returns the digest of the API key in an `Authorization` header. Null if the header contains no key. */
export function readApiKey(header: string | undefined): Buffer | null {
  const key = /^Bearer (\S{1,100})$/i.exec(header ?? '')?.[1] ?? ''
  return keyPattern.test(key) ? digestApiKey(key) : null
}
