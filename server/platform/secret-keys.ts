import { hkdfSync } from 'node:crypto'

/** One line of SECRET_KEY_FILE. */
export type SecretKey = {
  /** What can be told of it: eight hex digits made from the key. */
  readonly id: string
  /** 32 of them. */
  readonly bytes: Uint8Array
}

/**
 * The deployment's own keys. `seals`: the first line that is not `next`. `root`: the last line, the oldest key; what it sealed has
 * no mark, and keyed digests are made from it, so that they stay equal whatever seals. `all`: each line; all of them open.
 */
export type KeySet = { readonly seals: SecretKey; readonly root: SecretKey; readonly all: readonly SecretKey[] }

/** A single key of 32 bytes is a set of one. */
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

/** Reads what SECRET_KEY_FILE holds; a text says what is wrong with it, as the end of a sentence that begins with the file. */
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

/** Before what a newer key than the root sealed: this, then the four bytes of the key's id. Chance makes no such beginning. */
const sign = Buffer.from('wf-key-1')
export const markBytes = sign.length + 4

/** What stands before all that this key seals; empty for the root. */
export const markOf = ({ root }: KeySet, key: SecretKey): Buffer =>
  key.id === root.id ? Buffer.alloc(0) : Buffer.concat([sign, Buffer.from(key.id, 'hex')])

/** Which key sealed something, by its first `markBytes` bytes: also one that is not in the set. */
export function sealedUnder({ root }: KeySet, beginning: Uint8Array): string {
  const start = Buffer.from(beginning)
  if (start.length < markBytes || !start.subarray(0, sign.length).equals(sign)) return root.id
  return start.subarray(sign.length, markBytes).toString('hex')
}
