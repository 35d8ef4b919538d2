import { expect, it } from 'vitest'
import { pageSentences } from '#text/page-texts.ts'
import { ownWordsOf } from '#text/page-texts.ts'
import { withOwnWords } from './own-words.ts'

const texts = {
  title: 'Shipped',
  days: (count: number) => `${count} days`,
  more: { of: (a: string) => a, tags: ['x'] },
}

it("the operator's sentences replace texts, functions and nested texts by key, and keep the others", () => {
  const own = withOwnWords(texts, {
    title: ['Own', []],
    days: ['{count} × {count}, {other}', ['count']],
    'more.of': ['{b} by {a}', ['b']],
  })
  expect(own.title).toBe('Own')
  expect(own.days(3)).toBe('3 × 3, {other}')
  expect(own.more.of('x')).toBe('x by {a}')
  expect(own.more.tags).toBe(texts.more.tags)
  expect(withOwnWords(texts, {}).days(2)).toBe('2 days')
})

it('lists every sentence of the pages with its placeholders, and fills in the brand', () => {
  expect(pageSentences.size).toBeGreaterThan(120)
  expect(pageSentences.get('home.title')).toEqual({
    key: 'home.title',
    en: '{brand}: the internet, no detours',
    'zh-CN': expect.stringContaining('{brand}') as string,
    names: ['brand'],
  })
  expect(pageSentences.get('checkout.upgrade.title')?.en).toBe('Two ways to {devices} devices')
  expect([...pageSentences.values()].filter(({ en }) => en.includes('undefined'))).toEqual([])
  const own = {
    'home.headline': { en: '{brand} goes far', 'zh-CN': '{brand}走得远' },
    'home.gone': { en: 'x', 'zh-CN': 'x' },
  }
  expect(ownWordsOf('home', own, 'en', '$&')).toEqual({ headline: ['$& goes far', []] })
  expect(ownWordsOf('download', own, 'en', 'W')).toBeNull()
})
