import { createHash } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { readFile, stat } from 'node:fs/promises'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Manifest } from 'vite'
import { beforeAll, expect, inject, test } from 'vitest'
import { languages, openPage, watchBrowser } from './open-page.ts'
import { missingRoute, publicRoutes } from './routes.ts'

/**
 * Limits for a first visit: compressed bytes without headers. Reading account names without what copying adds takes 20 to
 * 40 bytes of every page with a sign-in.
 */
type Budget = {
  readonly html: number
  /** Scripts that are loaded before any interaction, without those that are prefetched after 1.5 s and do not run. */
  readonly js: number
  /** All scripts of the page, including those that are loaded once its form becomes active. */
  readonly reached: number
  readonly requests: number
}
watchBrowser()

/**
 * High contrast of the system and large text of the browser take 0.4 kB of each page, and telling browsers inside apps
 * takes 0.1 kB of script.
 */
const plain: Budget = { html: 11_400, js: 4_090, reached: 4_090, requests: 4 }
/**
 * Pages with data that only the server knows, so React runs from the start. Copying without the Clipboard API, and
 * sentences and stages that an operator sets, take 0.2 kB.
 */
const alive = { js: 95_850, reached: 95_850, requests: 19 }
/**
 * Sign-in pages redirect signed-in visitors, even without interaction. The names of the legal texts stay whole on a
 * line, which takes a few bytes of HTML. Account names are read without what copying adds, which takes 40 bytes. Hashes
 * in names of files make the HTML up to 80 bytes smaller or larger with each build.
 */
const door = { html: 11_520, js: 8_370, reached: 20_660, requests: 7 }
const budgets: Readonly<Record<string, Partial<Budget>>> = {
  // A press that waits for its script shows, which takes 40 bytes of scripts and 20 of HTML on every page with a form.
  // Chinese dates that stay on a line take another 10 bytes.
  '/faq': { html: 11_510, js: 4_120, reached: 4_120 },
  // This page and the price page name the countries of the servers, which takes 0.2 kB.
  '/': { html: 12_720, js: 5_940, reached: 5_940, requests: 5 },
  // Scripts name others by a digest of their content, which changes the compressed size by a few bytes per build.
  // Plans in two lines on narrow phones take 40 bytes. A press on Pay before the scripts run orders what the button
  // says, also inside WeChat, and a gift code waits for the sign-in, which takes 0.1 kB of HTML and 0.4 kB of scripts.
  // Dates that are true with a wrong clock take 0.1 kB, and 20 bytes of HTML.
  '/pricing': { html: 12_180, reached: 100_000 },
  // The link out of WeChat keeps the choices, payments under review have words of their own, and starting again goes on
  // with the unpaid group, which takes 0.7 kB. A paid seat leads back to its group, which takes 0.3 kB.
  '/group-buying': { html: 11_540, reached: 99_230 },
  // Includes 2.6 kB for passkeys, which browsers offer in the field.
  '/login': { ...door, reached: 21_800 },
  '/register': door,
  '/resetpassword': door,
  '/download': { js: 5_310, reached: 5_310, requests: 5 },
  // The check of the connection asks the API; its texts are loaded with the first check.
  '/locations': { js: 5_890, reached: 5_890, requests: 5 },
  '/affiliate': { html: 11_560, js: 5_530, reached: 81_130, requests: 5 },
  '/trial': { reached: 79_220 },
  '/open-groups': alive,
  '/purchased': { reached: 94_990 },
  '/start': alive,
  // Naming the rest of a short payment, asking support to accept it, and going on with the open order takes 0.4 kB.
  // Choosing the only network, and copy fields that may show a shortened link, take 0.1 kB.
  '/crypto-pay/plan-12': { reached: 109_100 },
}

/**
 * Pages with a script of their own. Checked separately, because a missing reference would lower the cost of the page
 * although the script does not run.
 */
const withScript = new Set([
  '/',
  '/login',
  '/register',
  '/resetpassword',
  '/download',
  '/locations',
  '/affiliate',
  '/faq',
])

test.each(languages)('no public page exceeds its budget of bytes and requests (%s)', async (language) => {
  const over: string[] = []
  for (const route of [...publicRoutes, missingRoute]) {
    const budget = { ...plain, ...budgets[route] }
    const { html, size } = await measure(`/${language}${route === '/' ? '' : route}`)
    const scripts = scriptsOf(html)
    expect(scripts.first.size, route).toBeGreaterThan(0)
    // A script file named in the document would run before the first paint.
    expect(html, route).not.toMatch(/<script[^>]* src=/)
    expect(html.includes(' data-page="/assets/') || !withScript.has(route), route).toBe(true)
    const cost: Budget = {
      html: size,
      js: await weigh(scripts.first),
      reached: await weigh(scripts.all),
      requests: scripts.first.size + 2,
    }
    for (const kind of ['html', 'js', 'reached', 'requests'] as const)
      if (cost[kind] > budget[kind]) over.push(`/${language}${route} ${kind}: ${cost[kind]} > ${budget[kind]}`)
  }
  expect(over).toEqual([])
})

test.each(['/pricing', '/login', '/register', '/resetpassword', '/trial'])(
  'a browser loads the scripts of %s within its budget, before and after its form is active',
  async (route) => {
    const budget = { ...plain, ...budgets[route] }
    const { first } = scriptsOf((await measure(`/en${route}`)).html)
    const loaded = new Set<string>()
    const page = await openPage({ language: 'en', width: 'phone', zone: zoneNearNoon() })
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname.slice(1))
    })
    await page.goto(`/en${route}`)
    // Prefetching is the last automatic step; it runs no script.
    const fetched = `performance.getEntriesByType('resource').some(
      ({ initiatorType, name }) => initiatorType === 'fetch' && name.includes('/assets/'))`
    await expect.poll(() => page.evaluate<boolean>(fetched)).toBe(true)
    expect(await page.locator('[data-island][data-started]').count()).toBe(0)
    expect([...first].filter((script) => !loaded.has(script))).toEqual([])
    const ahead = withImports([...loaded].filter((script) => /prefetch-/.test(script)))
    const own = () => new Set([...loaded].filter((script) => first.has(script) || !ahead.has(script)))
    expect(await weigh(own())).toBeLessThanOrEqual(budget.js)
    await page.locator('[data-island]').first().dispatchEvent('pointerover')
    await page.locator('[data-island][data-live]').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(own().size).toBeGreaterThan(first.size)
    expect(await weigh(own())).toBeLessThanOrEqual(budget.reached)
  },
)

test.each(['/', '/download', '/faq'])(
  'a browser loads the scripts of %s that its budget counts, and no others',
  async (route) => {
    const { first } = scriptsOf((await measure(`/en${route === '/' ? '' : route}`)).html)
    const loaded = new Set<string>()
    const page = await openPage({ language: 'en', width: 'phone' })
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname.slice(1))
    })
    await page.goto(`/en${route}`)
    await expect.poll(() => [...first].filter((script) => !loaded.has(script))).toEqual([])
    await page.waitForLoadState('networkidle')
    const ahead = withImports([...loaded].filter((script) => /prefetch-/.test(script)))
    expect([...loaded].filter((script) => !first.has(script) && !ahead.has(script))).toEqual([])
  },
)

/** Scripts that load automatically, and all scripts of the page's parts, both with their imports. */
function scriptsOf(html: string): { first: Set<string>; all: Set<string> } {
  const first = withImports([
    ...matches(html, /<link [^>]*id="enhancer" href="\/(assets\/[^"]+)"/g),
    ...matches(html, /<script[^>]* src="\/(assets\/[^"]+)"/g),
    ...matches(html, / data-page="\/(assets\/[^"]+)"/g),
  ])
  const all = new Set(first)
  for (const tag of matches(html, /(<div data-island=[^>]+>)/g)) {
    const scripts = withImports(matches(tag, /[" ]\/(assets\/[^" ]+)/g))
    // Islands with other load conditions do not start in this visit.
    const runs = / data-load="(?:[^"]* )?now[" ]/.test(tag)
    for (const script of scripts) {
      all.add(script)
      if (runs) first.add(script)
    }
  }
  return { first, all }
}

const dist = path.join(import.meta.dirname, '../../dist/client')
const imports = new Map<string, readonly string[]>()
beforeAll(async () => {
  const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  for (const { file, imports: keys = [] } of Object.values(manifest))
    imports.set(
      file,
      keys.flatMap((key) => manifest[key]?.file ?? []),
    )
})

function withImports(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    withImports(imports.get(file) ?? [], found)
  }
  return found
}

async function weigh(files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...files].map((file) => stat(path.join(dist, `${file}.br`))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Time zone with the same date as UTC and at least six hours from midnight. Nearer to midnight, pages load one more
 * script that recomputes their dates.
 */
const zoneNearNoon = () => (new Date().getUTCHours() < 12 ? 'Asia/Dhaka' : 'America/Belize')

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** Brotli at the quality that the server uses some time after a page's first visit. */
const compress = (html: string): number => {
  const bytes = Buffer.from(html)
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length
}

/** Replaces random ports and keys, which change the compressed size by up to 50 bytes at each start. */
const ofAShop = (html: string): string =>
  html
    .replaceAll(/http:\/\/localhost:\d+/g, 'https://shop.example')
    .replaceAll(/(?<="signingKey":")[^"]+/g, (key) =>
      createHash('shake256', { outputLength: key.length }).update('signing key').digest('base64').slice(0, key.length),
    )

/**
 * Page and its compressed size, after the server has compressed it at full quality. Pages with the token of a mail are
 * never compressed so.
 */
async function measure(route: string): Promise<{ html: string; size: number }> {
  if (route.endsWith('/not-a-token')) {
    const served = await readBrotli(route)
    return { html: brotliDecompressSync(served).toString(), size: served.length }
  }
  let html = ''
  let size = 0
  await expect
    .poll(async () => {
      const served = await readBrotli(route)
      const read = brotliDecompressSync(served).toString()
      // Compressing takes longer than everything else here, so only a changed page is compressed again.
      if (read !== html) [html, size] = [read, compress(read)]
      return served.length - size
    })
    .toBeLessThanOrEqual(0)
  return { html, size: compress(ofAShop(html)) }
}

function readBrotli(route: string): Promise<Buffer> {
  const { hostname, port } = new URL(inject('e2e').origin)
  return new Promise((resolve, reject) => {
    const call = http.request({ hostname, port, path: route, headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    })
    call.on('error', reject).end()
  })
}
