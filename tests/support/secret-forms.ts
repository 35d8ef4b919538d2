import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function bytesOfCrockford(text: string): Buffer {
  let bits = 0n
  for (const sign of text) bits = (bits << 5n) | BigInt(crockford.indexOf(sign))
  return Buffer.from(bits.toString(16).padStart((text.length * 5) / 4, '0'), 'hex')
}

/** Bytes of a secret, decoded from whatever alphabet it is written in. */
function bytesOf(bare: string): Buffer[] {
  const found: Buffer[] = []
  const plain = bare.replaceAll('-', '')
  if (/^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain)) found.push(bytesOfCrockford(plain))
  if (/^[A-Z2-7]{32}$/.test(plain)) found.push(Buffer.from(Secret.fromBase32(plain).bytes))
  if (/^[0-9a-f]{32}$/.test(plain)) found.push(Buffer.from(plain, 'hex'))
  if (/^[\w+/-]{20,}={0,2}$/.test(bare)) found.push(Buffer.from(bare, 'base64'))
  return found
}

/**
 * Base64 forms of bytes at any offset in a longer encoded text, such as encoded JSON, without characters shared with
 * neighbours.
 */
const base64Of = (bytes: Uint8Array): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const inner = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })

const writtenBytes = (bytes: Buffer): string[] => [
  bytes.toString('hex'),
  bytes.toString('latin1'),
  ...base64Of(bytes),
  [...bytes].join(','),
  [...bytes].join(', '),
  BigInt(`0x${bytes.toString('hex')}`).toString(),
]

/** Every form in which a stored secret could still be used, in lower case as `dumpTexts` writes all values. */
export function formsOf(secret: string): string[] {
  const bare = secret.replace(/^[a-z]{2,5}_/, '')
  const texts = new Set([bare, bare.replaceAll('-', ''), [...bare].toReversed().join(''), encodeURIComponent(bare)])
  const bytes = [...bytesOf(bare), ...[...texts].map((text) => Buffer.from(text))]
  const cases = [bare.toLowerCase(), bare.toUpperCase()].map((text) => Buffer.from(text))
  return [...new Set([...texts, ...[...bytes, ...cases].flatMap(writtenBytes)].map((form) => form.toLowerCase()))]
}

/**
 * Columns of a dump that contain a secret. Six digits are searched as a whole word, because they also occur inside
 * other numbers.
 */
export function findSecret(dump: Readonly<Record<string, string>>, secret: string): string[] {
  const isShort = /^\d{6}$/.test(secret)
  // An unsalted digest of six digits is reversed by a million attempts, so it counts as usable.
  const forms = isShort ? writtenBytes(createHash('sha256').update(secret).digest()) : formsOf(secret)
  // Fractions of seconds have six digits too.
  const word = isShort && new RegExp(`(?<![\\w.])${secret}(?!\\w)`)
  return Object.entries(dump)
    .filter(([, text]) => forms.some((form) => text.includes(form.toLowerCase())) || (word && word.test(text)))
    .map(([column]) => column)
}
