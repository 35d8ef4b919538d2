import http from 'node:http'
import path from 'node:path'
import { readFile, stat } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { beforeAll, expect, inject, test } from 'vitest'
import { languages, openPage, watchBrowser } from './open-page.ts'
import { missingRoute, publicRoutes } from './routes.ts'

/** What a page may cost someone who was never here, as it is sent: compressed, without headers. */
type Budget = {
  /** The document with its styles. */
  readonly html: number
  /** Scripts before anyone touches the page. 1.5 s after it has loaded the rest of `reached` is fetched as well, and does not run; and what the next page needs. */
  readonly js: number
  /** All scripts, once someone has reached for every part of the page. */
  readonly reached: number
  /** The document, its font, and the scripts before anyone touches it. */
  readonly requests: number
}
watchBrowser()

const plain: Budget = { html: 11_000, js: 3_990, reached: 3_990, requests: 4 }
/** They say what only the server knows now, so that React runs on them from the start. */
const alive = { js: 95_450, reached: 95_450, requests: 19 }
/** Who is signed in is sent on from there, whether anyone touches the form or not. */
const door = { js: 8_370, reached: 20_200, requests: 7 }
const budgets: Readonly<Record<string, Partial<Budget>>> = {
  // The most words of all.
  '/faq': { html: 11_050 },
  // The picture of the road, and how it stands now.
  '/': { html: 12_000, js: 5_800, reached: 5_800, requests: 5 },
  // They name the most scripts, whose names are digests: each build gives them some bytes more or less.
  '/pricing': { html: 11_110, reached: 99_600 },
  '/group-buying': { html: 11_050, reached: 98_500 },
  // Of what is reached 2.6 kB are for passkeys, which a browser offers at the field.
  '/login': { ...door, reached: 21_700 },
  '/register': door,
  '/resetpassword': door,
  '/download': { js: 5_330, reached: 5_330, requests: 5 },
  '/affiliate': { html: 11_050, js: 5_500, reached: 80_900, requests: 5 },
  '/trial': { reached: 79_150 },
  '/open-groups': alive,
  '/purchased': { reached: 95_450 },
  '/start': alive,
  '/crypto-pay/plan-12': { reached: 108_400 },
}

/** Pages with a script of their own: one that no page names any more would be no cost, and would not run either. */
const withScript = new Set(['/', '/login', '/register', '/resetpassword', '/download', '/affiliate', '/faq'])

test.each(languages)('no public page costs more bytes or requests than it may (%s)', async (language) => {
  const over: string[] = []
  for (const route of [...publicRoutes, missingRoute]) {
    const budget = { ...plain, ...budgets[route] }
    const { html, size } = await smallest(`/${language}${route === '/' ? '' : route}`, budget.html)
    const scripts = scriptsOf(html)
    expect(scripts.first.size, route).toBeGreaterThan(0)
    // One that the document itself runs does so before the first paint.
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
  'a browser loads of %s what its budget counts: before anyone touches it, and once its part runs',
  async (route) => {
    const budget = { ...plain, ...budgets[route] }
    const { first } = scriptsOf((await smallest(`/en${route}`, budget.html)).html)
    const loaded = new Set<string>()
    const page = await openPage({ language: 'en', width: 'phone' })
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname.slice(1))
    })
    await page.goto(`/en${route}`)
    // What is fetched into the cache comes last of all that comes by itself, and does not run.
    const fetched = `performance.getEntriesByType('resource').some(
      ({ initiatorType, name }) => initiatorType === 'fetch' && name.includes('/assets/'))`
    await expect.poll(() => page.evaluate<boolean>(fetched)).toBe(true)
    expect(await page.locator('[data-island][data-started]').count()).toBe(0)
    expect([...first].filter((script) => !loaded.has(script))).toEqual([])
    // What the next page needs is no part of this one.
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
  'a browser loads of %s what its budget counts, and nothing besides',
  async (route) => {
    const budget = { ...plain, ...budgets[route] }
    const { first } = scriptsOf((await smallest(`/en${route === '/' ? '' : route}`, budget.html)).html)
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

/** Those that load by themselves, and those besides that its parts name; with what they import. */
function scriptsOf(html: string): { first: Set<string>; all: Set<string> } {
  const first = withImports([
    ...matches(html, /<link [^>]*id="enhancer" href="\/(assets\/[^"]+)"/g),
    ...matches(html, /<script[^>]* src="\/(assets\/[^"]+)"/g),
    // The page's own, which comes right after.
    ...matches(html, / data-page="\/(assets\/[^"]+)"/g),
  ])
  const all = new Set(first)
  for (const tag of matches(html, /(<div data-island=[^>]+>)/g)) {
    const scripts = withImports(matches(tag, /[" ]\/(assets\/[^" ]+)/g))
    // Any other waits for something that this visit does not know.
    const runs = / data-load="(?:[^"]* )?now[" ]/.test(tag)
    for (const script of scripts) {
      all.add(script)
      if (runs) first.add(script)
    }
  }
  return { first, all }
}

const dist = path.join(import.meta.dirname, '../../dist/client')
/** Which files each file imports. */
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

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** What a browser gets once the thorough compression is ready, some moments after the first visit. */
async function smallest(route: string, limit: number): Promise<{ html: string; size: number }> {
  let bytes = await readBrotli(route)
  for (let look = 0; look < 40 && bytes.length > limit; look++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    bytes = await readBrotli(route)
  }
  return { html: brotliDecompressSync(bytes).toString(), size: bytes.length }
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
