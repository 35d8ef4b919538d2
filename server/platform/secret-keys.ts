import { hkdfSync } from 'node:crypto'

type SecretKey = {
  readonly id: string
  readonly bytes: Uint8Array
}

/**
 * Keys of the deployment, one per line of the key file. `seals`: encrypts; the first line not marked `next`. `root`:
 * the last line and oldest key; its values have no mark, and keyed digests use it because they must survive rotation.
 * `all`: all lines, any of which can decrypt.
 */
export type KeySet = { readonly seals: SecretKey; readonly root: SecretKey; readonly all: readonly SecretKey[] }

export type SecretKeys = Uint8Array | KeySet

const makeKey = (bytes: Uint8Array): SecretKey => ({
  id: Buffer.from(hkdfSync('sha256', bytes, '', 'key id', 4)).toString('hex'),
  bytes,
})

export function keySetOf(keys: SecretKeys): KeySet {
  if (!(keys instanceof Uint8Array)) return keys
  const key = makeKey(keys)
  return { seals: key, root: key, all: [key] }
}

const line = /^(next +)?([0-9a-f]{64})$/i

/**
 * Parses SECRET_KEY_FILE. For an invalid file, returns a text that completes a sentence starting with the file name.
 */
export function parseSecretKeys(text: string): KeySet | string {
  const lines = text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('#'))
  const found = lines.map((each) => line.exec(each))
  if (found.length === 0 || found.includes(null))
    return 'does not hold 64 hex digits in each line, with or without "next" before them'
  const all = found.map((match) => makeKey(Buffer.from(match?.[2] ?? '', 'hex')))
  if (new Set(all.map(({ id }) => id)).size < all.length) return 'holds a key twice'
  const root = all.at(-1) as SecretKey
  if (found.at(-1)?.[1] !== undefined) return 'has "next" before its last line, which is the oldest key'
  return { seals: all[found.findIndex((match) => match?.[1] === undefined)] as SecretKey, root, all }
}

/**
 * Prefix of values encrypted with a key newer than the root; the four bytes of the key id follow. Too long to occur by
 * chance.
 */
const sign = Buffer.from('wf-key-1')
export const markBytes = sign.length + 4

export const markOf = ({ root }: KeySet, key: SecretKey): Buffer =>
  key.id === root.id ? Buffer.alloc(0) : Buffer.concat([sign, Buffer.from(key.id, 'hex')])

export function sealedUnder({ root }: KeySet, beginning: Uint8Array): string {
  const start = Buffer.from(beginning)
  if (start.length < markBytes || !start.subarray(0, sign.length).equals(sign)) return root.id
  return start.subarray(sign.length, markBytes).toString('hex')
}
