import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Renderer, SiteData } from '#shared/site.ts'
import { PageCache } from './page-cache.ts'
import * as variants from './variants.ts'

let [running, most, compressed] = [0, 0, 0]
beforeEach(() => {
  ;[running, most, compressed] = [0, 0, 0]
  vi.spyOn(variants, 'compressFully').mockImplementation(async (body) => {
    most = Math.max(most, ++running)
    compressed += 1
    await sleep(1)
    running -= 1
    return body
  })
})
afterEach(() => vi.restoreAllMocks())

const renderer = {
  match: (path: string) => ({ path, prefixable: true, movedTo: null, hasToken: path.startsWith('/mails/stop/') }),
  render: ({ path }: { path: string }) => ({
    status: 200,
    html: path,
    script: '',
    style: '',
    frames: [],
    connects: [],
  }),
} as unknown as Renderer
const openCache = () =>
  new PageCache(renderer, { publicOrigin: 'http://localhost' } as SiteData, { en: '2026-11-20', 'zh-CN': '2026-11-20' })
const visit = (cache: PageCache, paths: readonly string[]) => {
  for (const path of paths) cache.page(path, 'en', false)
}
const many = (path: string, count: number) => Array.from({ length: count }, (_, n) => `${path}${n}`)

it('pages are compressed one after another, because passwords are hashed on the same threads', async () => {
  visit(openCache(), many('/clause/', 20))
  await vi.waitFor(() => expect(compressed).toBe(20))
  expect(most).toBe(1)
})

it('pages of older data are not compressed any more once newer data are shown', async () => {
  const older = openCache()
  visit(older, many('/clause/', 20))
  older.replace()
  visit(openCache(), ['/'])
  await vi.waitFor(() => expect(compressed).toBeGreaterThan(0))
  await sleep(50)
  expect(compressed).toBe(1)
})

it('made-up URLs of mails are neither compressed in the background nor push other pages out of the cache', async () => {
  const cache = openCache()
  visit(cache, ['/', ...many('/mails/stop/', 500)])
  await sleep(50)
  expect(compressed).toBe(1)
  expect(cache.rendered('/', 'en', false)).toBeDefined()
  expect(cache.rendered('/mails/stop/0', 'en', false)).toBeUndefined()
})
