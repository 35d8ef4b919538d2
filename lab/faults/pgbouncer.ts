import { execFileSync } from 'node:child_process'
import { findFreePort } from '#simulators/free-ports.ts'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import type { Pooling } from '#server/platform/connection-role.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { addressOf } from '../load/start-shop.ts'
import { findProgram, startBouncer } from '../scale/programs.ts'
import { register, startServerProcess, type Reply, type Server } from './product.ts'

/**
 * Part of `npm run lab -- faults`: runs the product behind PgBouncer in session mode, and in transaction mode with
 * DATABASE_POOLING=transaction, with separate logins for schema and application. Measures what PgBouncer adds to a
 * statement. Skipped without the program `pgbouncer`.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const program = findProgram('pgbouncer')
if (program === undefined) {
  say('pgbouncer: left out, because the program "pgbouncer" is not installed (Debian: apt-get install pgbouncer).')
  process.exit(0)
}
const bouncerProgram = program
const failures: string[] = []
const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
const startedAt = performance.now()
const dataDir = await makeTemporaryFolder('pgbouncer')
const [postgres] = await Promise.all([
  startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres'), maxConnections: 60, settings: ['fsync=off'] }),
  ensureDevKeys(dataDir),
  ensureBuilt(),
])
const connection = postgres.connection as pg.ClientConfig & { host: string }
const owner = new pg.Pool({ ...connection, max: 2 })
owner.on('error', () => {})
await owner.query('create role shop_app login')
const directUrl = addressOf(postgres)

const openBouncer = async (pooling: Pooling) =>
  startBouncer(bouncerProgram, {
    port: await findFreePort(),
    socketDir: connection.host,
    pooling,
    logins: ['wayfare', 'shop_app'],
    clients: 300,
    poolSize: 12,
  })
const bouncers = { session: await openBouncer('session'), transaction: await openBouncer('transaction') }
const urlOf = (mode: Pooling, user = 'shop_app') => `postgres://${user}@127.0.0.1:${bouncers[mode].port}/postgres`

/** Signs up a user, and retries because on a busy machine some calls find no connection in time. */
async function signUp(server: Server, name: string): Promise<Reply> {
  for (let tries = 0; ; tries++) {
    const reply = await register(server, name)
    if (reply.status !== 503 || tries === 20) return reply
    await sleep(250)
  }
}

/** Runs the whole product behind PgBouncer: concurrent sign-ups, calls by those users, and jobs. */
async function serve(mode: Pooling): Promise<void> {
  const server = await startServerProcess(dataDir, urlOf(mode), {
    MIGRATION_DATABASE_URL: directUrl,
    DATABASE_POOLING: mode,
    LOG_LEVEL: 'warn',
  })
  const replies: Reply[] = []
  for (let batch = 0; batch < 8; batch++)
    replies.push(...(await Promise.all([1, 2, 3, 4, 5].map((n) => signUp(server, `${mode}.${batch}.${n}`)))))
  must(
    replies.every(({ status }) => status === 200),
    `${mode}: ${replies.find(({ status }) => status !== 200)?.body}`,
  )
  for (const { pragma } of replies.slice(0, 10)) {
    const info = await server.call('system/system_user_info', { signature: server.sign() }, pragma)
    must(info.status === 200, `${mode}: ${info.body}`)
  }
  const deadline = Date.now() + 30_000
  const done = async () =>
    (await owner.query<{ n: number }>(`select count(*)::int as n from pgboss.job where state = 'completed'`)).rows[0]
      ?.n ?? 0
  const before = await done()
  while ((await done()) <= before && Date.now() < deadline) await sleep(200)
  must((await done()) > before, `${mode}: no job was done`)
  server.signal('SIGTERM')
  const { code } = await server.ended
  must(code === 0, `${mode}: the server ended with code ${code}`)
}

async function roles(mode: Pooling): Promise<void> {
  const database = openBehind(mode, urlOf(mode, 'wayfare'))
  const text = `select current_user as role, current_setting('statement_timeout') as timeout`
  const ask = (tx: Pick<Database, 'query'>) =>
    tx.query<{ role: string; timeout: string }>({ text, values: [], name: 'who' })
  const seen = await Promise.all(
    Array.from({ length: 200 }, (_, n) => (n % 3 === 0 ? database.transaction(ask) : ask(database))),
  )
  must(
    seen.flat().every(({ role, timeout }) => role === 'wayfare_app' && timeout === '9s'),
    `${mode}: a statement ran as another role, or without its limit`,
  )
  await database.close()
  const bare = new pg.Client({ connectionString: urlOf(mode, 'wayfare') })
  await bare.connect()
  const { rows } = await bare.query<{ role: string }>('select current_user as role')
  must(rows[0]?.role === 'wayfare', `${mode}: a connection was given back with the role of another`)
  await bare.end()
}

const openBehind = (pooling: Pooling, connectionString: string) =>
  openDatabase({ connection: { connectionString }, maxConnections: 8, log: pino({ level: 'silent' }), pooling })

/**
 * Measures statements per second: alone, and in database transactions of three. Rounds alternate and the best ones
 * count, because other processes use the machine.
 */
async function measure(databases: readonly Database[]): Promise<{ alone: number; three: number }[]> {
  const statement = { text: 'select id from users where uid = $1', values: [1], name: 'bench' }
  const best = databases.map(() => ({ alone: 0, three: 0 }))
  const perSecond = async (times: number, work: () => Promise<unknown>) => {
    const from = performance.now()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < times; n++) await work()
      }),
    )
    return (times * 8) / ((performance.now() - from) / 1000)
  }
  for (let round = 0; round < 8; round++)
    for (const [index, database] of databases.entries()) {
      const own = best[index]
      if (!own) continue
      const alone = await perSecond(100, () => database.query(statement))
      const three = await perSecond(40, () =>
        database.transaction(async (tx) => {
          for (let n = 0; n < 3; n++) await tx.query(statement)
        }),
      )
      own.alone = Math.max(own.alone, alone)
      own.three = Math.max(own.three, three)
    }
  for (const database of databases) await database.close()
  return best
}

await serve('session')
await serve('transaction')
await roles('session')
await roles('transaction')
const ways = ['session', 'transaction', 'direct'] as const
const measured = await measure([
  openBehind('session', urlOf('session')),
  openBehind('transaction', urlOf('transaction')),
  openBehind('session', directUrl),
])
const version = execFileSync(bouncerProgram, ['--version'], { encoding: 'utf8' }).split('\n')[0]
say(`  ${version}; a second: statements alone, and transactions of three`)
for (const [index, { alone, three }] of measured.entries()) {
  const share = (value: number, of = 1) => (value / of).toFixed(2)
  const ratio = `${share(alone, measured[0]?.alone)} and ${share(three, measured[0]?.three)} of the first`
  say(`    ${(ways[index] ?? '').padEnd(14)} ${Math.round(alone)} and ${Math.round(three)}: ${ratio}`)
}
await owner.end()
for (const bouncer of Object.values(bouncers)) await bouncer.stop()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
for (const failure of failures) say(`  ✗ ${failure}`)
say(`pgbouncer: ${failures.length} failures, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
if (failures.length > 0) process.exitCode = 1
