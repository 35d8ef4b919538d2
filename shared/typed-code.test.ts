import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAccountName, normalizeCode, normalizeEmail, normalizePassword } from './account-rules.ts'
import { normalizePhone } from './phone.ts'
import { foldBase32, foldCode, readInvite, readWalletAddress } from './typed-code.ts'

/** Spaces, tabs and line ends that come along when a text is copied. */
const spaces = [0x09, 0x0a, 0x0d, 0x20, 0xa0, 0x1680, 0x2002, 0x2003, 0x2007, 0x2009, 0x200a, 0x2028, 0x202f, 0x3000]
/** Invisible characters of contact cards, chats, word processors and emoji keyboards. */
const unseen = [
  0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066,
  0x2067, 0x2068, 0x2069, 0xfe00, 0xfe0e, 0xfe0f, 0xfeff, 0xe0020, 0xe0100,
]
const nameOf = (sign: number) => `U+${sign.toString(16).toUpperCase().padStart(4, '0')}`
/** Variants of a text as copying, keyboards and chat programs produce them. */
const spellings: [string, (text: string) => string][] = [
  ...spaces.map((sign): [string, (text: string) => string] => [
    `${nameOf(sign)} around it`,
    (text) => `${String.fromCodePoint(sign)}${text}${String.fromCodePoint(sign)}`,
  ]),
  ...unseen.flatMap((sign): [string, (text: string) => string][] => [
    [`${nameOf(sign)} after it`, (text) => `${text}${String.fromCodePoint(sign)}`],
    [`${nameOf(sign)} inside`, (text) => `${text.slice(0, 3)}${String.fromCodePoint(sign)}${text.slice(3)}`],
  ]),
  ['a space and a line end around it', (text) => ` ${text}\r\n`],
  ['the marks of a contact card', (text) => `\u202d${text}\u202c`],
  ['full width', (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))],
]
const hyphens = ['-', '‐', '‑', '‒', '–', '—', '−', '－', '﹣']

/** Fields into which people type or paste, with their normaliser and an example. Passwords are kept as they are. */
const fields: readonly (readonly [field: string, read: (typed: string) => string | null, text: string])[] = [
  ['verification code, code of an authenticator app', normalizeCode, '123456'],
  ['promo code', foldCode, 'SPRING-26'],
  ['redeem code, recovery code, id of a group', foldBase32, 'W4YF7K2M'],
  ['invite code', (typed) => readInvite(typed).inviteCode, 'W4YF7K2M'],
  ['national phone number', (typed) => normalizePhone(typed, 'CN')?.slice(3) ?? null, '13800138000'],
  ['international phone number', (typed) => normalizePhone(typed), '+8613800138000'],
  ['email address', normalizeEmail, 'lin.wei@example.org'],
  ['account name', foldAccountName, 'early-beach-405'],
  ['wallet address', readWalletAddress, '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['wallet address of TRON', readWalletAddress, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
]

it('tries at least sixty spellings', () => {
  expect(new Set(spellings.map(([name]) => name)).size).toBeGreaterThanOrEqual(60)
})

describe.each(spellings)('a text with %s', (_, spell) => {
  it.each(fields)('is read as its plain characters: %s', (_field, read, text) => {
    expect(read(spell(text))).toBe(text)
  })
})

it('a code in small letters is read in capitals, and an email address or account name in small letters', () => {
  expect(foldCode('spring-26')).toBe('SPRING-26')
  expect(readInvite('w4yf7k2m').inviteCode).toBe('W4YF7K2M')
  expect(foldBase32('w4yf-7k2m')).toBe('W4YF7K2M')
  expect(normalizeEmail('Lin.Wei@Example.org')).toBe('lin.wei@example.org')
  expect(foldAccountName('Early-Beach-405')).toBe('early-beach-405')
})

it.each([
  'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=1e6',
  'ethereum:pay-0x52908400098527886E0F7030069857D2E4169EE7@56',
  'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@56?value=1',
  'ethereum:0x52908400098527886E0F7030069857D2E4169EE7?value=1e18',
  'ethereum:0x52908400098527886E0F7030069857D2E4169EE7',
])('the wallet address is read from the payment link %s', (link) => {
  expect(readWalletAddress(link)).toBe('0x52908400098527886E0F7030069857D2E4169EE7')
})

it.each([
  'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?uint256=1e6',
  'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/approve?address=0x52908400098527886E0F7030069857D2E4169EE7',
])('a contract is never read as the wallet: %s', (link) => {
  expect(readWalletAddress(link)).toBe(link)
})

it.each(hyphens)('a code or account name with the hyphen %s is read', (hyphen) => {
  expect(foldAccountName(`early${hyphen}beach${hyphen}405`)).toBe('early-beach-405')
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
