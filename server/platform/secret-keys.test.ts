import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyedDigest } from './keyed-digest.ts'
import { createKeyring } from './keyring.ts'
import { markBytes, parseSecretKeys, sealedUnder, type KeySet } from './secret-keys.ts'

const hex = () => randomBytes(32).toString('hex')
const [a, b, c] = [hex(), hex(), hex()]
const set = (...lines: string[]): KeySet => {
  const parsed = parseSecretKeys(lines.join('\n'))
  if (typeof parsed === 'string') throw new Error(parsed)
  return parsed
}

describe('secret keys file', () => {
  it('the first active line encrypts, each line decrypts, and the last makes digests', () => {
    const one = set(`  ${a.toUpperCase()}  `, '')
    expect(one.seals).toBe(one.root)
    expect(one.all).toHaveLength(1)
    const three = set('# the key of 2026', `next ${c}`, b, '', a)
    expect([three.seals, three.root].map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual([b, a])
    expect(three.all).toHaveLength(3)
    expect(three.root.id).toBe(one.root.id)
    expect(three.root.id).toMatch(/^[0-9a-f]{8}$/)
  })

  it.each([
    ['', 'does not hold 64 hex digits'],
    ['# nothing', 'does not hold 64 hex digits'],
    [a.slice(1), 'does not hold 64 hex digits'],
    [`${a}\nsecond ${b}`, 'does not hold 64 hex digits'],
    [`next${a}`, 'does not hold 64 hex digits'],
    [`${a}\n${a.toUpperCase()}`, 'holds a key twice'],
    [`next ${a}`, 'has "next" before its last line'],
    [`${b}\nnext ${a}`, 'has "next" before its last line'],
  ])('a secret keys file with the content "%s" is refused', (text, said) => {
    expect(parseSecretKeys(text)).toContain(said)
  })
})

function openOr(keys: KeySet, purpose: string, sealed: Buffer): string | null {
  try {
    return createKeyring(keys).open(purpose, sealed)
  } catch (error) {
    if (error instanceof Error && error.message.includes('which SECRET_KEY_FILE does not have')) return null
    throw error
  }
}

describe('encryption with several keys', () => {
  const sets = { a: set(a), next: set(`next ${b}`, a), ba: set(b, a), cba: set(c, b, a), ca: set(c, a) }

  it('an encrypted text can be decrypted exactly with key sets that contain its key', () => {
    const names = Object.keys(sets) as (keyof typeof sets)[]
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom(...names),
        fc.string(),
        fc.string(),
        (by, at, purpose, text) => {
          const sealed = createKeyring(sets[by]).seal(purpose, text)
          expect(sealedUnder(sets[at], sealed.subarray(0, markBytes))).toBe(sets[by].seals.id)
          const has = sets[at].all.some(({ id }) => id === sets[by].seals.id)
          expect(openOr(sets[at], purpose, sealed)).toBe(has ? text : null)
          expect(() => createKeyring(sets[at]).open(`${purpose}.`, sealed)).toThrow(/authenticate|SECRET_KEY_FILE/)
        },
      ),
    )
  })

  it('a single key encrypts without a mark, and a mark cannot redirect to another key', () => {
    const sealed = createKeyring(Buffer.from(a, 'hex')).seal('code', '123456')
    expect(sealed).toHaveLength(12 + 16 + 6)
    expect(createKeyring(sets.ba).open('code', sealed)).toBe('123456')
    const marked = createKeyring(sets.ba).seal('code', '123456')
    expect(marked).toHaveLength(markBytes + 12 + 16 + 6)
    const body = marked.subarray(markBytes)
    const other = createKeyring(sets.ca).seal('code', '123456').subarray(0, markBytes)
    expect(() => createKeyring(sets.cba).open('code', Buffer.concat([other, body]))).toThrow('authenticate')
    expect(() => createKeyring(sets.cba).open('code', body)).toThrow('authenticate')
  })

  it('digests stay the same, whichever key encrypts', () => {
    const digest = createKeyedDigest(Buffer.from(a, 'hex'))('payer', 'one').toString('hex')
    for (const keys of Object.values(sets)) expect(createKeyedDigest(keys)('payer', 'one').toString('hex')).toBe(digest)
  })
})
