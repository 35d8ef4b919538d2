import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerConsolePages } from './register-console-pages.ts'

const app = fastify()
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'console-'))
  await mkdir(path.join(dist, '.vite'))
  await mkdir(path.join(dist, 'assets'))
  const files = {
    '.vite/manifest.json': JSON.stringify({ 'console/main.tsx': { file: 'assets/main-1.js' } }),
    'assets/main-1.js': 'plain',
    'assets/main-1.js.br': 'brotli',
    'assets/main-1.js.gz': 'gzip',
    'mark.svg': '<svg/>',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dist, name), text)
  await registerConsolePages(app, dist, { 'x-all': 'yes' })
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
  '%s is answered with the console document, uncached',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    expect(answer.body).toContain('<script type="module" src="/console/assets/main-1.js">')
  },
)
