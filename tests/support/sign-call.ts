import { constants, publicEncrypt, randomBytes, type KeyObject } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const makeNonce = (): string => Array.from(randomBytes(8), (byte) => alphabet[byte % 62]).join('')

export function signWith(publicKey: KeyObject, { nonce = makeNonce(), timestamp = Date.now() } = {}): string {
  const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(padding, Buffer.from(JSON.stringify({ nonce, timestamp }))).toString('base64')
}
