import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { placeCopy } from '#server/db/backup/restore-base.ts'
import { takeBase } from '#server/db/backup/take-base.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { openDatabase } from '#server/platform/database.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { openShop } from './open-shop.ts'
import { startArchived } from './start-archived.ts'

/**
 * Part of `npm run lab -- faults`: users buy on a database with a synchronous replica. The primary database is killed
 * (-9), the replica is promoted, and the database address moves to it. Every purchase reported to a user must exist
 * once, and sales must continue.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const failures: string[] = []
const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
const hostOf = (server: EmbeddedPostgres) => (server.connection as { host: string }).host

const dataDir = await makeTemporaryFolder('replica')
const { server: primary, data } = await startArchived(dataDir)
const copied = path.join(dataDir, 'replica')
const owner = new pg.Client(primary.connection)
owner.on('error', () => {})
await owner.connect()

// Database address used by the product, like a virtual IP: it moves to another server, and open connections end.
let current = hostOf(primary)
const open = new Set<net.Socket>()
const door = net.createServer((socket) => {
  const behind = net.connect(path.join(current, '.s.PGSQL.5432'))
  for (const end of [socket, behind]) {
    open.add(end)
    end.on('error', () => {})
    end.on('close', () => {
      open.delete(end)
      socket.destroy()
      behind.destroy()
    })
  }
  socket.pipe(behind).pipe(socket)
})
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
const { port } = door.address() as net.AddressInfo
const connection = { host: '127.0.0.1', port, user: 'wayfare', database: 'postgres' }
const shop = await openShop(dataDir, `postgres://wayfare@127.0.0.1:${port}/postgres`, connection)

const base = await takeBase(primary.connection, path.join(dataDir, 'bases'))
await placeCopy(base.folder, copied)
await writeFile(path.join(copied, 'standby.signal'), '')
const replica = await startEmbeddedPostgres({
  folder: copied,
  settings: [`primary_conninfo=host=${hostOf(primary)} port=5432 user=wayfare application_name=replica`],
})
const standby = new pg.Client(replica.connection)
await standby.connect()
const streams = async () => {
  const { rows } = await owner.query<{ state: string }>('select sync_state as state from pg_stat_replication')
  return rows[0]?.state
}
while ((await streams()) === undefined) await sleep(50)
await owner.query(`alter system set synchronous_standby_names = 'replica'`)
await owner.query('select pg_reload_conf()')
while ((await streams()) !== 'sync') await sleep(50)

let isOver = false
const buying = shop.keepBuying(4, () => isOver)
while (shop.purchases.length < 25) await sleep(10)
const lostAt = performance.now()
process.kill(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
// Number of purchases reported before the failover. Later ones are confirmed by the former replica alone.
const told = shop.purchases.length
await standby.query('alter system reset synchronous_standby_names')
await standby.query('select pg_promote(true, 60)')
await standby.query('select pg_reload_conf()')
current = hostOf(replica)
for (const socket of open) socket.destroy()
while (shop.purchases.length < told + 1) await sleep(10)
const backMs = performance.now() - lostAt
while (shop.purchases.length < told + 25) await sleep(10)
isOver = true
await buying

const ids = shop.purchases.map(({ orderId }) => orderId)
const { rows } = await standby.query<{ id: string; kept: boolean }>(
  `select id, status = 'paid' and (select count(*) from membership_grants g where g.user_id = o.user_id) = 1 as kept
   from orders o where id = any($1)`,
  [ids],
)
const kept = rows.filter(({ kept: isKept }) => isKept).length
must(kept === ids.length, `${kept} of ${ids.length} purchases that people were told of are there`)
const database = openDatabase({ connection: replica.connection, maxConnections: 4, log: pino({ level: 'silent' }) })
for (const problem of (await verifyLedger(database)).problems) failures.push(problem)
const books = await standby.query<{ n: number }>(
  `select count(*)::int as n from ledger_postings where source = 'payment' and debit = 'clearing:wechat'`,
)
must(
  books.rows[0]?.n === shop.paidAtGateway(),
  `${books.rows[0]?.n} payments in the books, ${shop.paidAtGateway()} at the gateway`,
)
await shop.close()
await database.close()
await standby.end()
await owner.end().catch(() => {})
await replica.stop()
await primary.stop()
door.close()
await rm(dataDir, { recursive: true, force: true })
for (const failure of failures) say(`  ✗ ${failure}`)
say(
  `replica: ${ids.length} purchases, ${told} before the primary was lost; the next one ${(backMs / 1000).toFixed(1)} s later; ${failures.length} failures`,
)
process.exitCode = failures.length > 0 ? 1 : 0
