import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { foldAccountName, normalizeCode, normalizeEmail } from '#shared/account-rules.ts'
import { normalizePhone, phoneCountries } from '#shared/phone.ts'
import { checkIdentifier, readIdentifier } from './identifiers.rules.ts'

const fullWidth = (text: string) => text.replaceAll(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0))
const spaces = [' ', '\u00a0', '\u3000', '\t', '\u2009', '\n']
const invisibles = ['\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060', '\u200e']

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)
const chars = (alphabet: string, min: number, max: number) =>
  fc.array(pick([...alphabet]), { minLength: min, maxLength: max }).map((list) => list.join(''))
const letters = 'abcdefghijklmnopqrstuvwxyz'

const variantOf = (text: string, between: readonly string[]) =>
  fc
    .tuple(
      fc.array(fc.nat({ max: 3 }), { minLength: text.length, maxLength: text.length }),
      fc.array(between.length > 0 ? fc.option(pick(between), { freq: 2, nil: '' }) : fc.constant(''), {
        minLength: text.length,
        maxLength: text.length,
      }),
      fc.array(pick(spaces), { maxLength: 3 }),
      fc.array(pick(spaces), { maxLength: 3 }),
    )
    .map(([ways, noise, before, after]) => {
      const written = [...text].map((c, index) => {
        const cased = ways[index]! % 2 === 1 ? c.toUpperCase() : c
        return (ways[index]! >= 2 ? fullWidth(cased) : cased) + noise[index]!
      })
      return `${before.join('')}${written.join('')}${after.join('')}`
    })

const accountName = chars(`${letters}0123456789_.-`, 4, 32)
const label = fc.tuple(chars(letters, 1, 10), chars(`${letters}0123456789`, 1, 5)).map(([a, b]) => a + b)
const email = fc
  .tuple(chars(`${letters}0123456789_+-`, 1, 20), label, pick(['com', 'example', 'co.uk', 'cn']))
  .map(([local, host, top]) => `${local}@${host}.${top}`)
const phone = fc.oneof(
  chars('0123456789', 8, 8).map((rest) => `+86138${rest}`),
  chars('0123456789', 7, 7).map((rest) => `+1415${`5${rest}`.slice(0, 7)}`),
  chars('0123456789', 8, 8).map((rest) => `+44771${`2${rest}`.slice(0, 7)}`),
)

const times = (numRuns: number) => ({ numRuns })
const counterexample = <T>(property: fc.IProperty<T>, parameters: { numRuns: number }): T | null =>
  fc.check(property, parameters).counterexample
const one = (kind: 'account_name' | 'email' | 'phone', written: string) => readIdentifier(kind, written)?.lookupKey

describe('normalization of identifiers', () => {
  it('normalises variants of an account name to one, in 4,000 cases', () => {
    const cases = accountName.chain((name) => fc.tuple(fc.constant(name), variantOf(name, [])))
    expect(
      counterexample(
        fc.property(cases, ([name, variant]) => one('account_name', variant) === name),
        times(4_000),
      ),
    ).toBeNull()
  })

  it('normalises variants of an email address to one, in 4,000 cases', () => {
    const cases = email.chain((address) => fc.tuple(fc.constant(address), variantOf(address, invisibles)))
    expect(
      counterexample(
        fc.property(cases, ([address, variant]) => one('email', variant) === address),
        times(4_000),
      ),
    ).toBeNull()
  })

  it('rejects an email address with a space inside instead of joining its parts', () => {
    for (const space of spaces) expect([space, normalizeEmail(`x${space}y@z.com`)]).toEqual([space, null])
    const cases = email.chain((address) =>
      fc.tuple(fc.constant(address), pick(spaces), fc.integer({ min: 1, max: address.length - 1 })),
    )
    const holds = fc.property(
      cases,
      ([address, space, at]) =>
        checkIdentifier('email', address.slice(0, at) + space + address.slice(at)) === 'EmailInvalid',
    )
    expect(counterexample(holds, times(1_000))).toBeNull()
  })

  it('normalises variants of a phone number to one, in 4,000 cases', () => {
    const cases = phone
      .filter((number) => normalizePhone(number) !== null)
      .chain((number) =>
        fc.tuple(fc.constant(number), variantOf(number, [...spaces, ...invisibles, '-', '.']), fc.boolean()),
      )
    expect(
      counterexample(
        fc.property(cases, ([number, variant, zeros]) => {
          const written = zeros ? variant.replace(/[+＋]/, '00') : variant
          return one('phone', written) === number
        }),
        times(4_000),
      ),
    ).toBeNull()
  })

  it('does not change a stored identifier by normalising it again, in 1,000 cases of any input', () => {
    expect(
      counterexample(
        fc.property(anyText({ maxLength: 40 }), pick(['account_name', 'email', 'phone'] as const), (typed, kind) => {
          const read = readIdentifier(kind, typed)
          const agrees = (read === null) === (checkIdentifier(kind, typed) !== null)
          return agrees && (read === null || one(kind, read.lookupKey) === read.lookupKey)
        }),
        times(1_000),
      ),
    ).toBeNull()
  })
})

describe('invalid identifier', () => {
  it.each([
    'maya',
    'maya@',
    '@example.com',
    'maya@example',
    'maya@@example.com',
    'maya@exa mple..com',
    '.maya@example.com',
    'ma..ya@example.com',
    'maya@-example.com',
    'maya@127.0.0.1',
    'maya@[::1]',
    'maya@example.com/x',
    'maya@example.com:25',
    'maya@0x7f.1',
    'maya,ben@example.com',
    'maya@example.com,ben@example.com',
    '"maya"@example.com',
    '<maya@example.com>',
    `${'m'.repeat(65)}@example.com`,
    `m@${'a.'.repeat(130)}com`,
    'mаya@example.com',
    'ı@example.com',
  ])('rejects %s as an email address', (typed) => expect(normalizeEmail(typed)).toBeNull())

  it('normalises or rejects look-alike characters', () => {
    expect(normalizeEmail('ﬁsh@example.com')).toBe('fish@example.com')
    expect(normalizeEmail('maya@EXAMPLE。com')).toBe('maya@example.com')
    expect(normalizeEmail('maya@bücher.example')).toBe('maya@xn--bcher-kva.example')
    expect(foldAccountName('K-number')).toBe('k-number')
  })

  it.each([
    '13800138000',
    '+86 138',
    '+999 123456789',
    '138-0013-8000',
    '+1 415 555 2671 ext. 5',
    '+1415555267112345678',
    '+86 138 abc 8000',
  ])('rejects %s as a phone number', (typed) => expect(normalizePhone(typed)).toBeNull())

  it('reads a national phone number with its country', () => {
    expect(normalizePhone('138 0013 8000', 'CN')).toBe('+8613800138000')
    expect(normalizePhone('(415) 555-2671', 'US')).toBe('+14155552671')
    expect(normalizePhone('020 7946 0018', 'GB')).toBe('+442079460018')
    expect(phoneCountries().find(({ country }) => country === 'CN')).toEqual({ country: 'CN', callingCode: '86' })
  })
})

it('reads a verification code with spaces, hyphens and full-width digits', () => {
  for (const typed of ['012345', ' 012 345 ', '012-345', '０１２３４５', '0\u200b12345'])
    expect(normalizeCode(typed)).toBe('012345')
  for (const typed of ['12345', '1234567', '12345a', '', '٠١٢٣٤٥']) expect(normalizeCode(typed)).toBeNull()
})

it('keeps the spelling of an account name, and ignores case in its lookup key', () => {
  expect(readIdentifier('account_name', ' Maya.T ')).toEqual({
    kind: 'account_name',
    value: 'Maya.T',
    lookupKey: 'maya.t',
  })
})

it('keeps no invisible character of a typed account name', () => {
  expect(readIdentifier('account_name', '\u202dMaya‑T\ufe0e\u202c')).toEqual({
    kind: 'account_name',
    value: 'Maya-T',
    lookupKey: 'maya-t',
  })
})

it('reports an invalid identifier with the error of its kind', () => {
  const faults = (['account_name', 'email', 'phone'] as const).map((kind) => checkIdentifier(kind, 'a b'))
  expect(faults).toEqual(['AccountNameFormat', 'EmailInvalid', 'PhoneInvalid'])
})
