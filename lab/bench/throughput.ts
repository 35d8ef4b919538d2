import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import autocannon, { type Options } from 'autocannon'
import type { PoolConfig } from 'pg'
import { cpuOf, cpuOfDatabase } from './cpu.ts'
import type { Answer } from './customer.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** Parallel calls: fewer where they need the database, so that none waits for a connection on a busy machine. */
const parallel = { page: 32, call: 8 }
/** Rounds of each server in turn, so that other load on the machine affects both alike. */
const rounds = 5

/** CPU of one call in ms. */
export type Cpu = { readonly node: number; readonly postgres: number }
export type Comparison = {
  readonly ours: Cpu
  readonly raw: Cpu
  /** CPU of the raw server per CPU of ours, each with its database. */
  readonly ratio: number
  readonly perSecond: number
  readonly p99Ms: number
}

/**
 * Work that a call cannot avoid: decrypting the signature with this key (PEM), a number of queries, and ordering at the
 * simulated WeChat Pay with the keys in this data folder.
 */
export type Likeness = {
  readonly connection: PoolConfig
  readonly trips: number
  readonly signingKey?: string
  readonly orders?: { readonly dataDir: string; readonly simulatorPort: string }
}

type Call = { readonly headers?: Record<string, string>; readonly body?: string }
type Load = {
  readonly url: string
  /** Process and database folder of the product. */
  readonly pid: number
  readonly database: string
  /** Calls of each round. */
  readonly amount: number
  readonly headers: Record<string, string>
  /** Makes the headers and body of a call; without it, calls are GET requests. */
  readonly call?: () => Call
  readonly sample: Answer
  readonly like?: Likeness
}

/**
 * Compares the product with a bare `node:http` server that sends the same bytes after the work that `like` names.
 * Compares CPU time, because the wall time of a busy machine means nothing.
 */
export async function compare({ url, pid, database, amount, headers, call, sample, like }: Load): Promise<Comparison> {
  const took: Record<'ours' | 'raw', (Cpu & { perSecond: number; p99Ms: number })[]> = { ours: [], raw: [] }
  const connections = call ? parallel.call : parallel.page
  const base = { connections, timeout: 60, headers, method: call ? ('POST' as const) : ('GET' as const) }
  await withRawServer(sample, like, async (rawUrl, rawPid) => {
    const measureAt = async (kind: 'ours' | 'raw', calls: number, mayRefuse = false) => {
      const server = kind === 'ours' ? pid : rawPid
      const waiting = call && Array.from({ length: calls + connections }, call)
      const [nodeBefore, postgresBefore] = [cpuOf(server), cpuOfDatabase(database)]
      const result = await measure(mayRefuse, {
        ...base,
        amount: calls,
        url: kind === 'ours' ? url : rawUrl,
        ...(waiting && {
          requests: [
            {
              setupRequest: (request) => {
                const { body = '', headers: own = {} } = waiting.pop() ?? {}
                return { ...request, body, headers: { ...request.headers, ...own } }
              },
            },
          ],
        }),
      })
      return {
        ...result,
        node: (cpuOf(server) - nodeBefore) / calls,
        postgres: (cpuOfDatabase(database) - postgresBefore) / calls,
      }
    }
    // Compiles code, opens connections and plans statements before the measurement. A busy machine may refuse calls
    // until the connections are open.
    for (const kind of ['ours', 'raw'] as const) await measureAt(kind, Math.max(200, Math.round(amount / 3)), true)
    for (let round = 0; round < rounds; round++)
      for (const kind of ['ours', 'raw'] as const) took[kind].push(await measureAt(kind, amount))
  })
  const cpu = (kind: 'ours' | 'raw') => ({
    node: median(took[kind].map(({ node }) => node)),
    postgres: median(took[kind].map(({ postgres }) => postgres)),
  })
  const [ours, raw] = [cpu('ours'), cpu('raw')]
  return {
    ours,
    raw,
    ratio: sumOf(raw, like) / sumOf(ours, like),
    perSecond: median(took.ours.map(({ perSecond }) => perSecond)),
    p99Ms: median(took.ours.map(({ p99Ms }) => p99Ms)),
  }
}

/** Leaves out the database where a call asks nothing of it, because its own work at rest would count. */
const sumOf = ({ node, postgres }: Cpu, like: Likeness | undefined) => node + (like ? postgres : 0)

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(mayRefuse: boolean, options: Options): Promise<{ perSecond: number; p99Ms: number }> {
  const startedAt = performance.now()
  const result = await autocannon(options)
  if (!mayRefuse && (result.non2xx > 0 || result.errors > 0))
    throw new Error(`${options.url}: ${result.non2xx} refusals, ${result.errors} errors; the figure would mean nothing`)
  return { perSecond: result.requests.total / ((performance.now() - startedAt) / 1000), p99Ms: result.latency.p99 }
}

async function withRawServer<T>(
  { headers, body }: Answer,
  like: Likeness | undefined,
  work: (address: string, pid: number) => Promise<T>,
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
    return await work(`http://127.0.0.1:${port.toString().trim()}/`, child.pid ?? 0)
  } finally {
    child.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}
