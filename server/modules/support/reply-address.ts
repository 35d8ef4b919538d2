import { timingSafeEqual } from 'node:crypto'

type Digest = (purpose: string, text: string) => Buffer
const purpose = 'support-reply'
const idLength = 25
const macLength = 16
const macBytes = 10

/**
 * Encodes hexadecimal digits with digits and lower-case letters only, because mail servers may change the case of an
 * address.
 */
const short = (hex: string, length: number): string => BigInt(`0x${hex}`).toString(36).padStart(length, '0')
const macOf = (digest: Digest, threadId: string): string =>
  short(digest(purpose, threadId).subarray(0, macBytes).toString('hex'), macLength)

/** Email address for replies to a support thread: `support+TOKEN@host`. The token cannot be forged. */
export function replyAddress(digest: Digest, base: string, threadId: string): string {
  const at = base.lastIndexOf('@')
  const token = short(threadId.replaceAll('-', ''), idLength) + macOf(digest, threadId)
  return `${base.slice(0, at)}+${token}${base.slice(at)}`
}

export function threadOfAddress(digest: Digest, base: string, address: string): string | null {
  const at = base.lastIndexOf('@')
  const typed = address.trim().toLowerCase()
  const [before, after] = [`${base.slice(0, at)}+`.toLowerCase(), base.slice(at).toLowerCase()]
  if (!typed.startsWith(before) || !typed.endsWith(after)) return null
  const token = typed.slice(before.length, typed.length - after.length)
  if (token.length !== idLength + macLength || !/^[0-9a-z]+$/.test(token)) return null
  let id36 = 0n
  for (const sign of token.slice(0, idLength)) id36 = id36 * 36n + BigInt(Number.parseInt(sign, 36))
  const hex = id36.toString(16).padStart(32, '0')
  if (hex.length !== 32) return null
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const isOurs = timingSafeEqual(Buffer.from(token.slice(idLength)), Buffer.from(macOf(digest, id)))
  return isOurs ? id : null
}
