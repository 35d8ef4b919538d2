import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileCache } from '#tests/support/compile-cache.ts'
import { faultsOf } from './axe.ts'
import { languages, openPage, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { startProduct, type Product } from './start-product.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

watchBrowser()

const root = path.join(import.meta.dirname, '../..')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}
let folder: string
let product: Product
let copy: http.Server
let copyOrigin: string
/** Accepts connections and never answers, like a blocked host. */
let hole: net.Server
const swallowed: net.Socket[] = []

const portOf = (server: net.Server) => (server.address() as net.AddressInfo).port
const listen = (server: net.Server) =>
  new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))

async function serveCopy(files: string, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://localhost').pathname
  const inside = address.startsWith('/some/where/') ? address.slice('/some/where/'.length) : '..'
  const file = path.join(files, inside.endsWith('/') || inside === '' ? `${inside}index.html` : inside)
  if (address === '/chat') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>How can we help?')
    return
  }
  const bytes = file.startsWith(files + path.sep) ? await readFile(file).catch(() => null) : null
  if (bytes) response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain' }).end(bytes)
  else if (inside !== '..' && !path.extname(address)) response.writeHead(301, { location: `${address}/` }).end()
  else response.writeHead(404).end()
}

beforeAll(async () => {
  folder = await makeTemporaryFolder('mirror')
  const files = path.join(folder, 'files')
  copy = http.createServer((request, response) => void serveCopy(files, request, response))
  hole = net.createServer((socket) => {
    socket.on('error', () => {})
    swallowed.push(socket)
  })
  await Promise.all([listen(copy), listen(hole)])
  copyOrigin = `http://127.0.0.1:${portOf(copy)}`

  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  product = await startProduct({ dataDir })
  const { port } = new URL(product.origin)
  const env = {
    ...process.env,
    ...compileCache,
    DATA_DIR: dataDir,
    PORT: port,
    SIMULATOR_PORT: new URL(product.simulator).port,
  }
  const run = (script: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(root, script), ...args], { env, cwd: root })
  const mirrors = { origins: [copyOrigin], hosts: [], manifestUrls: [], manifestKey: null }
  const chat = { url: `${copyOrigin}/chat`, hosts: [new URL(product.origin).host] }
  const look = { main: '#8a1c4f', accent: '#9be7ff', corners: 'square' }
  const pageTexts = {
    'checkout.title': { en: 'Pick your pond', 'zh-CN': '挑个池塘' },
    'checkout.devices': { en: 'Ducks', 'zh-CN': '鸭子' },
  }
  await mkdir(path.join(folder, 'content'))
  await writeFile(path.join(folder, 'content/settings.json'), JSON.stringify({ mirrors, chat, look, pageTexts }))
  for (const language of languages) {
    await mkdir(path.join(folder, 'content', language, 'pages'), { recursive: true })
    const text =
      '---\ntitle: Students\ndate: 2026-01-05\nsummary: Less for students.\n---\n\nWrite from your school address.\n'
    await writeFile(path.join(folder, 'content', language, 'pages/student-discount.md'), text)
  }
  const imported = await run('server/ops/main.ts', 'content', 'publish', '--folder', path.join(folder, 'content'))
  // Changing hosts that receive passwords takes two operators.
  const [, proposal = ''] = /approvals? grant --id (\S+)/.exec(imported.stdout) ?? []
  await run('server/ops/main.ts', 'approvals', 'grant', '--id', proposal, '--operator', 'second')
  await run('scripts/export.ts', '--out', files, '--api', `http://127.0.0.1:${portOf(hole)},${product.origin}`)
  // A running server checks for changes every few seconds, and most tests open a page once.
  const published = async () => (await fetch(`${product.origin}/en/student-discount`)).text()
  for (let tries = 0; tries < 240 && !(await published()).includes('Less for students.'); tries++) await sleep(250)
})

afterAll(async () => {
  for (const socket of swallowed) socket.destroy()
  hole.close()
  copy.closeAllConnections()
  copy.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

test("a copy of the site below a path shows every page, keeps its links inside, and uses the visitor's language", async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto(`${copyOrigin}/some/where/`)
  await page.waitForURL('**/some/where/en/')
  for (const name of ['Pricing', 'Download', 'Affiliates', 'Group buy', 'Home']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await page.locator('h1').first().waitFor()
    expect(page.url()).toContain(`${copyOrigin}/some/where/en/`)
  }
  await page.locator('a[data-language]').click()
  await page.waitForURL('**/some/where/zh-CN/')
  await page.locator('html[lang=zh-CN]').waitFor()
  await page.locator('footer').getByRole('link', { name: '退款政策' }).click()
  await page.waitForURL('**/some/where/zh-CN/clause/refund-policy/')
})

test('signing up through a copy waits at most three seconds for a blocked host, once', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/ERR_|net::|Failed to load/] })
  await page.addInitScript(`(() => {
    const [realFetch, realTimeout] = [window.fetch, window.setTimeout]
    // The time limit of a request is set right before it is sent.
    let lastMs
    window.asked = []
    window.setTimeout = (work, ms, ...rest) => { lastMs = ms; return realTimeout(work, ms, ...rest) }
    window.fetch = (url, init) => { window.asked.push([String(url), lastMs]); return realFetch(url, init) }
  })()`)
  await page.goto(`${copyOrigin}/some/where/en/login/`)
  await reach(page, 'auth')
  const signIn = async () => {
    await page.locator('input[name=password], input[type=password]').first().fill('not-the-password-1')
    await page.locator('main form button[type=submit]').click()
    await page.getByRole('alert').first().waitFor()
  }
  await page.locator('main form input').first().fill('nobody.here')
  const box = page.locator('main form input[type=checkbox]')
  if ((await box.count()) > 0) await box.first().check()
  await signIn()
  const asked = await page.evaluate<[string, number | undefined][]>('window.asked')
  const [blocked, reached, ...again] = asked.filter(([url]) => url.endsWith('/mirror/reach'))
  expect(blocked?.[0]).toContain(String(portOf(hole)))
  expect(blocked?.[1]).toBe(3_000)
  expect(reached?.[0]).toContain(product.origin)
  expect(again).toEqual([])
  expect(asked.filter(([url]) => url.includes('/api/')).every(([url]) => url.startsWith(product.origin))).toBe(true)

  const before = swallowed.length
  await page.reload()
  await reach(page, 'auth')
  await page.locator('main form input').first().fill('nobody.here')
  if ((await box.count()) > 0) await box.first().check()
  await signIn()
  expect(swallowed).toHaveLength(before)
})

test('a running server shows the newly published student discount and its link', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto(product.origin)
  await page.locator('footer').getByRole('link', { name: 'Students' }).click()
  await page.getByRole('heading', { name: 'Students' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('the chat is offered on its exact host in its own frame, and never on payment pages', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/'postMessage'/] })
  await page.goto(`${product.origin}/faq`)
  const open = page.getByRole('button', { name: 'Chat with us' })
  await open.waitFor()
  expect(page.frames()).toHaveLength(1)
  await open.click()
  await page.frameLocator('iframe').getByText('How can we help?').waitFor()
  expect(await faultsOf(page)).toEqual([])
  for (const route of ['/pricing', '/purchased', '/resetpassword', '/user/profile']) {
    const answer = await fetch(product.origin + route)
    expect(answer.headers.get('content-security-policy')).not.toContain('frame-src')
    expect(await answer.text()).not.toContain('data-chat')
  }
  await page.goto(`${copyOrigin}/some/where/en/faq/`)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('button', { name: 'Chat with us' }).count()).toBe(0)
})

test('a static copy of the site has the colours, pictures and sentences of the shop, also in a part that runs in the browser', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto(`${copyOrigin}/some/where/en/pricing/`)
  await page.getByRole('heading', { name: 'Pick your pond' }).waitFor()
  await reach(page, 'checkout')
  await page.getByRole('heading', { name: 'Pick your pond' }).waitFor()
  await page.getByText('Ducks', { exact: true }).first().waitFor()
  const html = await page.content()
  expect(html).toContain('#8a1c4f')
  expect(html).not.toContain('#006d52')
  const icon = await page.locator('link[rel=icon]').getAttribute('href')
  expect(await (await fetch(new URL(icon ?? '', page.url()))).text()).toContain('#8a1c4f')
  const shared = await fetch(`${copyOrigin}/some/where/icon-512.png`)
  expect([shared.status, shared.headers.get('content-type')]).toEqual([200, 'image/png'])

  await page.locator('a[data-language]').click()
  await page.locator('html[lang=zh-CN]').waitFor()
  await page.getByRole('heading', { name: '挑个池塘' }).waitFor()
})
