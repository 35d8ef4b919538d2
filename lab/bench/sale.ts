import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { archiveSettings } from '#server/db/backup/archive-settings.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { ensureServerBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { startArchived } from '../faults/start-archived.ts'
import { findLosses } from '../load/find-losses.ts'
import { startShop } from '../load/start-shop.ts'
import { addReplica } from '../scale/start-pair.ts'
import { load } from './buyers.ts'
import { cpuOf, cpuOfDatabase, measureSlowness } from './cpu.ts'

const help = `What a sale costs: statements, plans, commits, log and CPU of purchase, notification and settlement, each measured on its own.
The notifications of all payments are accepted while the worker stands still; then it settles them with all its slots.

  npm run lab -- bench:sale [--count 200 --late 3 --list --set plan_cache_mode=force_generic_plan]

--count  payments of the measured burst
--late   milliseconds by which a confirming replica is late; 0 is no replica
--list   names the statements of a settlement
--set    a setting of the database; may be given several times

Wall time means nothing on a busy machine; statements, log and CPU do. Linux.`
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    late: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [count, late] = [Number(values.count), Number(values.late)]
if (!(count >= 10 && count <= 5_000 && late >= 0 && late <= 1_000)) {
  console.error('--count is from 10 to 5000, --late from 0 to 1000.')
  process.exit(1)
}
/** Payments settled before the measured ones, so that the worker's connections have planned their statements. */
const warmUp = 150

const folder = await makeTemporaryFolder('sale')
const measuring = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=all',
  'pg_stat_statements.track_planning=on',
  'full_page_writes=off',
  'autovacuum=off',
]
const { server: first, archive, data } = await startArchived(folder, 100)
await ensureServerBuilt()
await first.stop()
const settings = [...archiveSettings(archive), ...measuring, ...values.set]
const primary = await startEmbeddedPostgres({ folder: data, maxConnections: 100, settings })
const owner = new pg.Client({ ...(primary.connection as pg.ClientConfig), application_name: 'bench' })
await owner.connect()
await owner.query('create extension pg_stat_statements')
const shop = await startShop(folder, primary, count + warmUp)
const { gateway, server, worker, database, accounts, visitors } = shop
const pair = late > 0 ? await addReplica(folder, primary) : null
if (pair) {
  const standby = new pg.Client(pair.replica.connection)
  await standby.connect()
  await standby.query(`alter system set recovery_min_apply_delay = ${late}`)
  await standby.query('select pg_reload_conf()')
  await standby.end()
  await owner.query('alter system set synchronous_commit = remote_apply')
  await owner.query('select pg_reload_conf()')
}

/** CPU in ms of the database's processes. Leaves out the connections of this program, one of which samples waits. */
async function cpuOfShop(): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'bench'`,
  )
  return cpuOfDatabase(
    data,
    rows.map(({ pid }) => pid),
  )
}

type Cost = {
  statements: number
  commits: number
  plans: number
  checks: number
  wal: number
  pg: number
  node: number
}
const isTurn = `(query ~* '^(begin|commit|rollback|set|savepoint)' or query ~* '^select now\\(\\) as now$')`
/** Statements that look for work: they come once a poll, whatever is sold. */
const isPoll = `(query ~ 'update job_schedules' or query ~ 'select q.name from pgboss.queue q'
  or query ~ 'pgboss.queue' and query !~ 'insert into pgboss.job_common')`

async function costOf(node: { pid: number }, many: number, work: () => Promise<void>): Promise<Cost> {
  await owner.query('select pg_stat_statements_reset()')
  const [pgBefore, nodeBefore] = [await cpuOfShop(), cpuOf(node.pid)]
  const { rows: from } = await owner.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn')
  await work()
  const { rows } = await owner.query<Omit<Cost, 'pg' | 'node'>>(
    `select sum(calls) filter (where toplevel and not ${isTurn} and not ${isPoll})::float8 as statements,
       sum(calls) filter (where toplevel and query ~* '^commit')::float8 as commits, sum(plans)::float8 as plans,
       sum(calls) filter (where not toplevel)::float8 as checks, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as wal
     from pg_stat_statements where userid = 'wayfare_app'::regrole`,
    [from[0]?.lsn],
  )
  const all = { ...(rows[0] as Cost), pg: (await cpuOfShop()) - pgBefore, node: cpuOf(node.pid) - nodeBefore }
  return Object.fromEntries(
    Object.entries(all).map(([name, sum]) => [name, Math.round((100 * sum) / many) / 100]),
  ) as Cost
}

const waits = new Map<string, number>()
let samples = 0
/** Samples what the settling connections wait for, until the function that it returns is called. */
function sampleWaits(): () => Promise<void> {
  const over = new AbortController()
  const looking = (async () => {
    const watcher = new pg.Client({ ...(primary.connection as pg.ClientConfig), application_name: 'bench' })
    await watcher.connect()
    for (; ; await sleep(5)) {
      if (over.signal.aborted) break
      const { rows } = await watcher.query<{ wait: string }>(
        `select a.wait_event_type || '/' || a.wait_event || case when a.wait_event_type = 'Lock' then coalesce(' on ' || (
             select string_agg(distinct coalesce(l.relation::regclass::text, l.locktype), ',') from pg_locks l where l.pid = a.pid and not l.granted), '')
             || ': ' || regexp_replace(left(a.query, 70), '\\s+', ' ', 'g') else '' end as wait
         from pg_stat_activity a where a.application_name = 'wayfare' and a.state = 'active' and a.wait_event_type is not null`,
      )
      samples++
      for (const { wait } of rows) waits.set(wait, (waits.get(wait) ?? 0) + 1)
    }
    await watcher.end()
  })()
  return async () => {
    over.abort()
    await looking
  }
}

const pause = () => process.kill(worker.pid, 'SIGSTOP')
const goOn = () => process.kill(worker.pid, 'SIGCONT')
async function settled(orders: number): Promise<void> {
  for (const until = Date.now() + 240_000; ; await sleep(100)) {
    const { rows } = await owner.query<{ paid: number; numbered: number; waiting: number }>(
      `select (select count(*)::int from orders where status = 'paid') as paid, (select count(number)::int from receipts) as numbered,
         (select count(*)::int from pgboss.job_common j where j.name in ('settlement', 'messages') and j.state in ('created', 'retry', 'active')) as waiting`,
    )
    const { paid = 0, numbered = 0, waiting = 0 } = rows[0] ?? {}
    if (paid === orders && numbered === orders && waiting === 0) return
    if (Date.now() > until)
      throw new Error(`${paid} of ${orders} paid, ${numbered} with a number, ${waiting} jobs waiting`)
  }
}
const tokens = [...accounts.tokens]
const buy = async (many: number) =>
  (await load(tokens.splice(0, many), 240, (token) => visitors.purchase(token, 'wechat'), 8)).results
const pay = async (bought: Awaited<ReturnType<typeof buy>>) => {
  const letters = []
  for (const { content } of bought)
    letters.push(await gateway.ask({ ask: 'pay', provider: 'wechat', content: content ?? '' }))
  return letters
}

for (const letter of await pay(await buy(warmUp))) await visitors.notify(letter, 1)
await settled(warmUp)
let letters: Awaited<ReturnType<typeof pay>> = []
let bought: Awaited<ReturnType<typeof buy>> = []
pause()
const purchase = await costOf(server, count, async () => void (bought = await buy(count)))
letters = await pay(bought)
const notification = await costOf(
  server,
  count,
  async () => void (await load(letters, 240, (letter) => visitors.notify(letter, 1), 8)),
)
const slownessBefore = await measureSlowness()
const stop = sampleWaits()
const startedAt = performance.now()
const settlement = await costOf(worker, count, async () => {
  goOn()
  await settled(warmUp + count)
})
const seconds = (performance.now() - startedAt) / 1000
await stop()

console.table({ purchase, notification, settlement })
console.log(
  `per sale: commits beside statements, checks are foreign keys, WAL in bytes, CPU in ms; settled ${count} in ${seconds.toFixed(1)} s`,
)
const slowness = (slownessBefore + (await measureSlowness())) / 2
const ofOneCore = Math.round(1_000 / (settlement.pg + settlement.node))
const ofIdleCore = Math.round(ofOneCore * slowness)
console.table({
  'statements of a settlement': { figure: settlement.statements, aim: '≤ 33', held: settlement.statements <= 33 },
  'settled in a second of CPU': { figure: ofOneCore, aim: '', held: '' },
  'settled in a second of an idle core': { figure: ofIdleCore, aim: '≥ 180', held: ofIdleCore >= 180 },
})
console.log(`the same work takes ${slowness.toFixed(1)} times the CPU of an idle core`)
const { rows: slow } = await owner.query<{ each: number; ms: number; query: string }>(
  `select round(calls::numeric / $1, 2)::float8 as each, round((total_exec_time / $1)::numeric, 2)::float8 as ms,
     regexp_replace(left(query, 110), '\\s+', ' ', 'g') as query
   from pg_stat_statements where userid = 'wayfare_app'::regrole and toplevel and calls > $1 / 20 order by calls desc, query`,
  [count],
)
if (values.list)
  for (const { each, ms, query } of slow) console.log(`${each.toFixed(2)} × ${ms.toFixed(2)} ms  ${query}`)
console.log(`waits of the settling connections in ${samples} samples:`)
for (const [wait, times] of [...waits].toSorted((a, b) => b[1] - a[1]).slice(0, 20)) console.log(`${times}  ${wait}`)

const failures = await findLosses(owner, await gateway.ask({ ask: 'list' }))
failures.push(...(await verifyLedger(database)).problems)
const { rows: gaps } = await owner.query<{ n: number }>(
  `select (count(*) - count(distinct number) + max(number) - count(*))::int as n from receipts where number is not null`,
)
if (gaps[0]?.n !== 0) failures.push('the numbers of the receipts have a gap or a double')
for (const failure of failures) console.log(`  ✗ ${failure}`)
await shop.stop()
await owner.end()
if (pair) await pair.stop()
else await primary.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = failures.length > 0 ? 1 : 0
