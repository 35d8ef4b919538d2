import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { carryOut } from '#server/operator/carry-out.ts'
import type { PlainHandler } from '#server/operator/handler.ts'
import { handlers } from '#server/operator/handlers.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { demoOperators } from '#simulators/demo/demo-operators.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { startServerProcess, startWorkerProcess, type Server, type Worker } from '../faults/product.ts'

/** Longest time that an import may take. */
export const mostMs = 600_000

/** Differences that were found, each as a sentence. */
export const failures: string[] = []
export const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
export const same = (what: string, found: unknown, expected: unknown) =>
  must(
    JSON.stringify(found) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
  )

/** Running server with its database. The trial starts and kills the workers itself. */
export type Stage = {
  readonly database: Database
  readonly config: ReturnType<typeof readConfig>
  readonly owner: pg.Client
  readonly server: Server
  startWorker(): Worker
}

export async function perform<N extends ActionName>(
  { database, config }: Stage,
  name: N,
  input: ActionInput<N>,
  preview = false,
): Promise<ActionOutput<N>> {
  const run = (as: ActionName, given: object, by: (typeof demoOperators)['ada' | 'ben']) =>
    carryOut(as, handlers[as] as unknown as PlainHandler, given as Readonly<Record<string, unknown>>, {
      database,
      config,
      preview,
      operator: { ...by, role: 'owner' },
      confirm: async () => ({ ok: true, value: null }),
    })
  const ran = await run(name, input, demoOperators.ada)
  if (!ran.ok) throw new Error(`${name}: ${JSON.stringify(ran.refusal)}`)
  const { output, proposal } = ran.value
  if (proposal === null || preview) return output as ActionOutput<N>
  const granted = await run('approvals.grant', { id: proposal.id }, demoOperators.ben)
  if (!granted.ok) throw new Error(`${name}: ${JSON.stringify(granted.refusal)}`)
  return (granted.value.output as { output: ActionOutput<N> }).output
}

const residentMb = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024
/** Greatest resident memory of this process beyond its present one, in MB, while `run` runs. Linux keeps the peak. */
export async function peakOf<T>(run: () => Promise<T>): Promise<{ result: T; mb: number }> {
  await writeFile('/proc/self/clear_refs', '5')
  const before = await residentMb(process.pid)
  const result = await run()
  const peak = Number(/VmHWM:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
  return { result, mb: Math.round(peak - before) }
}

/** Runs workers until the import has reached `state`, and kills them at these shares of its rows. */
export async function runWorkers(
  stage: Stage,
  id: string,
  state: string,
  kills: readonly number[] = [],
): Promise<{ ms: number; mb: number }> {
  const startedAt = performance.now()
  const waiting = [...kills]
  let worker = stage.startWorker()
  let most = 0
  for (;;) {
    await sleep(100)
    most = Math.max(most, await residentMb(worker.pid))
    const { rows } = await stage.owner.query<{ state: string; share: number }>(
      'select state, done_to::float8 / greatest(rows, 1) as share from imports where id = $1',
      [id],
    )
    const found = rows[0]
    const next = waiting[0]
    if (found?.state === state) break
    if (next !== undefined && found !== undefined && found.share >= next) {
      waiting.shift()
      worker.signal('SIGKILL')
      await worker.ended
      worker = stage.startWorker()
    }
    if (performance.now() - startedAt > 3 * mostMs) throw new Error(`the import is still ${found?.state}`)
  }
  must(waiting.length === 0, `the worker was not killed at ${waiting.join(', ')}`)
  const ms = performance.now() - startedAt
  worker.signal('SIGTERM')
  await worker.ended
  return { ms, mb: Math.round(most) }
}

export async function openStage(folder: string): Promise<Stage & { close(): Promise<void> }> {
  const [postgres] = await Promise.all([
    startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), maxConnections: 60 }),
    ensureDevKeys(folder),
    ensureBuilt(),
  ])
  const { host } = postgres.connection as { host: string }
  const databaseUrl = `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(host)}`
  const server = await startServerProcess(folder, databaseUrl, { JOBS: 'off' })
  const database = openDatabase({ connection: postgres.connection, maxConnections: 6, log: pino({ level: 'silent' }) })
  const owner = new pg.Client(postgres.connection)
  await owner.connect()
  return {
    database,
    config: readConfig({ APP_ENV: 'TEST', DATA_DIR: folder }),
    owner,
    server,
    startWorker: () => startWorkerProcess({ DATA_DIR: folder, DATABASE_URL: databaseUrl }),
    async close() {
      server.signal('SIGTERM')
      await server.ended
      await owner.end()
      await database.close()
      await postgres.stop()
    },
  }
}
