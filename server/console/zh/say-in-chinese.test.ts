import { describe, expect, it } from 'vitest'
import { findSentences } from '../../../scripts/refusals/find-sentences.ts'
import { houseSentences } from './house-sentences.ts'
import { moneySentences } from './money-sentences.ts'
import { peopleSentences } from './people-sentences.ts'
import { outputInChinese, sayInChinese, sentences } from './say-in-chinese.ts'

const found = await findSentences()
const slots = (text: string) => [...new Set(text.match(/\{\d+\}/g))].toSorted()
const fields = (text: string) => [...new Set(text.match(/\{[a-z]\w*\}/gi))].toSorted()

describe('Chinese translation of the action registry', () => {
  it('more than 250 texts are found in the code', () => {
    expect(found.length).toBeGreaterThan(250)
  })

  it.each([...new Map(found.map((each) => [each.text, each])).values()])(
    '“$text” ($file:$line) has a Chinese translation',
    ({ text }) => {
      expect(sentences[text]).toMatch(/[\u4e00-\u9fff]/)
    },
  )

  it('each translation is in one file only', () => {
    const all = [peopleSentences, moneySentences, houseSentences].flatMap((each) => Object.keys(each))
    expect(all.length).toBe(new Set(all).size)
  })

  it('no translation is left without its English text', () => {
    const said = new Set(found.map(({ text }) => text))
    expect(Object.keys(sentences).filter((text) => !said.has(text))).toEqual([])
  })

  it.each(Object.entries(sentences))('“%s” keeps all placeholders and names no other field', (en, zh) => {
    expect(slots(zh)).toEqual(slots(en))
    for (const field of fields(zh)) expect(fields(en)).toContain(field)
    expect(zh).toMatch(/[。；：}]$/)
    expect(zh).not.toMatch(/[,;!?]\s|--\w/)
  })
})

describe('translated sentence', () => {
  it.each([
    ['User 482019337 is blocked already.', '用户 482019337 已经封禁。'],
    ['lin is disabled already.', 'lin 已停用。'],
    ['another token', '代币不符'],
    ['of another chain', '不是这条链上的'],
    [
      '"orders.refund" is for the role finance or above; sam is support.',
      '“orders.refund”需要财务及以上角色；sam 是客服。',
    ],
    [
      'More than ¥2,000.00 of an order goes back by two operators. So does money in another currency. Have finance prepare it.',
      '一笔订单退款超过 ¥2,000.00，或涉及其他币种，须由两位运营人员决定。请由财务发起。',
    ],
    ['{reason} is missing.', '请填写 {reason}。'],
    ['{days} is a whole number from 1 to 90.', '{days} 须为 1 到 90 的整数。'],
    ['{order} is one of "orders find".', '{order} 须为列表中的一项。'],
    ['{node} is nothing that was foreseen.', '{node} 格式不正确，请检查后重新输入。'],
    ['No account matches "a (b) [c] {d} $1".', '没有账号匹配“a (b) [c] {d} $1”。'],
    ['Something that no one has written.', 'Something that no one has written.'],
  ])('%s', (english, chinese) => {
    expect(sayInChinese(english)).toBe(chinese)
  })

  it('the reasons of a proposal are translated, and nothing else is changed', () => {
    const at = new Date(0)
    const why = 'A way in is made anew by two operators.'
    const output = { why, action: why, at, whyNow: null, items: [{ why }], follows: [why] }
    const chinese = '重置登录方式须由两位运营人员决定。'
    expect(outputInChinese(output)).toEqual({
      why: chinese,
      action: why,
      at,
      whyNow: null,
      items: [{ why: chinese }],
      follows: [chinese],
    })
  })
})

it.each([
  [
    { time: '12 months + 30 days', badge: ['3 months', '三个月'], uses: '3 of 10' },
    { time: '12 个月，加赠 30 天', badge: ['3 months', '三个月'], uses: '3 / 10' },
  ],
  [
    { time: '1 month', prices: ['¥90.00 (list ¥105.00)', '$14.90 (list $17.70)'], groups: ['2 × ¥218.00'] },
    { time: '1 个月', prices: ['¥90.00（原价 ¥105.00）', '$14.90（原价 $17.70）'], groups: ['2 × ¥218.00'] },
  ],
  [
    { seats: '1 of 3 paid', gives: '1 month, 5 devices' },
    { seats: '3 席已付 1 席', gives: '1 个月，5 台设备' },
  ],
  [
    { prices: '¥90.00 (list ¥105.00), $14.90', gives: '1 month + 3 days, 1 device' },
    { prices: '¥90.00（原价 ¥105.00）, $14.90', gives: '1 个月加 3 天，1 台设备' },
  ],
  [
    { note: 'none', reason: '1 of 3 paid', names: ['1 month', '1 个月'] },
    { note: 'none', reason: '1 of 3 paid', names: ['1 month', '1 个月'] },
  ],
])('a descriptive cell is translated, and typed text is kept: %j', (output, chinese) => {
  expect(outputInChinese({ rows: [output] })).toEqual({ rows: [chinese] })
})
