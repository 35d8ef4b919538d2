import { rm } from 'node:fs/promises'
import { findFreePort } from '../simulators/free-ports.ts'
import { parseArgs } from 'node:util'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { chromium } from 'playwright-core'
import { startProduct } from '../tests/e2e/start-product.ts'
import { ensureBuilt } from './build.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/**
 * `npm run bench:web [-- --runs 5 --pages /,/pricing]`: what a phone gets of each page, by Lighthouse with its own slow
 * network and processor. Medians of several runs on this machine; nothing here is a test.
 */
const { values } = parseArgs({ options: { runs: { type: 'string' }, pages: { type: 'string' } } })
const runs = Number(values.runs ?? 5)
const pages = (values.pages ?? '/,/pricing,/login').split(',')

await ensureBuilt()
const dataDir = await makeTemporaryFolder('bench-web')
const product = await startProduct({ dataDir })
const port = await findFreePort()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-quic'],
})
try {
  const scores: Record<string, object> = {}
  const bytes: Record<string, object> = {}
  for (const page of pages) {
    for (const language of ['en', 'zh-CN']) {
      const address = `/${language}${page === '/' ? '' : page}`
      const results: RunnerResult[] = []
      for (let run = 0; run < runs; run++) {
        const result = await lighthouse(product.origin + address, { port, output: 'json', logLevel: 'silent' })
        if (result) results.push(result)
      }
      scores[address] = scoresOf(results)
      bytes[address] = bytesOf(results.at(-1))
    }
  }
  console.log(`Lighthouse, mobile, median of ${runs}`)
  console.table(scores)
  console.log('Bytes over the wire, and requests')
  console.table(bytes)
} finally {
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function scoresOf(results: readonly RunnerResult[]): Record<string, number> {
  const median = (read: (result: RunnerResult) => number | null | undefined) =>
    middle(results.flatMap((result) => read(result) ?? []).toSorted((a, b) => a - b))
  const category = (name: string) => Math.round(100 * median(({ lhr }) => lhr.categories[name]?.score))
  const audit = (name: string) => median(({ lhr }) => lhr.audits[name]?.numericValue)
  return {
    performance: category('performance'),
    accessibility: category('accessibility'),
    'best practices': category('best-practices'),
    SEO: category('seo'),
    'LCP, ms': Math.round(audit('largest-contentful-paint')),
    'TBT, ms': Math.round(audit('total-blocking-time')),
    CLS: Number(audit('cumulative-layout-shift').toFixed(4)),
  }
}

/** Runs in which the browser could not tell are left out. */
function middle(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
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
  return {
    'HTML with CSS': sum('Document'),
    scripts: sum('Script'),
    font: sum('Font'),
    images: sum('Image'),
    other: sum('Fetch', 'XHR', 'Other', 'Manifest', 'Stylesheet'),
    requests: requests.length,
  }
}
