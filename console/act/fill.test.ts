import { expect, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { loadVocabulary } from '#console/client/load-vocabulary.ts'
import { fill } from './fill.ts'

const said = async (language: 'en' | 'zh-CN', name: ActionName, output: Record<string, unknown>) => {
  const vocabulary = await loadVocabulary(language)
  return fill(vocabulary.says(name)![0], vocabulary.action(name), { input: {}, output }, vocabulary)
}

it.each([
  [[], 'Would email 312 people.', '将发给 312 人。'],
  [['unasked'], 'Would email 312 people.', '将发给 312 人。'],
  [['people', 'unasked'], 'Would email at least 312 people.', '将发给至少 312 人。'],
])(
  '\'the preview of an action says "at least" before a number only if that number was not fully counted (not counted: %s)\'',
  async (atLeast, en, zh) => {
    const output = { people: 312, unasked: 5, atLeast }
    expect(await said('en', 'mailings.send', output)).toBe(en)
    expect(await said('zh-CN', 'mailings.send', output)).toBe(zh)
  },
)
