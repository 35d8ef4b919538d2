import { describe, expect, it } from 'vitest'
import {
  checkAccountName,
  checkCode,
  checkEmail,
  checkNewPassword,
  foldAccountName,
  identifierKinds,
  normalizeCode,
  normalizeEmail,
} from './account-rules.ts'

it('an account is identified by a name, an email address or a phone number', () => {
  expect(identifierKinds).toEqual(['account_name', 'email', 'phone'])
})

describe('account name', () => {
  it('an account name is normalized in case, width and surrounding space', () => {
    expect(foldAccountName('  ＡbC.1 ')).toBe('abc.1')
  })

  it.each(['abcd', 'a'.repeat(32), 'a_b-c.9', 'ABCD', ' abcd '])('%j is a valid account name', (name) => {
    expect(checkAccountName(name)).toBeNull()
  })

  it.each(['abc', 'a'.repeat(33), 'ab cd', 'ab@cd', 'ünte', '_a!b'])('%j is not a valid account name', (name) => {
    expect(checkAccountName(name)).toBe('AccountNameFormat')
  })

  it('an account name is required', () => {
    expect(checkAccountName('')).toBe('AccountNameRequired')
    expect(checkAccountName('  ')).toBe('AccountNameRequired')
  })
})

describe('email address', () => {
  const host = (length: number) => {
    const labels = 'a'.repeat(60) + '.'
    const text = labels.repeat(4).slice(0, length - 4)
    return `${text.replace(/\.$/, 'b')}.com`
  }

  it.each([
    ['Ann@Example.ORG', 'ann@example.org'],
    [' ann@example.org ', 'ann@example.org'],
    ["a!#$%&'*+/=?^_`{|}~-b@example.org", "a!#$%&'*+/=?^_`{|}~-b@example.org"],
    ['a.b.c@x.co', 'a.b.c@x.co'],
    ['an\u200bn@exam\u00adple.org', 'ann@example.org'],
    ['a@münchen.de', 'a@xn--mnchen-3ya.de'],
    ['a@1-2.x3', 'a@1-2.x3'],
    [`${'a'.repeat(64)}@x.com`, `${'a'.repeat(64)}@x.com`],
    ['a@b.cd', 'a@b.cd'],
    [`a@${'b'.repeat(63)}.com`, `a@${'b'.repeat(63)}.com`],
    [`a@b.c${'d'.repeat(62)}`, `a@b.c${'d'.repeat(62)}`],
  ])('%s is normalized to the email address %s', (typed, address) => {
    expect(normalizeEmail(typed)).toBe(address)
    expect(checkEmail(typed)).toBeNull()
  })

  it.each([
    'ann',
    'ann.example.org',
    'ann@exa\tmple.org',
    'ann@exam ple.org',
    'an n@example.org',
    '@example.org',
    'ann@',
    'ann@localhost',
    'a@b.c',
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a(b)@example.org',
    'a@b@example.org',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    'a@example.1org',
    'a@example.org-',
    'a@example.-org',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@example.org/x',
    'a@example.org?x',
    'a@example.org#x',
    'a@example.org:25',
    'a@exa%41mple.org',
    'a@exa\\mple.org',
    'a@example.org.',
    'a@exa_mple.org',
    `${'a'.repeat(65)}@x.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@b.c${'d'.repeat(63)}`,
  ])('%s is not a valid email address', (typed) => {
    expect(normalizeEmail(typed)).toBeNull()
    expect(checkEmail(typed)).toBe('EmailInvalid')
  })

  // Bugs of other projects: mozilla-mobile/mozilla-vpn-client#8000 and #2885 (capitals from a phone's keyboard kept
  // people out), greasyfork#871 (a dot after the plus was rejected), bountysource/core#907 (a new top-level domain was
  // rejected), mailgun/flanker#40 and AFP-Medialab/verification-plugin#433 (an apostrophe was rejected),
  // hackmcgill/hackerAPI#261 and brewlabs/sendpress#160 (top-level domains of four and more letters were rejected).
  it.each([
    ["Sean.O'Brien@example.ie", "sean.o'brien@example.ie"],
    ['lin@example.info', 'lin@example.info'],
    ['lin@example.systems', 'lin@example.systems'],
    ['lin@example.photography', 'lin@example.photography'],
    ['BHIDECUTI+CAPS5@MOZILLA.COM', 'bhidecuti+caps5@mozilla.com'],
    ['Cweiske+greasyfork.org@example.org', 'cweiske+greasyfork.org@example.org'],
    ['lin@office.computer', 'lin@office.computer'],
  ])('the email address %s signs up and signs in as %s', (typed, address) => {
    expect(checkEmail(typed)).toBeNull()
    expect(normalizeEmail(typed)).toBe(address)
  })

  it('an email address has at most 254 characters', () => {
    const local = 'a'.repeat(10)
    expect(host(243)).toHaveLength(243)
    expect(normalizeEmail(`${local}@${host(243)}`)).toHaveLength(254)
    expect(normalizeEmail(`${local}@${host(244)}`)).toBeNull()
  })

  it('an email address is required', () => {
    expect(checkEmail('')).toBe('EmailRequired')
    expect(checkEmail(' \t')).toBe('EmailRequired')
  })
})

describe('verification code', () => {
  it.each(['123456', ' 123 456 ', '123-456', '１２３４５６', '12\u200b3456', '000000'])(
    '%j is a valid verification code',
    (typed) => {
      expect(normalizeCode(typed)).toMatch(/^\d{6}$/)
      expect(checkCode(typed)).toBeNull()
    },
  )

  it.each(['12345', '1234567', '12345a', 'a123456', '123_456', '١٢٣٤٥٦'])(
    '%j is not a valid verification code',
    (typed) => {
      expect(normalizeCode(typed)).toBeNull()
      expect(checkCode(typed)).toBe('CodeFormat')
    },
  )

  it('a verification code is required', () => {
    expect(checkCode('')).toBe('CodeRequired')
    expect(checkCode('  ')).toBe('CodeRequired')
  })
})

describe('new password', () => {
  it('a password has at least eight characters', () => {
    expect(checkNewPassword('')).toBe('PasswordRequired')
    expect(checkNewPassword('a')).toBe('PasswordTooShort')
    expect(checkNewPassword('1234567')).toBe('PasswordTooShort')
    expect(checkNewPassword('12345678')).toBeNull()
  })

  it('a password has at most 128 characters', () => {
    expect(checkNewPassword('x'.repeat(128))).toBeNull()
    expect(checkNewPassword('x'.repeat(129))).toBe('PasswordTooLong')
  })

  it('a password is counted in visible characters', () => {
    expect(checkNewPassword('🔑'.repeat(7))).toBe('PasswordTooShort')
    expect(checkNewPassword('🔑'.repeat(8))).toBeNull()
    expect(checkNewPassword('🔑'.repeat(128))).toBeNull()
  })
})
