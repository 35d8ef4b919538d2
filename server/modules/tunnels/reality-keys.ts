import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'

/** PKCS #8 header in front of the 32 bytes of an X25519 private key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

type Keys = { readonly privateKey: string; readonly publicKey: string }

/**
 * Converts an X25519 key to base64url without padding, which all apps read. Mihomo rejects a whole document for a key
 * in another alphabet. Returns null unless the key has 32 bytes.
 */
function normaliseKey(text: string): string | null {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes.toString('base64url') : null
}

function publicKeyOf(privateKey: string): string {
  const key = Buffer.concat([pkcs8, Buffer.from(privateKey, 'base64url')])
  const { x = '' } = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' })
  return x
}

/** Error in a key pair. `exchanged`: the private key is in the public field, which every customer receives. */
export type KeyFault = 'private key' | 'public key' | 'exchanged' | 'two pairs'

export function readRealityKeys({ privateKey, publicKey }: Keys): Keys | { readonly fault: KeyFault } {
  const [mine, theirs] = [normaliseKey(privateKey), normaliseKey(publicKey)]
  if (mine === null) return { fault: 'private key' }
  if (theirs === null) return { fault: 'public key' }
  if (publicKeyOf(mine) === theirs) return { privateKey: mine, publicKey: theirs }
  return { fault: theirs === mine || publicKeyOf(theirs) === mine ? 'exchanged' : 'two pairs' }
}

/**
 * Repairs REALITY keys that were saved before keys were validated: derives the public key from the private key that the
 * node uses. Keeps settings with an invalid private key unchanged.
 */
export function repairRealityKeys<S extends object>(settings: S): S {
  const { privateKey } = settings as Partial<Keys>
  const mine = typeof privateKey === 'string' ? normaliseKey(privateKey) : null
  return mine === null ? settings : { ...settings, privateKey: mine, publicKey: publicKeyOf(mine) }
}

/** Makes a new X25519 key pair, in the form of `xray x25519`. */
export function makeRealityKeys(): Keys {
  const { d: privateKey = '', x: publicKey = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { privateKey, publicKey }
}
