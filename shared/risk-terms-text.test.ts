import { describe, expect, it } from 'vitest'
import { languages } from './language.ts'
import { riskRules } from './risk-rules.ts'
import { riskText } from './risk-terms-text.ts'

const [waits, looked] = [
  { en: 'may wait until one of us has looked', 'zh-CN': '等人工核实' },
  { en: 'One of us also looks', 'zh-CN': '也会人工查看' },
] as const
const group = { en: 'all seats of a group seem to belong to one person', 'zh-CN': '一个拼团的所有座位' } as const
const jump = { en: 'pay for the first time within a day', 'zh-CN': '一天内异常增多' } as const

describe.each(languages)('risk rules in the terms, in %s', (language) => {
  /**
   * Splits the terms' text about fraud rules into reasons that delay a commission and reasons that only cause a check.
   */
  const parts = (terms: Parameters<typeof riskText>[0]): string[] => riskText(terms, language).split(looked[language])

  it('each active rule is named once, with holds separate from reviews', () => {
    const [first, second] = parts(undefined)
    expect(first).toContain(waits[language])
    expect(first).toContain(group[language])
    expect(second).toContain(jump[language])
    const named = riskText(undefined, language).split(language === 'en' ? 'where ' : /[：；]/).length - 1
    expect(named).toBe(riskRules.length)
  })

  it('a rule set to review is listed with the reviews, and a rule switched off is not listed', () => {
    const [first, second] = parts({ acts: { self_group: 'ask' } })
    expect(first).not.toContain(group[language])
    expect(second).toContain(group[language])
    expect(riskText({ acts: { self_group: 'off' } }, language)).not.toContain(group[language])
    const off = { self_group: 'off', tier_jump: 'off', refund_after_reward: 'off', dispute_rate: 'off' } as const
    expect(riskText({ acts: off }, language)).not.toContain(looked[language])
  })

  it('terms that set a rule about conduct to "hold" are described as a review', () => {
    const [first, second] = parts({ acts: { tier_jump: 'hold' } })
    expect(first).not.toContain(jump[language])
    expect(second).toContain(jump[language])
  })

  it('built-in checks of sign-ups, purchases and payouts are named whatever the rules', () => {
    const off = Object.fromEntries(riskRules.map((rule) => [rule, 'off']))
    const named = riskText({ acts: off }, language)
    for (const phrase of language === 'en'
      ? [
          'same account as the person who invited them',
          'a device of the person who invited',
          'one network',
          'paid to one address',
        ]
      : ['用同一个账户付款', '共用设备', '同一网络', '同一个收款地址'])
      expect(named).toContain(phrase)
    expect(named).not.toContain(group[language])
  })
})
