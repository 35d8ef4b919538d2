import { foldBase32 } from '#shared/typed-code.ts'

/** Alphabet of redeem codes: without I, L, O and U, because codes are printed and typed. */
export const redeemAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function formatRedeemCode(bytes: Uint8Array): string {
  if (bytes.length !== 10) throw new RangeError('a code has 80 bits')
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const text = Array.from({ length: 16 }, (_, index) =>
    redeemAlphabet.charAt(Number((bits >> BigInt(75 - 5 * index)) & 31n)),
  ).join('')
  return text.replaceAll(/(.{4})(?!$)/g, '$1-')
}

/**
 * Normalises a redeem code as typed: accepts any case, spaces and dashes, O for 0, and I or L for 1. Null if the code
 * is invalid.
 */
export function normalizeRedeemCode(text: string): string | null {
  if (text.length > 64) return null
  const plain = foldBase32(text)
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain : null
}

export const hasRedeemCodeLength = (text: string): boolean => foldBase32(text).length === 16
