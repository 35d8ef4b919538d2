import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tripsOf } from '../../tests/integration/wire/round-trips.table.ts'
import { startProduct } from '../../tests/e2e/start-product.ts'
import { connectionOf } from './buyers.ts'
import { callHeaders, logIn, readSigningKey, send, sign } from './customer.ts'
import { measureHostileTexts } from './hostile-text.ts'
import { measureNotifications } from './notifications.ts'
import { measurePurchases } from './purchases.ts'
import { compare, type Throughput } from './throughput.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** `npm run lab -- bench`: measures and prints all published figures in one run on this machine. It is not a test. */
await ensureBuilt()
const dataDir = await makeTemporaryFolder('bench')
try {
  console.table(await measureStarts())
  const product = await startProduct({ dataDir, env: { TRUST_PROXY: 'on' } })
  try {
    await sleep(3_000)
    const idle = await memoryOf(product.pid)
    console.table(await measureThroughput(product.origin))
    console.table({ 'RSS, MB': { idle, loaded: await memoryOf(product.pid) } })
    console.table(await measureBytes(product.origin))
    const running = { origin: product.origin, simulator: product.simulator, dataDir }
    console.table({ ...(await measurePurchases(running)), ...(await measureNotifications(running)) })
    console.table(measureHostileTexts(dataDir))
  } finally {
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measureStarts(): Promise<Record<string, { seconds: number }>> {
  const figures: Record<string, { seconds: number }> = {}
  for (const name of ['start on a fresh data folder', 'start again']) {
    const startedAt = performance.now()
    const product = await startProduct({ dataDir, isVisited: false })
    figures[name] = { seconds: round((performance.now() - startedAt) / 1000, 2) }
    await product.stop()
  }
  return figures
}

async function measureThroughput(origin: string): Promise<Record<string, object>> {
  const prefix = `${origin}/v4/test`
  const key = await readSigningKey(origin)
  const authorization = await logIn(prefix, key)
  const amount = 15_000
  const body = () => JSON.stringify({ signature: sign(key) })
  const connection = await connectionOf(dataDir)
  const signingKey = await readFile(path.join(dataDir, 'keys/signing-web.pem'), 'utf8')
  const signedCall = async (route: string, headers: Record<string, string>) => {
    const url = `${prefix}${route}`
    const bodies = Array.from({ length: amount + 100 }, body)
    const sample = await send(url, { method: 'POST', headers, body: body() })
    const like = { connection, signingKey, trips: tripsOf[route]?.[0] ?? 0 }
    return compare({ url, amount, headers, bodies, sample, like })
  }
  const pageHeaders = { 'accept-encoding': 'br', 'accept-language': 'en' }
  const rows: [string, Throughput][] = [
    ['payment_shop (signed)', await signedCall('/api/payment/payment_shop', callHeaders)],
    ['system_user_info (signed)', await signedCall('/api/system/system_user_info', { ...callHeaders, authorization })],
    [
      'home, HTML',
      await compare({
        url: `${origin}/`,
        amount,
        headers: pageHeaders,
        sample: await send(`${origin}/`, { headers: pageHeaders }),
      }),
    ],
  ]
  return Object.fromEntries(
    rows.map(([name, { perSecond, rawPerSecond, ratio, alikePerSecond, p99Ms }]) => [
      name,
      {
        'per second': Math.round(perSecond),
        'raw node:http': Math.round(rawPerSecond),
        ratio: round(ratio, 2),
        'raw, same trips and signature': alikePerSecond === null ? '–' : Math.round(alikePerSecond),
        'ratio to that': alikePerSecond === null ? '–' : round(perSecond / alikePerSecond, 2),
        'p99, ms': p99Ms,
      },
    ]),
  )
}

async function measureBytes(origin: string): Promise<Record<string, object>> {
  const headers = { 'accept-encoding': 'br', 'accept-language': 'en' }
  const figures: Record<string, object> = {}
  for (const route of ['/', '/pricing', '/login', '/register', '/user/profile']) {
    const page = await send(`${origin}${route}`, { headers })
    const html = (await send(`${origin}${route}`, { headers: { 'accept-language': 'en' } })).body.toString()
    const named = [
      ...html.matchAll(/<script[^>]* src="([^"]+)"| data-page="([^"]+)"|id="enhancer" href="([^"]+)"/g),
    ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    const islands = [...html.matchAll(/data-scripts="([^"]+)"/g)].flatMap((match) => (match[1] ?? '').split(' '))
    const size = async (files: string[]) => {
      const answers = await Promise.all([...new Set(files)].map((file) => send(`${origin}${file}`, { headers })))
      return answers.reduce((sum, { body }) => sum + body.length, 0)
    }
    figures[route] = {
      'HTML and CSS, kB': round(page.body.length / 1000, 1),
      'JS at once, kB': round((await size(named)) / 1000, 1),
      'JS of islands, kB': round((await size(islands)) / 1000, 1),
    }
  }
  return figures
}

async function memoryOf(pid: number): Promise<number | string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : 'only on Linux'
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
