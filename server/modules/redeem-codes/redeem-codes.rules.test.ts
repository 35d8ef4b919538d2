import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRedeemCode, normalizeRedeemCode, redeemAlphabet } from './redeem-codes.rules.ts'

describe('redeem code', () => {
  it('the alphabet of redeem codes has no I, L, O and U', () => {
    expect(redeemAlphabet).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  })

  it('a redeem code is 80 bits in four groups of four', () => {
    expect(formatRedeemCode(new Uint8Array(10))).toBe('0000-0000-0000-0000')
    expect(formatRedeemCode(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ')
    expect(formatRedeemCode(Uint8Array.from([8, 0, 0, 0, 0, 0, 0, 0, 0, 1]))).toBe('1000-0000-0000-0001')
    for (const length of [9, 11]) expect(() => formatRedeemCode(new Uint8Array(length))).toThrow('a code has 80 bits')
  })

  it('makes different codes of different bits, and reads them back in any case and spacing', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const [first, second] = [formatRedeemCode(a), formatRedeemCode(b)]
        expect(first === second).toBe(Buffer.from(a).equals(Buffer.from(b)))
        const plain = first.replaceAll('-', '')
        expect(normalizeRedeemCode(first)).toBe(plain)
        expect(normalizeRedeemCode(` ${first.toLowerCase().replaceAll('-', ' ')} `)).toBe(plain)
      }),
    )
  })

  it('reads O as 0, and I or L as 1, in a redeem code', () => {
    expect(normalizeRedeemCode('OoIiLl0123456789')).toBe('0011110123456789')
  })

  it.each([
    '',
    '0000-0000-0000-000',
    '0000-0000-0000-00000',
    'UUUU-0000-0000-0000',
    '000_-0000-0000-0000',
    '0000.0000.0000.0000',
  ])('rejects %j as a redeem code', (text) => {
    expect(normalizeRedeemCode(text)).toBeNull()
  })

  it('rejects a redeem code of more than 64 characters', () => {
    const spaced = (spaces: number) => `0000000000000000${' '.repeat(spaces)}`
    expect(normalizeRedeemCode(spaced(48))).toBe('0'.repeat(16))
    expect(normalizeRedeemCode(spaced(49))).toBeNull()
  })
})
