import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'

it.each([
  ['en', 'paid', 'Paying members', 'Paying and trial members'],
  ['zh-CN', '已支付', '付费会员', '付费与试用会员'],
] as const)('a paid order and a node for paid members are named apart (%s)', async (language, paid, members, both) => {
  const { value } = await loadVocabulary(language)
  expect([value('paid'), value('paid', 'state')]).toEqual([paid, paid])
  expect([value('paid', 'serves'), value('both', 'serves')]).toEqual([members, both])
})
