import { createServer, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { findFreePorts } from '../../simulators/free-ports.ts'
import { launchChromium } from '../../tests/e2e/chromium.ts'
import { missingRoute, publicRoutes } from '../../tests/e2e/routes.ts'
import { startProduct } from '../../tests/e2e/start-product.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { figuresOf, problemsOf, withoutScripts, type Figures } from './web-figures.ts'

/**
 * `npm run lab -- bench:web [-- --runs 5 --pages /,/pricing]`: measures each public page in both languages with
 * Lighthouse, on its simulated slow phone, and compares it with the same page without scripts. Prints medians of
 * several runs. Exits with 1 if a result is missing or above `bounds` (lab/bench/web-figures.ts). Pages hidden from
 * search engines skip the SEO score; 404 and 403 pages are served with status 200, which Lighthouse requires.
 */
const { values } = parseArgs({ options: { runs: { type: 'string' }, pages: { type: 'string' } } })
const runs = Number(values.runs ?? 3)
if (!(Number.isInteger(runs) && runs >= 1 && runs <= 25)) {
  console.error('--runs is a whole number from 1 to 25.')
  process.exit(1)
}
const pages = values.pages?.split(',') ?? [...publicRoutes, missingRoute]
const failures: string[] = []
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

await ensureBuilt()
const dataDir = await makeTemporaryFolder('bench-web')
const product = await startProduct({ dataDir })
const [port, barePort, wholePort] = (await findFreePorts(3)) as [number, number, number]
const bare = await handOn(product.origin, barePort, withoutScripts)
const refused = await handOn(product.origin, wholePort, (html) => html)
const browser = await launchChromium([`--remote-debugging-port=${port}`])
try {
  for (const page of pages) {
    for (const language of ['en', 'zh-CN']) {
      const address = `/${language}${page === '/' ? '' : page}`
      const answer = await fetch(product.origin + address)
      const skipAudits = (await answer.text()).includes('noindex') ? ['is-crawlable'] : []
      const origin = answer.ok ? product.origin : `http://localhost:${wholePort}`
      const whole = await measure(origin + address, { onlyCategories: categories, skipAudits })
      const alone = await measure(`http://localhost:${barePort}${address}`, { onlyCategories: ['performance'] })
      const figures = { whole: figuresOf(whole), alone: figuresOf(alone) }
      const problems = problemsOf(figures)
      failures.push(...problems.map((problem) => `${address}: ${problem}`))
      // Prints each result at once, because all pages take an hour.
      console.log(address, lineOf(figures, whole.at(-1)))
      for (const problem of problems) console.log(`  ✗ ${problem}`)
    }
  }
} finally {
  await browser.close()
  bare.close()
  refused.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'every page is within its bounds' : `${failures.length} failures`)
process.exitCode = failures.length > 0 ? 1 : 0

type Asked = { onlyCategories?: string[]; skipAudits?: string[] }

async function measure(url: string, asked: Asked): Promise<readonly RunnerResult[]> {
  const results: RunnerResult[] = []
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      ...asked,
    })
    if (result) results.push(result)
  }
  return results
}

/**
 * Proxies the site with its own headers and compression, but changes its pages and answers with status 200. Server
 * errors are not cached.
 */
function handOn(origin: string, at: number, change: (html: string) => string): Promise<Server> {
  type Kept = { body: Buffer; headers: Record<string, string>; status: number }
  const kept = new Map<string, Promise<Kept>>()
  const read = async (path: string): Promise<Kept> => {
    const answer = await fetch(origin + path)
    const body = Buffer.from(await answer.arrayBuffer())
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    const text = isPage ? Buffer.from(change(body.toString())) : body
    const headers = { ...Object.fromEntries(answer.headers), 'content-encoding': 'br' }
    // Removes headers that describe the original response body and connection.
    for (const name of ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'etag'])
      Reflect.deleteProperty(headers, name)
    if (answer.status >= 500) kept.delete(path)
    return { body: brotliCompressSync(text), headers, status: isPage && answer.status < 500 ? 200 : answer.status }
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const answer = kept.get(path) ?? read(path)
    kept.set(path, answer)
    answer.then(
      ({ body, headers, status }) => response.writeHead(status, headers).end(body),
      () => {
        kept.delete(path)
        response.writeHead(502).end()
      },
    )
  })
  return new Promise((resolve) => server.listen(at, () => resolve(server)))
}

function ms(value: number | null): string {
  return value === null ? '–' : String(Math.round(value))
}

function lineOf({ whole, alone }: { whole: Figures; alone: Figures }, last: RunnerResult | undefined): string {
  const times = (name: 'LCP' | 'TBT') => {
    const [ours, bareOne] = [whole[name], alone[name]]
    const ratio = ours !== null && bareOne ? (ours / bareOne).toFixed(2) : '–'
    return `${name} ${ms(ours)} (${ratio} ×)`
  }
  const bytes = Object.entries(bytesOf(last)).map(([name, value]) => `${name} ${value}`)
  const scores = Object.values(whole.scores)
    .map((score) => (score === null ? '–' : Math.round(100 * score)))
    .join('/')
  return [`scores ${scores}`, `CLS ${whole.CLS?.toFixed(4) ?? '–'}`, times('LCP'), times('TBT'), ...bytes].join(' · ')
}

type Request = { resourceType?: string; transferSize?: number }

function bytesOf(result: RunnerResult | undefined): Record<string, number> {
  const details = result?.lhr.audits['network-requests']?.details
  const requests = (details?.type === 'table' ? details.items : []) as Request[]
  const sum = (...kinds: string[]) =>
    requests
      .filter(({ resourceType = '' }) => kinds.includes(resourceType))
      .reduce((total, { transferSize = 0 }) => total + transferSize, 0)
  return { html: sum('Document'), js: sum('Script'), requests: requests.length }
}
