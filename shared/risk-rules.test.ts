import { expect, it } from 'vitest'
import { heldByRule, heldForPurchase, reviewReasonText, explainHold } from './risk-rules.ts'

it('the reason given to an affiliate does not reveal the risk rule, in either language', () => {
  for (const language of ['en', 'zh-CN'] as const) {
    const texts = (['same_payer', 'device_shared'] as const).map((rule) => reviewReasonText(heldByRule(rule), language))
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).not.toMatch(/payer|device|rule/i)
  }
  expect(reviewReasonText(heldByRule('same_payer'), 'en')).toContain('Someone of us looks first')
  expect(reviewReasonText(heldByRule('same_payer'), 'zh-CN')).toContain('人工核实')
})

it('a reason written by an operator is shown unchanged', () => {
  expect([reviewReasonText(null, 'en'), reviewReasonText('Ask your friend to write to us.', 'zh-CN')]).toEqual([
    null,
    'Ask your friend to write to us.',
  ])
  for (const words of ['ruled out', 'rule 4 of our terms', 'rule same_payer, and more'])
    expect(explainHold(words)).toEqual({ why: 'other', words })
})

it('a commission held for a purchase review is explained in either language', () => {
  for (const mark of heldForPurchase) {
    expect(explainHold(mark)).toEqual({ why: 'purchase', words: null })
    expect(reviewReasonText(mark, 'en')).toContain('looks at the purchase')
    expect(reviewReasonText(mark, 'zh-CN')).toContain('人工核实')
  }
  expect(explainHold(heldByRule('same_payer'))).toEqual({ why: 'accounts', words: null })
  expect(explainHold('Ask your friend.')).toEqual({ why: 'other', words: 'Ask your friend.' })
})
