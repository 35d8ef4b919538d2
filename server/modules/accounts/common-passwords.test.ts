import fc from 'fast-check'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const passing = async (passwords: readonly string[], ownNames: readonly string[] = []) => {
  const passed: string[] = []
  for (const password of passwords) if (!(await isCommonPassword(password, ownNames))) passed.push(password)
  return passed
}
const digits = '0123456789'
const pad = (n: number) => String(n).padStart(2, '0')

const notorious: Readonly<Record<string, readonly string[]>> = {
  'one sign again and again': Array.from('0123456789abcdefghijklmnopqrstuvwxyz!*').map((sign) => sign.repeat(8)),
  'a few signs again and again': ['12', '123', '1234', 'abc', 'qwe', '69', 'ab12', 'xo'].map((unit) =>
    unit.repeat(8).slice(0, unit.length * Math.ceil(8 / unit.length)),
  ),
  'numbers in sequence': [
    ...[0, 1, 2].map((start) => digits.slice(start)),
    ...'987654321 9876543210 87654321 12345678910 0987654321 123456789a a123456789 123456789.'.split(' '),
  ],
  'letters in sequence': [
    'abcdefgh',
    'abcdefghij',
    'hgfedcba',
    'ABCDEFGH',
    'abcd1234',
    '1234abcd',
    'abc12345',
    'zyxwvuts',
  ],
  'walks over the keyboard': [
    ...'qwertyui qwertyuiop asdfghjkl asdfghjkl; zxcvbnm, 1qaz2wsx 1q2w3e4r 1q2w3e4r5t qazwsxedc'.split(' '),
    ...'q1w2e3r4 zaq12wsx poiuytrewq lkjhgfdsa !QAZ2wsx 1qazxsw2 qwer1234 147258369 159753456'.split(' '),
  ],
  'numbers that sound like words': [
    ...'5201314520 1314520520 52013140 5201314a woaini520 woaini1314 7758521521 147258369'.split(' '),
    ...'woaini123 aini1314 3344520520 1314520a 5211314a qq5201314 zhang123 wang1234 taobao123'.split(' '),
  ],
  'words with the usual ending': [
    ...'password1 Password1! P@ssw0rd p@$$w0rd1 iloveyou2 welcome123 letmein123 admin1234 dragon123'.split(' '),
    ...'monkey2020 wayfare123 wayfare1 vpn12345 football1 sunshine1 princess1 superman1 changeme1'.split(' '),
  ],
  dates: Array.from({ length: 700 }, (_, n) => {
    const [year, month, day] = [1960 + (n % 60), 1 + (n % 12), 1 + (n % 28)]
    return [
      `${year}${pad(month)}${pad(day)}`,
      `${pad(day)}.${pad(month)}.${year}`,
      `${year}-${pad(month)}-${pad(day)}`,
    ][n % 3]!
  }),
  'the most common of all leaks': dictionary['passwords-common']
    .map(String)
    .filter((word) => word.length >= 8)
    .slice(0, 3_000),
}

describe('common passwords', () => {
  it('this test covers more than 3,500 common passwords, some of each kind', () => {
    expect(new Set(Object.values(notorious).flat()).size).toBeGreaterThan(3_500)
  })

  it.each(Object.entries(notorious))('rejects common passwords of the kind: %s', async (_kind, passwords) => {
    expect(await passing(passwords)).toEqual([])
  })

  it.each([
    'correct horse 42',
    'brand new horse',
    'vK8#pQ2z',
    'kx7mdw2q',
    'seven green boats',
    '床前明月光疑是地上霜',
    'Tr0ub4dor&3x',
    '83qz-lofi-27',
    'xxxxKd9w!m',
    'horses eat apples daily',
    'a1a1a1zQ9-w',
  ])('accepts the uncommon password %s', async (password) => {
    expect(await isCommonPassword(password, ['maya.traveller', 'maya@harbour.example', '+8613800138000'])).toBe(false)
  })
})

describe('password equal to an own name', () => {
  const names = ['maya.traveller', 'maya.travels@harbour.example', '+8613800138000']
  it.each([
    ...'maya.traveller MayaTraveller m4y4.tr4v3ll3r rellevart.ayam maya.traveller1 traveller2024 123traveller'.split(
      ' ',
    ),
    ...'maya.travels maya.travels@harbour.example harbour.2025 13800138000 8613800138000 +8613800138000 00083100831'.split(
      ' ',
    ),
    ...'travellertraveller ｍａｙａｔｒａｖｅｌｌｅｒ Traveller!! 7r@v3ll3r99 00138000'.split(' '),
  ])('rejects the password %s, which equals an own name', async (password) => {
    expect(await isCommonPassword(password, names)).toBe(true)
  })

  it('rejects own names as passwords in any case and disguise, forwards and backwards, with up to five extra characters', async () => {
    const disguise: Readonly<Record<string, string>> = {
      o: '0',
      i: '1',
      e: '3',
      a: '4',
      s: '5',
      t: '7',
      b: '8',
      g: '9',
    }
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const name = fc.array(fc.constantFrom(...letters), { minLength: 8, maxLength: 16 }).map((chars) => chars.join(''))
    const cases = name.chain((written) =>
      fc.record({
        written: fc.constant(written),
        ways: fc.array(fc.nat({ max: 2 }), { minLength: written.length, maxLength: written.length }),
        backwards: fc.boolean(),
        before: fc.constantFrom('', '1', '!!', 'x'),
        after: fc.constantFrom('', '1', '99', '!', 'abc'),
        kind: fc.constantFrom('name', 'mail'),
      }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ({ written, ways, backwards, before, after, kind }) => {
        const chars = written
          .split('')
          .map((char, at) => (ways[at] === 1 ? char.toUpperCase() : ways[at] === 2 ? (disguise[char] ?? char) : char))
        const body = (backwards ? chars.toReversed() : chars).join('')
        const own = kind === 'mail' ? `${written}@harbour.example` : written
        expect(await isCommonPassword(`${before}${body}${after}`, [own])).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
