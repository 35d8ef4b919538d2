import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { restoreBase } from '#server/db/backup/restore-base.ts'
import { takeBase } from '#server/db/backup/take-base.ts'
import type { EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { openDatabase } from '#server/platform/database.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { openShop } from './open-shop.ts'
import { startArchived } from './start-archived.ts'

/**
 * Run by `npm run lab -- restore`, and as part of `npm run lab -- faults`: users buy during a backup; then the database
 * is lost with everything that was not archived. It is restored once to a point in time and once to the end of the
 * archive. Earlier purchases must exist, later ones must not, the ledger must be correct, and the product must sell on
 * it.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const failures: string[] = []
const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const dataDir = await makeTemporaryFolder('restore')
const { server: postgres, archive, data } = await startArchived(dataDir)
const bases = path.join(dataDir, 'bases')
const hostOf = (server: EmbeddedPostgres) => (server.connection as { host: string }).host
const urlOf = (server: EmbeddedPostgres) =>
  `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(hostOf(server))}`
const connection = postgres.connection as pg.ClientConfig
const shop = await openShop(dataDir, urlOf(postgres), connection)
const owner = new pg.Client(connection)
owner.on('error', () => {})
await owner.connect()
const until = async (count: number) => {
  while (shop.purchases.length < count) await sleep(20)
}

let isOver = false
const buying = shop.keepBuying(3, () => isOver)
await until(10)
const copyingAt = performance.now()
const base = await takeBase(connection, bases)
const copiedMs = performance.now() - copyingAt
await until(shop.purchases.length + 15)
const before = shop.purchases.map(({ orderId }) => orderId)
const moment = (await owner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now ?? new Date()
// Later purchases: those placed at least a second after the restore point. One that began just before that point may
// have been paid before or after it.
const laterOnes = () => shop.purchases.filter(({ placedAt }) => placedAt > moment.getTime() + 1_000)
while (laterOnes().length < 10) await sleep(20)
isOver = true
await buying
const all = shop.purchases.map(({ orderId }) => orderId)
const after = laterOnes().map(({ orderId }) => orderId)

// Only archived WAL is restored, so this statement makes PostgreSQL archive the current segment first.
await owner.query('select pg_switch_wal()')
const { rows } = await owner.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
for (;;) {
  const found = await owner.query<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver')
  if ((found.rows[0]?.last ?? '') >= (rows[0]?.file ?? '')) break
  await owner.query('select pg_switch_wal()')
  await sleep(100)
}
await shop.close()
await owner.end()
process.kill(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
await postgres.stop()
await rm(data, { recursive: true, force: true })
say(`  restore: ${all.length} purchases; the copy of ${(base.bytes / 1e6).toFixed(0)} MB took ${seconds(copiedMs)}`)

async function bringBack(name: string, to: Date | null, present: readonly string[], absent: readonly string[]) {
  const startedAt = performance.now()
  const folder = path.join(dataDir, name)
  const { server, lastAt } = await restoreBase({ base: base.folder, archive, folder, until: to })
  const took = performance.now() - startedAt
  const database = openDatabase({ connection: server.connection, maxConnections: 4, log: pino({ level: 'silent' }) })
  const client = new pg.Client(server.connection)
  await client.connect()
  const count = async (ids: readonly string[], where: string): Promise<number> => {
    const found = await client.query<{ n: number }>(
      `select count(*)::int as n from orders o where id = any($1) and ${where}`,
      [ids],
    )
    return found.rows[0]?.n ?? -1
  }
  const paid = `status = 'paid' and (select count(*) from membership_grants g where g.user_id = o.user_id) = 1`
  const there = await count(present, paid)
  must(there === present.length, `${name}: ${there} of ${present.length} purchases came back`)
  must((await count(absent, 'true')) === 0, `${name}: an order of after the moment came back`)
  for (const problem of (await verifyLedger(database)).problems) failures.push(`${name}: ${problem}`)
  const sold = await openShop(dataDir, urlOf(server), server.connection)
  await sold.buy()
  await sold.close()
  await client.end()
  await database.close()
  await server.stop()
  say(`  restore: ${name} in ${seconds(took)}: ${there} purchases, the last of ${lastAt?.toISOString() ?? 'none'}`)
}
await bringBack('the moment', moment, before, after)
await bringBack('the end', null, all, [])
await rm(dataDir, { recursive: true, force: true })
for (const failure of failures) say(`  ✗ ${failure}`)
say(`restore: ${failures.length} failures`)
process.exitCode = failures.length > 0 ? 1 : 0
