import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileCache } from '#tests/support/compile-cache.ts'
import { corners, openPage, watchBrowser } from './open-page.ts'
import home from '#text/en/site/home.ts'
import { startProduct, type Product } from './start-product.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

watchBrowser()

describe.each(corners)('the facts strip ($language, $width)', (screen) => {
  const english = screen.language === 'en'

  test('the strip names six facts with links, including the live status and one sample label', async () => {
    const page = await openPage(screen)
    await page.goto('/')
    const strip = page.locator('section', {
      has: page.getByRole('heading', { name: english ? 'Check us' : '可以查证' }),
    })
    const facts = strip.locator('li a')
    await strip.getByText(english ? 'All clear' : '一路畅通').waitFor()
    // Another visit may have triggered the check some minutes ago.
    expect(
      await strip.getByText(english ? /^Checked (?:just now|\d+ min\S* ago)$/ : /^(?:刚刚|\d+\s?分钟前)查过$/).count(),
    ).toBe(1)
    expect(await facts.count()).toBe(6)
    for (const fact of await facts.all()) expect(await fact.getAttribute('href')).toMatch(/^(?:https?:\/\/|\/)\S+$/)
    expect(await strip.getByText(english ? 'Sample data' : '示例数据').count()).toBe(1)
    expect(await facts.last().innerText()).toContain(english ? '7 days' : '7\u00a0天')
    await facts.last().click()
    await page.waitForURL('**/clause/refund-policy')
  })

  test('home and download pages show a drawing of the app in their language, captioned as a drawing', async () => {
    const page = await openPage(screen)
    for (const address of ['/', '/download']) {
      await page.goto(address)
      const app = page.locator('figure', { has: page.locator('svg[role=img]') })
      await app.locator('figcaption').waitFor()
      expect(await app.innerText()).toMatch(english ? /Connected[^]*A drawing\./ : /已连接[^]*示意图/)
    }
  })
})

test('the live status follows a language switch', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto('/')
  await page.getByText('All clear').waitFor()
  await page.locator('a[data-language]').click()
  await page.getByText('一路畅通').waitFor()
})

test('the live status disappears when the status page no longer reports', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  let state: 'clear' | null = 'clear'
  let asked = 0
  await page.route('**/api/system/system_status', (route) => {
    asked += 1
    return route.fulfill({ json: { code: 200, msg: '', status: 'OK', data: { state, ageSeconds: 0 } } })
  })
  await page.clock.install()
  await page.goto('/')
  await page.getByText('All clear').waitFor()
  await page.getByText('Checked just now').waitFor()
  // Prefetched calls are signed with the browser's time, so they must finish before the clock moves on.
  const ahead = ['payment_shop', 'system_client_config'].map((call) => page.waitForResponse(`**/${call}`))
  await page.clock.runFor(2_000)
  await Promise.all(ahead)
  state = null
  await page.clock.runFor(5 * 60_000)
  await expect.poll(() => asked).toBe(2)
  await page.getByText('Checked 5 minutes ago').waitFor()
  await page.clock.runFor(5 * 60_000)
  await page.getByText('All clear').waitFor({ state: 'detached' })
  expect(await page.locator('a[data-status] b').textContent()).toBe(home.status)
})

test('the home page runs no React, although it loads the live status', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text())
  })
  await page.goto('/')
  await page.getByText('All clear').waitFor()
  const bodies = await Promise.all(scripts)
  expect(bodies.length).toBeGreaterThan(2)
  expect(bodies.filter((body) => body.includes('react.element') || body.includes('hydrateRoot'))).toEqual([])
})

describe('published facts', () => {
  let product: Product
  let folder: string
  beforeAll(async () => {
    folder = await makeTemporaryFolder('proof')
    await mkdir(path.join(folder, 'data'))
    product = await startProduct({ dataDir: path.join(folder, 'data') })
  })
  afterAll(async () => {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function publish(proof: object | null): Promise<void> {
    const content = path.join(folder, 'content')
    await mkdir(content, { recursive: true })
    await writeFile(path.join(content, 'settings.json'), JSON.stringify({ proof }))
    const { port } = new URL(product.origin)
    await promisify(execFile)(
      process.execPath,
      [path.join(import.meta.dirname, '../../server/ops/main.ts'), 'content', 'publish', '--folder', content],
      {
        env: {
          ...process.env,
          ...compileCache,
          DATA_DIR: product.dataDir,
          PORT: port,
          SIMULATOR_PORT: new URL(product.simulator).port,
        },
      },
    )
  }
  async function facts(expected: readonly string[]): Promise<void> {
    await expect
      .poll(async () => {
        const html = await (await fetch(`${product.origin}/en`)).text()
        const strip = /<h2 class="vh">Check us<\/h2>([^]*?)<\/section>/.exec(html)?.[1] ?? ''
        return [...strip.matchAll(/<b>([^<]*)<\/b>/g)].map((match) => match[1])
      })
      .toEqual(expected)
  }

  test('the operator decides which facts are shown, without a sample label, and a single fact shows no strip', async () => {
    const source = { note: { en: 'All apps', 'zh-CN': '全部客户端' }, url: 'https://code.example' }
    await publish({ source, status: { url: 'https://status.example' } })
    await facts(['Open source', 'Service status', '7 days'])
    const html = await (await fetch(`${product.origin}/en`)).text()
    expect(html).toContain('href="https://code.example"')
    expect(html).toContain('href="https://status.example"')
    expect(html).not.toContain('data-status')
    const page = await openPage({ language: 'en', width: 'phone', origin: product.origin })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(asked.filter((url) => url.includes('system_status'))).toEqual([])
    const strip = page.locator('section', { has: page.getByRole('heading', { name: 'Check us' }) })
    expect(await strip.getByText('Sample data').count()).toBe(0)

    await publish(null)
    await facts([])
    await page.reload()
    expect(await strip.count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })
})
