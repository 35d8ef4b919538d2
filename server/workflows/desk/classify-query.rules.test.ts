import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { classifyQuery, type Named } from './classify-query.rules.ts'

const named = (text: string): Partial<Named> =>
  Object.fromEntries(Object.entries(classifyQuery(text)).filter(([, value]) => value !== null))

describe('search query', () => {
  it.each([
    ['482 019 337', { uid: 482_019_337, phoneEnd: '482019337' }],
    ['482019337', { uid: 482_019_337 }],
    ['+86 138-0013-8000', { key: '+8613800138000', prefix: '+8613800138000' }],
    ['008613800138000', { key: '+8613800138000' }],
    ['138 0013 8000', { phoneEnd: '13800138000' }],
    ['8000', { phoneEnd: '8000' }],
    [' Lin.Mei@Mail.Example ', { key: 'lin.mei@mail.example', prefix: 'lin.mei@mail.example' }],
    ['7brt elqk', { orderNumber: '7BRT-E1QK', inviteCode: '7BRTE1QK' }],
    ['7BRT-E1QK', { orderNumber: '7BRT-E1QK' }],
    ['01hf9xv2m3n4p5q6r7s8t9vwxy', { attemptId: '01HF9XV2M3N4P5Q6R7S8T9VWXY' }],
    ['pi_3QKabc91xT', { reference: 'pi_3QKabc91xT' }],
    [`0x${'Ab'.repeat(32)}`, { chainHash: `0x${'ab'.repeat(32)}` }],
    ['ab'.repeat(32), { chainHash: `0x${'ab'.repeat(32)}` }],
    [`0x${'Ab'.repeat(20)}`, { chainAddress: `0x${'ab'.repeat(20)}` }],
    ['k3t9-0000-abc', { groupId: 'K3T90000ABC' }],
    ['spring-26', { promoCode: 'SPRING-26' }],
    ['spring\u201326', { promoCode: 'SPRING-26' }],
    ['7BRT\u2011E1QK', { orderNumber: '7BRT-E1QK' }],
    ['abcd efgh jkmn pqr0', { redeemCode: 'ABCDEFGHJKMNPQR0' }],
    ['0197A9C4-1111-7222-8333-444455556666', { uuid: '0197a9c4-1111-7222-8333-444455556666' }],
  ])('the query "%s" is classified as %j', (text, expected) => {
    expect(named(text)).toMatchObject(expected)
  })

  it('treats no query with a country code as the end of a phone number, and no short query as a prefix', () => {
    expect(classifyQuery('+8000').phoneEnd).toBeNull()
    expect(classifyQuery('123').phoneEnd).toBeNull()
    expect(classifyQuery('ab').prefix).toBeNull()
  })

  it('a blank query is classified as nothing', () => {
    for (const text of ['', '   ', '\u200b', '\n\t']) expect(named(text)).toEqual({})
  })

  it('classification ignores surrounding spaces and never fails', () => {
    fc.assert(
      fc.property(fc.oneof(anyText({ maxLength: 300 }), fc.stringMatching(/^[0-9a-zA-Z +-]{0,40}$/)), (text) => {
        expect(classifyQuery(`  ${text}\n`)).toEqual(classifyQuery(text))
      }),
    )
  })

  it('an order number is found in any notation', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
        fc.constantFrom('', ' ', '-', ' - '),
        (plain, between) => {
          const [head, tail] = [plain.slice(0, 4), plain.slice(4)]
          const typed = `${head}${between}${tail}`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
          expect(classifyQuery(typed).orderNumber).toBe(`${head}-${tail}`)
        },
      ),
    )
  })
})
