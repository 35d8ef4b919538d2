import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import autocannon, { type Options } from 'autocannon'
import type { PoolConfig } from 'pg'
import type { Answer } from './customer.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

const connections = 32
export type Throughput = {
  readonly perSecond: number
  readonly p99Ms: number
  readonly ratio: number
  readonly rawPerSecond: number
  readonly alikePerSecond: number | null
}

/**
 * Work that a call cannot avoid: a number of queries to this database, and decrypting the signature with this key
 * (PEM).
 */
export type Likeness = { readonly connection: PoolConfig; readonly trips: number; readonly signingKey?: string }

type Load = {
  readonly url: string
  readonly amount: number
  readonly headers: Record<string, string>
  readonly bodies?: readonly string[]
  readonly sample: Answer
  readonly like?: Likeness
}

/**
 * Compares the product's throughput with a bare `node:http` server that sends the same bytes, run in turn; with `like`,
 * also with one that makes the same number of queries and decryptions.
 */
export async function compare({ url, amount, headers, bodies, sample, like }: Load): Promise<Throughput> {
  const base = { connections, amount, headers, method: bodies ? ('POST' as const) : ('GET' as const) }
  const measureAt = (address: string) => {
    const waiting = [...(bodies ?? [])]
    return measure({
      ...base,
      url: address,
      ...(bodies && { requests: [{ setupRequest: (request) => ({ ...request, body: waiting.pop() ?? '' }) }] }),
    })
  }
  const ours = await measureAt(url)
  const raw = await withRawServer(sample, undefined, measureAt)
  const alike = like && (await withRawServer(sample, like, measureAt))
  return {
    perSecond: ours.perSecond,
    p99Ms: ours.p99Ms,
    rawPerSecond: raw.perSecond,
    ratio: ours.perSecond / raw.perSecond,
    alikePerSecond: alike?.perSecond ?? null,
  }
}

async function measure(options: Options): Promise<{ perSecond: number; p99Ms: number }> {
  const startedAt = performance.now()
  const result = await autocannon(options)
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} refusals, ${result.errors} errors; the figure would mean nothing`)
  return { perSecond: result.requests.total / ((performance.now() - startedAt) / 1000), p99Ms: result.latency.p99 }
}

async function withRawServer<T>(
  { headers, body }: Answer,
  like: Likeness | undefined,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder('bench')
  const file = path.join(folder, 'answer.json')
  const {
    connection: _connection,
    'keep-alive': _keepAlive,
    date: _date,
    'transfer-encoding': _encoding,
    ...kept
  } = headers
  await writeFile(file, JSON.stringify({ headers: kept, body: body.toString('base64'), like }))
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'raw-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    return await work(`http://127.0.0.1:${port.toString().trim()}/`)
  } finally {
    child.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}
