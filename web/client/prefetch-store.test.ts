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

test('prefetched data is reused by the next page for three minutes', () => {
  savePrefetched(prefetched)
  expect(readPrefetched('en', at)).toEqual(prefetched)
  expect(readPrefetched('en', at + 179_999)).toEqual(prefetched)
  expect(readPrefetched('en', at + 180_000)).toBeNull()
})

test('prefetched data in another language or from the future is ignored', () => {
  savePrefetched(prefetched)
  expect(readPrefetched('zh-CN', at)).toBeNull()
  expect(readPrefetched('en', at - 1)).toBeNull()
})

test.each(['', 'null', '[]', '{"language":"en","at":1}', 'not json'])(
  'a stored prefetch value %j is ignored',
  (text) => {
    sessionStorage.setItem('prefetched', text)
    expect(readPrefetched('en', 1)).toBeNull()
  },
)
