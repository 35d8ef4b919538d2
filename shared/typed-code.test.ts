import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAccountName, normalizeCode, normalizeEmail, normalizePassword } from './account-rules.ts'
import { normalizePhone } from './phone.ts'
import { foldBase32, foldCode, readInvite } from './typed-code.ts'

/** Variants of a code as copying, keyboards and chat programs produce them. */
const spellings: [string, (code: string) => string][] = [
  ['spaces and a line end around it', (code) => ` ${code}\r\n`],
  ['no-break and ideographic spaces', (code) => `\u00a0${code}\u3000`],
  ['a direction mark of a contact card', (code) => `\u202d${code}\u202c`],
  ['a byte order mark', (code) => `\ufeff${code}`],
  ['a zero-width space inside', (code) => `${code.slice(0, 3)}\u200b${code.slice(3)}`],
  ['a soft hyphen inside', (code) => `${code.slice(0, 3)}\u00ad${code.slice(3)}`],
  ['an emoji selector', (code) => `${code}\ufe0e`],
  ['full width', (code) => code.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))],
]
const hyphens = ['-', '‐', '‑', '‒', '–', '—', '−', '－', '﹣']

describe.each(spellings)('a text with %s', (_, spell) => {
  it('a typed text is read as its plain characters in every field for a code, a phone number or an email address', () => {
    expect(normalizeCode(spell('123456'))).toBe('123456')
    expect(foldCode(spell('SPRING-26'))).toBe('SPRING-26')
    expect(foldCode(spell('spring-26'))).toBe('SPRING-26')
    expect(foldBase32(spell('W4YF-7K2M'))).toBe('W4YF7K2M')
    expect(readInvite(spell('w4yf7k2m')).inviteCode).toBe('W4YF7K2M')
    expect(normalizePhone(spell('13800138000'), 'CN')).toBe('+8613800138000')
    expect(normalizePhone(spell('+8613800138000'))).toBe('+8613800138000')
    expect(normalizeEmail(spell('Lin.Wei@example.org'))).toBe('lin.wei@example.org')
  })
})

it.each(hyphens)('a code with the hyphen %s is read', (hyphen) => {
  expect(normalizeCode(`123${hyphen}456`)).toBe('123456')
  expect(foldCode(`SPRING${hyphen}26`)).toBe('SPRING-26')
  expect(foldBase32(`W4YF${hyphen}7K2M`)).toBe('W4YF7K2M')
})

it.each(['tel:+8613800138000', 'TEL:+86-138-0013-8000', '138·0013·8000', '138•0013•8000', '008613800138000'])(
  'the phone number %s is read',
  (typed) => {
    expect(normalizePhone(typed, 'CN')).toBe('+8613800138000')
  },
)

it('an account name or password is the same with composed and decomposed accents', () => {
  expect(normalizePassword('Zürich 42'.normalize('NFD'))).toBe(normalizePassword('Zürich 42'.normalize('NFC')))
  expect(foldAccountName('Ｌｉｎ.Wei '.normalize('NFD'))).toBe('lin.wei')
})

/**
 * Spellings of real messages: links contain the code in capitals, people retype it in lower case, and chats put words
 * around it.
 */
it.each([
  ['https://wayfare.example/register?r=W4YF7K2M', ''],
  ['https://wayfare.example/?r=w4yf7k2m-telegram#plans', 'telegram'],
  ['wayfare.example/zh-CN/register?x=1&r=W4YF7K2M&y=2', ''],
  ['https://wayfare.example/register?invite=W4YF-7K2M', ''],
  ['送你会员时间：https://wayfare.example/register?r=W4YF7K2M，快来', ''],
  ['https://wayfare.example/register?r=W4YF7K2M快来', ''],
  ['Join me (https://wayfare.example/?r=W4YF7K2M-my-blog).', 'my-blog'],
  ['ｈｔｔｐｓ：／／wayfare.example／register？r＝W4YF7K2M', ''],
  ['https://wayfare.example/?r=W4YF\u200b7K2M', ''],
  ['https://news.example/?r=home https://wayfare.example/?r=W4YF7K2M', ''],
  ['W4YF7K2M-telegram', 'telegram'],
  [' w4yf 7k2m ', ''],
  ['W4YF7K2M-', ''],
])('the invite code and its campaign are read from %s', (pasted, slug) => {
  expect(readInvite(pasted)).toEqual({ inviteCode: 'W4YF7K2M', slug })
})

it('a typed code may have O for 0, and I or L for 1', () => {
  expect(readInvite(' oil1-234z').inviteCode).toBe('0111234Z')
})

it('a text that is no code is not shortened to one', () => {
  for (const text of [
    'https://wayfare.example/blog',
    'https://wayfare.example/?r=W4YF7K2MX',
    'W4YF7K2M W4YF7K2N',
    'W4YF7K2',
  ])
    expect(readInvite(text).inviteCode).not.toMatch(/^.{8}$/)
  expect(readInvite('')).toEqual({ inviteCode: '', slug: '' })
  expect(normalizeCode('1234567')).toBeNull()
  expect(normalizeCode('12345a')).toBeNull()
})

// Bugs of other projects: phone keyboards add a space after a word (polarsource/polar#10903) or before it
// (magento/magento2#12656).
it('removes spaces that a chat or keyboard put into a promo code', () => {
  for (const typed of ['SPRING26 ', ' SPRING26', '\tspring26\n']) expect(foldCode(typed)).toBe('SPRING26')
  expect(foldCode('SPRING 26')).toBe('SPRING26')
  expect(foldCode('SPRING - 26')).toBe('SPRING-26')
})

it('every promo code that an operator can create is read back unchanged', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z-]{3,32}$/), (code) => {
      expect(foldCode(code)).toBe(code)
    }),
  )
})

it('every campaign of every invite code is read from its own link', () => {
  const slugs = fc.constantFrom('', 'telegram', 'a1', 'my-blog-2026', '12345678-90')
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/), slugs, (inviteCode, slug) => {
      const link = `https://wayfare.example/?r=${slug ? `${inviteCode}-${slug}` : inviteCode}`
      expect(readInvite(link)).toEqual({ inviteCode, slug })
    }),
  )
})
