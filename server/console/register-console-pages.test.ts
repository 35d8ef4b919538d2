import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { registerConsolePages } from './register-console-pages.ts'

const app = fastify()
let dist: string
let brand: Pick<SiteData, 'look' | 'mark' | 'pictures'> = { look: defaultLook, mark: null, pictures: null }
beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'console-'))
  await mkdir(path.join(dist, '.vite'))
  await mkdir(path.join(dist, 'assets'))
  const files = {
    '.vite/manifest.json': JSON.stringify({
      'console/main.tsx': { file: 'assets/main-1.js', css: ['assets/main-1.css'] },
    }),
    'assets/main-1.css': ':root{--plate:#006d52;--r:12px}',
    'assets/main-1.js': 'plain',
    'assets/main-1.js.br': 'brotli',
    'assets/main-1.js.gz': 'gzip',
    'mark.svg': '<svg/>',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dist, name), text)
  await registerConsolePages(app, dist, { 'x-all': 'yes' }, () => Promise.resolve(brand))
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

const get = (url: string, headers = {}) => app.inject({ url, headers })

it.each([
  ['br', 'brotli'],
  ['gzip', 'gzip'],
  ['identity', 'plain'],
])('a built file is sent in its stored encoding to a client that accepts %s', async (encoding, body) => {
  for (const url of ['/console/assets/main-1.js', '/console/assets/main-1.js?once']) {
    const answer = await get(url, { 'accept-encoding': encoding })
    expect([answer.statusCode, answer.body]).toEqual([200, body])
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-all': 'yes',
    })
  }
})

it('an uncompressed file is sent plain, and HEAD gets only its headers', async () => {
  const answer = await get('/console/mark.svg', { 'accept-encoding': 'br' })
  expect([answer.body, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
    '<svg/>',
    undefined,
    undefined,
  ])
  const head = await app.inject({ method: 'HEAD', url: '/console/mark.svg' })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '6', ''])
})

it.each([
  ['en', 'This browser is too old for the console'],
  ['zh-CN', '浏览器版本太旧'],
])('the page says that the browser is too old until the console has started (%s)', async (language, sentence) => {
  const { body } = await get('/console', { 'accept-language': language })
  expect(body).toMatch(new RegExp(`<div id="console"><p class="too-old">${sentence}`))
})

it('a missing file is not answered with the console document', async () => {
  for (const url of ['/console/assets/gone.js', '/console/assets/gone.css?once', '/console/assets/..%2f..%2fmain.js']) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.body]).toEqual([url, 404, ''])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  }
})

it.each(['/console', '/console/', '/console/people/7?tab=orders', '/console/.vite/manifest.json'])(
  'the URL %s is answered with the console document, uncached',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    expect(answer.body).toContain('<script type="module" src="/console/assets/main-1.js">')
  },
)

it("the console shows the shop's own colours and logo by a stylesheet whose URL changes with them", async () => {
  const sheetOf = async () => /href="(\/console\/assets\/[^"]+)"/.exec((await get('/console')).body)?.[1] ?? ''
  expect(await sheetOf()).toBe('/console/assets/main-1.css')
  expect((await get('/console/assets/main-1.css?look=x')).body).toContain('#006d52')

  brand = {
    look: { main: '#7a1f5c', accent: '#9be7ff', corners: 'round' },
    mark: { kind: 'svg', data: '<svg/>' },
    pictures: '/brand/abc',
  }
  const own = await sheetOf()
  expect(own).toMatch(/^\/console\/assets\/main-1\.css\?look=[\w-]{12}$/)
  expect((await get('/console')).body).toContain('href="/brand/abc/mark.svg"')
  const sheet = await get(own)
  expect(sheet.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'x-all': 'yes' })
  expect(sheet.body).toContain(':root{--plate:#7a1f5c;--r:20px}')
  expect(sheet.body).toContain('url(/brand/abc/mark.svg)')

  brand = { ...brand, look: { ...brand.look, main: '#195daa' } }
  expect(await sheetOf()).not.toBe(own)
})
