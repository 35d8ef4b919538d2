import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from './fake-browser.test-support.ts'
import { savePrefetched, readPrefetched, type Prefetched } from './prefetch-store.ts'

const at = 1_763_600_000_000
const prefetched: Prefetched = {
  language: 'en',
  at,
  goods: [],
  config: {
    brand: { en: 'Wayfare', 'zh-CN': '畅行' },
    environment: 'DEV',
    releaseDate: '2025-04-20',
    trialMinutes: 15,
    identifiers: [],
    links: [],
    methods: [],
  },
}
beforeEach(() => vi.stubGlobal('sessionStorage', new MemoryStorage()))
afterEach(() => vi.unstubAllGlobals())

test('what one page fetched the next one finds, for three minutes', () => {
  savePrefetched(prefetched)
  expect(readPrefetched('en', at)).toEqual(prefetched)
  expect(readPrefetched('en', at + 179_999)).toEqual(prefetched)
  expect(readPrefetched('en', at + 180_000)).toBeNull()
})

test('not in another language, and not from the future', () => {
  savePrefetched(prefetched)
  expect(readPrefetched('zh-CN', at)).toBeNull()
  expect(readPrefetched('en', at - 1)).toBeNull()
})

test.each(['', 'null', '[]', '{"language":"en","at":1}', 'not json'])('%j under the key counts as nothing', (text) => {
  sessionStorage.setItem('prefetched', text)
  expect(readPrefetched('en', 1)).toBeNull()
})
