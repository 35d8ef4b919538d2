import { createServer, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { findFreePorts } from '../simulators/free-ports.ts'
import { launchChromium } from '../tests/e2e/chromium.ts'
import { missingRoute, publicRoutes } from '../tests/e2e/routes.ts'
import { startProduct } from '../tests/e2e/start-product.ts'
import { ensureBuilt } from './build.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/**
 * `npm run bench:web [-- --runs 5 --pages /,/pricing]`: what a phone gets of each public page in both languages, by
 * Lighthouse with its own slow network and processor, beside the same page with its scripts taken out. Medians of several
 * runs on this machine; nothing here is a test.
 */
const { values } = parseArgs({ options: { runs: { type: 'string' }, pages: { type: 'string' } } })
const runs = Number(values.runs ?? 3)
const pages = values.pages?.split(',') ?? [...publicRoutes, missingRoute]

await ensureBuilt()
const dataDir = await makeTemporaryFolder('bench-web')
const product = await startProduct({ dataDir })
const [port, barePort] = (await findFreePorts(2)) as [number, number]
const bare = await serveWithoutScripts(product.origin, barePort)
const browser = await launchChromium([`--remote-debugging-port=${port}`])
try {
  for (const page of pages) {
    for (const language of ['en', 'zh-CN']) {
      const address = `/${language}${page === '/' ? '' : page}`
      const whole = await measure(product.origin + address)
      const alone = await measure(`http://localhost:${barePort}${address}`, ['performance'])
      const figures = { ...scoresOf(whole), ...besides(whole, alone), ...bytesOf(whole.at(-1)) }
      // A line for each, as they come: all pages take an hour.
      console.log(
        address,
        Object.entries(figures)
          .map(([name, value]) => `${name} ${value}`)
          .join(' · '),
      )
    }
  }
} finally {
  await browser.close()
  bare.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(url: string, onlyCategories?: string[]): Promise<readonly RunnerResult[]> {
  const results: RunnerResult[] = []
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      ...(onlyCategories && { onlyCategories }),
    })
    if (result) results.push(result)
  }
  return results
}

/** The same site, compressed as it is there, with no script in its pages. */
function serveWithoutScripts(origin: string, at: number): Promise<Server> {
  const kept = new Map<string, Promise<{ body: Buffer; type: string; status: number }>>()
  const read = async (path: string) => {
    const answer = await fetch(origin + path)
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    const isPage = type.startsWith('text/html')
    const text = isPage ? Buffer.from(body.toString().replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')) : body
    return { body: brotliCompressSync(text), type, status: answer.status }
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (!kept.has(path)) kept.set(path, read(path))
    kept.get(path)?.then(
      ({ body, type, status }) =>
        response.writeHead(status, { 'content-type': type, 'content-encoding': 'br' }).end(body),
      () => response.writeHead(502).end(),
    )
  })
  return new Promise((resolve) => server.listen(at, () => resolve(server)))
}

function audit(results: readonly RunnerResult[], name: string): number {
  return median(results.flatMap(({ lhr }) => lhr.audits[name]?.numericValue ?? []))
}

/** Runs in which the browser could not tell are left out. */
function median(seen: readonly number[]): number {
  const sorted = seen.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function scoresOf(results: readonly RunnerResult[]): Record<string, string | number> {
  const category = (name: string) =>
    Math.round(100 * median(results.flatMap(({ lhr }) => lhr.categories[name]?.score ?? [])))
  return {
    scores: ['performance', 'accessibility', 'best-practices', 'seo'].map(category).join('/'),
    CLS: Number(audit(results, 'cumulative-layout-shift').toFixed(4)),
  }
}

/** In ms, and how many times what the page without scripts has. */
function besides(whole: readonly RunnerResult[], alone: readonly RunnerResult[]): Record<string, string> {
  const row = (name: string) => {
    const [ours, bareOnes] = [audit(whole, name), audit(alone, name)]
    return `${Math.round(ours)} (${bareOnes > 0 ? (ours / bareOnes).toFixed(2) : '–'} ×)`
  }
  return { LCP: row('largest-contentful-paint'), TBT: row('total-blocking-time') }
}

type Request = { resourceType?: string; transferSize?: number }

/** Transferred bytes by kind, headers included, as the browser counted them. */
function bytesOf(result: RunnerResult | undefined): Record<string, number> {
  const details = result?.lhr.audits['network-requests']?.details
  const requests = (details?.type === 'table' ? details.items : []) as Request[]
  const sum = (...kinds: string[]) =>
    requests
      .filter(({ resourceType = '' }) => kinds.includes(resourceType))
      .reduce((total, { transferSize = 0 }) => total + transferSize, 0)
  return { html: sum('Document'), js: sum('Script'), requests: requests.length }
}
