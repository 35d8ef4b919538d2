import { createPrivateKey, createPublicKey } from 'node:crypto'

/** Precedes the 32 bytes of a private key of X25519 in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

type Keys = { readonly privateKey: string; readonly publicKey: string }

/**
 * Returns a key of X25519 as all apps read it, base64url without padding; null for anything but 32 bytes. Mihomo refuses a whole
 * document for a key in another alphabet.
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

/** Why two keys are no pair. `exchanged`: the private key stands as the public one, which every customer is sent. */
export type KeyFault = 'private key' | 'public key' | 'exchanged' | 'two pairs'

/** Returns the pair in the form that apps read, or why these two are no pair. */
export function readRealityKeys({ privateKey, publicKey }: Keys): Keys | { readonly fault: KeyFault } {
  const [mine, theirs] = [normaliseKey(privateKey), normaliseKey(publicKey)]
  if (mine === null) return { fault: 'private key' }
  if (theirs === null) return { fault: 'public key' }
  if (publicKeyOf(mine) === theirs) return { privateKey: mine, publicKey: theirs }
  return { fault: theirs === mine || publicKeyOf(theirs) === mine ? 'exchanged' : 'two pairs' }
}

/**
 * Repairs the keys of a node that was added before they were checked: the public key follows from the private one, with which the
 * node listens. Settings whose private key is none stay as they are.
 */
export function repairRealityKeys<S extends object>(settings: S): S {
  const { privateKey } = settings as Partial<Keys>
  const mine = typeof privateKey === 'string' ? normaliseKey(privateKey) : null
  return mine === null ? settings : { ...settings, privateKey: mine, publicKey: publicKeyOf(mine) }
}
