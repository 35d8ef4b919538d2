import { describe, expect, it } from 'vitest'
import { english } from './en/sentences.ts'
import { mentionedField, mentionedPart, say } from './say.ts'
import { sentence, type Code } from './sentence.ts'
import { chinese } from './zh-CN/sentences.ts'

const codes = Object.keys(english) as Code[]
/** Sentences whose Chinese template holds only values and punctuation. */
const withoutChinese = new Set<Code>([
  'price.alone',
  'cell.both',
  'connection.both',
  'draft.faultOf',
  'termsChange.line',
  'count.of',
  'field.fault',
  'field.wrong',
  'panel.badSettings',
  'set.percent',
  'setting.invalid',
])
const slots = (template: string): string[] => [...template.matchAll(/\{([^{}]+)\}/g)].map(([, slot]) => slot ?? '')
const namesIn = (template: string): string[] => [
  ...new Set(slots(template).flatMap((slot) => (slot.startsWith('field.') ? [] : [slot.split(':')[0] ?? '']))),
]

/** Codes of the sentences whose templates break a rule. */
const breaking = (rule: (code: Code) => boolean): Code[] => codes.filter((code) => !rule(code))

describe('every template', () => {
  it.each(['en', 'zh-CN'] as const)('leaves no placeholder unfilled in %s', (language) => {
    const isFilled = (code: Code): boolean => {
      const params = Object.fromEntries(namesIn(english[code]).map((name) => [name, `<${name}>`]))
      const text = say(language, { code, params }, (name) => `<${name}>`)
      const expected = slots(english[code]).filter((slot) => !slot.includes(':'))
      return !/[{}]/.test(text) && expected.every((slot) => text.includes(`<${slot.replace('field.', '')}>`))
    }
    expect(breaking(isFilled)).toEqual([])
  })

  it('every Chinese template has Chinese, and no English punctuation or flags', () => {
    expect(codes.length).toBeGreaterThan(400)
    const isChinese = (code: Code): boolean =>
      (withoutChinese.has(code) || /\p{Script=Han}/u.test(chinese[code])) && !/[,;!?]\s|--\w/.test(chinese[code])
    expect(breaking(isChinese)).toEqual([])
  })

  it('an English template names no command and no flag', () => {
    expect(breaking((code) => !/--\w|"[a-z]+ [a-z-]+"/.test(english[code]))).toEqual([])
  })
})

describe('sentence', () => {
  it.each([
    [
      sentence('user.isBlocked', { uid: 482_019_337 }),
      'User 482019337 is blocked already.',
      '用户 482019337 已经封禁。',
    ],
    [
      sentence('role.needed', {
        action: { action: 'orders.refund' },
        role: sentence('role.finance'),
        operator: 'sam',
        has: sentence('role.support'),
      }),
      '“Refund an order” needs the role finance or above; sam has the role support.',
      '“订单退款”需要财务及以上角色；sam 是客服。',
    ],
    [
      sentence('field.wrong', {
        field: { field: 'days' },
        must: sentence('must.whole', { least: 1, most: 90 }),
      }),
      '<days> must be a whole number from 1 to 90.',
      '<days> 须为 1 到 90 的整数。',
    ],
    [
      sentence('field.giveEither', { first: { field: 'a' }, second: { field: 'b' } }),
      'Enter either <a> or <b>.',
      '请填写 <a> 或 <b> 之一。',
    ],
    [sentence('user.noneMatches', { query: 'a {b} $1' }), 'No account matches “a {b} $1”.', '没有账号匹配“a {b} $1”。'],
    [sentence('length.months', { months: 1 }), '1 month', '1 个月'],
    [sentence('length.monthsAndDays', { months: 12, days: 30 }), '12 months + 30 days', '12 个月，加赠 30 天'],
    [
      sentence('draft.faults', { faults: [sentence('finding.over'), sentence('finding.unseen', { names: 'U+202E' })] }),
      'This draft cannot be published: is in the past; contains characters that are invisible or change the reading direction: U+202E.',
      '这份草稿无法发布：已经过去；含有看不见或会改变阅读方向的字符：U+202E。',
    ],
  ])('%j is written in both languages', (each, en, zh) => {
    const field = (name: string) => `<${name}>`
    expect(say('en', each, field)).toBe(en)
    expect(say('zh-CN', each, field)).toBe(zh)
  })

  it('a sentence names the field that a form points at', () => {
    expect(mentionedField(sentence('field.past', { field: { field: 'until' } }))).toBe('until')
    expect(mentionedField(sentence('view.nameTooLong'))).toBe('name')
    expect(mentionedField(sentence('user.noneMatches', { query: '{days}' }))).toBeNull()
  })

  it('a refused setting names the part of its form that is wrong', () => {
    const fault = sentence('fault.value', { place: sentence('set.seller.name'), allowed: sentence('allowed.text') })
    expect(mentionedPart(sentence('setting.invalid', { faults: [fault] }))).toBe('seller.name')
    const key = sentence('connection.fault.privateKey', { setting: 'STRIPE_SECRET_KEY_FILE' })
    expect(mentionedPart(sentence('connection.both', { first: key, second: key }))).toBe('STRIPE_SECRET_KEY_FILE')
    expect(mentionedPart(sentence('setting.invalid', { faults: [sentence('mark.notPng')] }))).toBeNull()
  })
})

it('a sentence code that no catalogue has is shown as it is, also if it is called like a property of every object', () => {
  for (const code of ['order.ofTomorrow', 'constructor']) expect(say('en', { code, params: {} })).toBe(code)
})
