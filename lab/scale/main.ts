import { rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { makeApiKey } from '#server/modules/api-keys/api-key.ts'
import { insertApiKey } from '#server/modules/api-keys/api-keys.queries.ts'
import { sql } from '#server/platform/sql.ts'
import { openDatabase } from '#server/platform/database.ts'
import { findFreePorts } from '#simulators/free-ports.ts'
import { ensureServerBuilt } from '../../scripts/build.ts'
import { arrivals, drawFrom, follow } from '../load/arrivals.ts'
import { findLosses } from '../load/find-losses.ts'
import { openAccounts, readWebKey } from '../load/open-visitors.ts'
import { startBuilt } from '../load/start-built.ts'
import { startGateway } from '../load/start-gateway.ts'
import { addressOf, settingsOf, socketOf } from '../load/start-shop.ts'
import { Visitors } from '../load/visitors.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { interruption, most, openPeople, tooLong } from './people.ts'
import { findProgram, startBouncer, startProxy, versionOf } from './programs.ts'
import { addReplica, startPrimary } from './start-pair.ts'

/**
 * `npm run lab -- scale`: runs a deployment for several machines on one machine and kills its parts in turn while users
 * buy.
 */
const help = `Two servers, two workers, Caddy, PgBouncer, PostgreSQL with a replica that confirms each commit and answers what may be a second old, gateways:
each a process of its own. While people look and buy, and a system asks for figures, each server, each worker and the primary are killed (-9) in turn; the replica is promoted.

  npm run lab -- scale [--seconds 25 --per-second 15 --pooling session]

--seconds     between one kill and the next
--per-second  people who come, from 5 on; one in ten buys
--pooling     how PgBouncer shares connections: by session or by transaction

A try that finds no one (502, 503, no answer) is made again; any other wrong answer fails the run. So does anyone who waits longer than
${most.answerMs / 1000} s, ${most.answerMs / 1000} s in which no page or no call is answered, ${most.paymentMs / 1000} s in which no one is told of a payment, a payment that is lost or counted
twice, and a ledger that does not prove right.
Needs the programs caddy and pgbouncer (Debian: apt-get install caddy pgbouncer); without them it ends with code 69.`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '25' },
    'per-second': { type: 'string', default: '15' },
    pooling: { type: 'string', default: 'session' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [seconds, perSecond] = [Number(values.seconds), Number(values['per-second'])]
if (!(seconds >= 5 && seconds <= 600 && perSecond >= 5 && perSecond <= 500)) {
  console.error('--seconds is from 5 to 600, --per-second from 5 to 500.')
  process.exit(1)
}
const { pooling } = values
if (pooling !== 'session' && pooling !== 'transaction') {
  console.error('--pooling is session or transaction.')
  process.exit(1)
}
const [caddy, pgbouncer] = [findProgram('caddy'), findProgram('pgbouncer')]
if (caddy === undefined || pgbouncer === undefined) {
  console.error('scale:local needs the programs "caddy" and "pgbouncer" (Debian: apt-get install caddy pgbouncer).')
  process.exit(69)
}

const folder = await makeTemporaryFolder('scale')
const primary = await startPrimary(folder)
const pair = await addReplica(folder, primary)
await ensureServerBuilt()
const gateway = await startGateway(path.join(folder, 'keys'))
const ports = await findFreePorts(8)
const [proxyPort = 0, bouncerPort = 0, portA = 0, portB = 0, ...metrics] = ports
const bouncer = await startBouncer(pgbouncer, { port: bouncerPort, socketDir: socketOf(primary), pooling })
const env = {
  DATABASE_URL: `postgres://wayfare@127.0.0.1:${bouncerPort}/postgres`,
  MIGRATION_DATABASE_URL: addressOf(primary),
  DATABASE_READ_URL: addressOf(pair.replica),
  DATABASE_POOLING: pooling,
  ...settingsOf(proxyPort, gateway),
}
const starts = {
  'server A': () =>
    startBuilt('main', 'server-a', { folder, metricsPort: metrics[0] ?? 0, env: { ...env, PORT: String(portA) } }),
  'server B': () =>
    startBuilt('main', 'server-b', { folder, metricsPort: metrics[1] ?? 0, env: { ...env, PORT: String(portB) } }),
  'worker A': () => startBuilt('worker', 'worker-a', { folder, metricsPort: metrics[2] ?? 0, env }),
  'worker B': () => startBuilt('worker', 'worker-b', { folder, metricsPort: metrics[3] ?? 0, env }),
}
const running = {
  'server A': await starts['server A'](),
  'server B': await starts['server B'](),
  'worker A': await starts['worker A'](),
  'worker B': await starts['worker B'](),
}
const database = openDatabase({ connection: primary.connection, maxConnections: 4, log: pino({ level: 'silent' }) })
const accounts = await openAccounts(database, 200)
const { key: apiKey, prefix, keyHash } = makeApiKey()
const { id: createdBy } = await database.one(sql<{ id: string }>`select id from operators order by id limit 1`)
await insertApiKey(database, {
  id: randomUUID(),
  name: 'scale',
  prefix,
  keyHash,
  createdBy,
  expiresAt: null,
  scopes: ['figures:read'],
})
await database.close()
const proxy = await startProxy(caddy, { folder, port: proxyPort, servers: [portA, portB] })
const visitors = new Visitors(`http://127.0.0.1:${proxyPort}`, await readWebKey(folder))
const people = openPeople(visitors, gateway)
const draw = drawFrom(1)
let turn = 0

const failures: string[] = []
const kills: { readonly name: string; readonly at: number }[] = []
const note = (name: string) => kills.push({ name, at: performance.now() })
const killing = (async () => {
  for (const name of ['server A', 'worker A', 'server B', 'worker B'] as const) {
    await sleep(seconds * 1000)
    note(`${name}, started again`)
    await running[name].end('SIGKILL')
    running[name] = await starts[name]()
  }
  await sleep(seconds * 1000)
  const reader = new pg.Client(pair.replica.connection)
  await reader.connect()
  const readers = await reader.query(`select 1 from pg_stat_activity where application_name = 'wayfare'`)
  if (readers.rows.length === 0) failures.push('nothing was read from the replica')
  await reader.end()
  note('primary, replica promoted')
  await pair.failOver()
  await bouncer.lead(socketOf(pair.replica))
  await sleep(seconds * 1000)
})()
const startedAt = performance.now()
const asking = setInterval(() => people.readFigures(apiKey), 1_000)
let isOver = false
void killing.finally(() => (isOver = true))
const whileKilled = (function* () {
  for (const at of arrivals(perSecond, draw)) {
    if (isOver) return
    yield at
  }
})()
await follow(whileKilled, 3_600_000, () => {
  if (draw() < 0.1) people.buy(accounts.tokens[turn++ % accounts.tokens.length] ?? '', draw)
  else people.look()
})
await killing
clearInterval(asking)
const endedAt = performance.now()
await people
  .end()
  .catch((error: unknown) => failures.push(`someone was left without what they came for: ${String(error)}`))
failures.push(...tooLong(people, startedAt, endedAt))

const owner = new pg.Client(pair.replica.connection)
await owner.connect()
let losses = ['nothing was compared']
for (let tries = 0; tries < 120; tries++, await sleep(1_000)) {
  losses = await findLosses(owner, await gateway.ask({ ask: 'list' }))
  if (losses.length === 0) break
}
failures.push(...losses)
const { rows: kept } = await owner.query<{ n: number }>(
  `select count(*)::int as n from orders where status = 'paid' and id::text = any($1)`,
  [people.told.map(({ orderId }) => orderId)],
)
if (kept[0]?.n !== people.told.length)
  failures.push(`${people.told.length} people were told that they paid, ${kept[0]?.n} of their orders are paid`)
if (people.told.length === 0) failures.push('nothing was bought')
const books = openDatabase({ connection: pair.replica.connection, maxConnections: 4, log: pino({ level: 'silent' }) })
failures.push(...(await verifyLedger(books)).problems)

console.log(
  `${versionOf(caddy, 'version')}; ${versionOf(pgbouncer, '--version')}; ${people.told.length} purchases were told to be paid`,
)
const rows = [{ name: 'nothing killed', at: startedAt }, ...kills].map(({ name, at }, index, all) => {
  const to = all[index + 1]?.at ?? endedAt
  const pages = interruption(people.tries, ['page'], at, to)
  const figures = interruption(people.tries, ['figures'], at, to)
  const calls = interruption(people.tries, ['purchase', 'outcome', 'notification'], at, to)
  const paid = interruption(
    people.told.map((one) => ({ kind: 'outcome', at: one.at, isOk: true })),
    ['outcome'],
    at,
    to,
  )
  const s = (ms: number) => Number((ms / 1000).toFixed(1))
  return [
    name,
    {
      'tries that failed: pages': pages.failed,
      figures: figures.failed,
      calls: calls.failed,
      'longest without an answer, s: pages': s(pages.standstillMs),
      'of figures': s(figures.standstillMs),
      'of calls': s(calls.standstillMs),
      'without a payment told': s(paid.standstillMs),
    },
  ] as const
})
console.table(Object.fromEntries(rows))
for (const failure of failures) console.log(`  ✗ ${failure}`)
console.log(
  failures.length === 0
    ? 'no payment lost, none doubled, no one left waiting, the ledger is right'
    : `${failures.length} failures; logs are in ${folder}`,
)

await visitors.close()
await proxy.stop()
for (const each of Object.values(running)) await each.end('SIGTERM')
await bouncer.stop()
await gateway.stop()
await owner.end()
await books.close()
await pair.stop()
if (failures.length === 0) await rm(folder, { recursive: true, force: true })
process.exitCode = failures.length > 0 ? 1 : 0
