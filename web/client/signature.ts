import { serverNow } from '#web/client/server-clock.ts'

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Random alphanumeric characters. Discards bytes from 248 on, because 256 is no multiple of 62 and some characters
 * would become likelier.
 */
export function randomAlphanumerics(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && text.length < length) text += alphanumerics.charAt(byte % 62)
    }
  }
  return text
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const importedKeys = new Map<string, Promise<CryptoKey>>()
const importOnce = (spki: string): Promise<CryptoKey> => {
  const known = importedKeys.get(spki)
  if (known) return known
  const imported = crypto.subtle.importKey('spki', fromBase64(spki), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  importedKeys.set(spki, imported)
  return imported
}

/**
 * Signature of a signed call: base64 of RSA-OAEP-SHA256 over `{nonce, timestamp}`. It proves freshness, not identity.
 * Uses the server's time, so that a device with a wrong clock is not refused. `spki`: the web platform's public key in
 * base64.
 */
export async function signCall(spki: string): Promise<string> {
  const proof = JSON.stringify({ nonce: randomAlphanumerics(8), timestamp: serverNow() })
  const sealed = await crypto.subtle.encrypt(
    { name: 'RSA-OAEP' },
    await importOnce(spki),
    new TextEncoder().encode(proof),
  )
  return toBase64(new Uint8Array(sealed))
}
