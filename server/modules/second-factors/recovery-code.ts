import { createHash, randomBytes } from 'node:crypto'

export const recoveryCodeCount = 10
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/** 80 bits as four groups of Crockford base32: unguessable and hard to misread. */
export const makeRecoveryCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % 32] as string)
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** Digest of a typed code; null if invalid. Ignores case and dashes; reads O as 0, I and L as 1. */
export function digestRecoveryCode(typed: string): Buffer | null {
  const code = typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (code.length !== length || [...code].some((character) => !alphabet.includes(character))) return null
  return createHash('sha256').update(code).digest()
}
