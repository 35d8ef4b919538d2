import { execFileSync, spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { openDatabase } from '#server/platform/database.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { register, startServerProcess, type Reply, type Server } from './product.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * Part of `npm run lab -- faults`: tests a running server whose disk fills up, and whose database is lost and restored
 * from a copy of its folder. The full disk is a small file system in memory, which needs root; without root, that part
 * is skipped with a message.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const failures: string[] = []
const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const urlOf = ({ connection }: EmbeddedPostgres) =>
  `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(String(connection.host))}`

async function countAccounts(postgres: EmbeddedPostgres, names: readonly string[]): Promise<number> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from account_identifiers where lookup_key = any($1)',
    [names],
  )
  await client.end()
  return rows[0]?.n ?? 0
}

async function checkLedger(postgres: EmbeddedPostgres, name: string): Promise<void> {
  const database = openDatabase({ connection: postgres.connection, maxConnections: 2, log: pino({ level: 'silent' }) })
  for (const problem of (await verifyLedger(database)).problems) failures.push(`${name}: ${problem}`)
  await database.close()
}

async function stopServer(server: Server): Promise<void> {
  server.signal('SIGTERM')
  await server.ended
}

async function signUp(server: Server, prefix: string, until: (reply: Reply, n: number) => boolean) {
  const kept: string[] = []
  const refused: Reply[] = []
  for (let n = 0; ; n++) {
    const accountName = `${prefix}.${n}`
    const reply = await register(server, accountName)
    if (reply.status === 200) kept.push(accountName)
    else refused.push(reply)
    if (until(reply, n)) return { kept, refused }
  }
}

async function fullDisk(dataDir: string): Promise<void> {
  const disk = path.join(dataDir, 'small-disk')
  execFileSync('mkdir', ['-p', disk])
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m,mode=0755', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return say(`  ${'disk full'.padEnd(28)} left out: no right to make a small file system`)
  }
  const postgres = await startEmbeddedPostgres({ folder: path.join(disk, 'postgres'), maxConnections: 40 })
  try {
    const server = await startServerProcess(dataDir, urlOf(postgres))
    const before = await signUp(server, 'before', (_reply, n) => n === 20)
    const ballast = path.join(disk, 'ballast')
    const taken = Number(execFileSync('df', ['--output=avail', '-B1', disk]).toString().split('\n')[1])
    await writeFile(ballast, Buffer.alloc(taken)).catch(() => {})
    let full = await signUp(server, 'full', ({ status }, n) => status !== 200 || n === 5_000)
    must(full.refused.length > 0, 'disk full: 5,000 accounts were still taken')
    const still = await signUp(server, 'still', (_reply, n) => n === 20)
    full = { kept: [...full.kept, ...still.kept], refused: [...full.refused, ...still.refused] }
    const other = full.refused.filter(({ status, body }) => status !== 503 || !body.includes('"status":"Unavailable"'))
    must(
      other.length === 0,
      `disk full: ${other.length} answers are no enveloped 503 (${other[0]?.status} ${other[0]?.body.slice(0, 160)})`,
    )
    await rm(ballast)
    const freedAt = performance.now()
    const after = await signUp(server, 'after', ({ status }) => status === 200 || performance.now() - freedAt > 60_000)
    const recovery = performance.now() - freedAt
    must(after.kept.length > 0, 'disk full: nothing works a minute after there is room')
    const acknowledged = [...before.kept, ...full.kept, ...after.kept]
    const lost = acknowledged.length - (await countAccounts(postgres, acknowledged))
    must(lost === 0, `disk full: ${lost} acknowledged accounts are lost`)
    await checkLedger(postgres, 'disk full')
    await stopServer(server)
    say(
      `  ${'disk full'.padEnd(28)} ${acknowledged.length} accounts, ${lost} lost; ${full.refused.length} refused; works again ${seconds(recovery)} after there is room`,
    )
  } finally {
    await postgres.stop()
    execFileSync('umount', ['-l', disk])
  }
}

/**
 * Copies the folder of the running database, deletes the original, and starts a database on the copy, which reads the
 * archived WAL.
 */
async function restore(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'postgres')
  const archive = path.join(dataDir, 'archive')
  execFileSync('mkdir', ['-p', archive])
  execFileSync('chmod', ['777', archive])
  const settings = ['archive_mode=on', 'archive_timeout=5', `archive_command=cp %p ${archive}/%f`]
  const postgres = await startEmbeddedPostgres({ folder, maxConnections: 40, settings })
  const server = await startServerProcess(dataDir, urlOf(postgres))
  const first = await signUp(server, 'first', (_reply, n) => n === 60)
  const client = new pg.Client(postgres.connection)
  await client.connect()
  // Makes a base backup by hand, as in PostgreSQL's manual: the folder is copied during writes.
  await client.query(`select pg_backup_start('drill', true)`)
  const copiedAt = performance.now()
  const copy = path.join(dataDir, 'copy')
  const during = signUp(server, 'during', () => performance.now() - copiedAt > 3_000)
  // Files may vanish during the copy, which does no harm, because the archived WAL contains their changes.
  await new Promise((resolve) => spawn('cp', ['-a', folder, copy], { stdio: 'ignore' }).once('close', resolve))
  const label = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  const copying = performance.now() - copiedAt
  const meanwhile = await during
  await client.end()
  for (const left of ['postmaster.pid', 'postmaster.opts', 'pg_wal'])
    await rm(path.join(copy, left), { recursive: true, force: true })
  execFileSync('mkdir', ['-p', path.join(copy, 'pg_wal/archive_status')])
  await writeFile(path.join(copy, 'backup_label'), label.rows[0]?.labelfile ?? '')
  await writeFile(path.join(copy, 'recovery.signal'), '')
  execFileSync('chown', ['-R', '--reference', folder, copy])
  // Sign-ups between backup and loss, whose WAL is archived automatically.
  const later = await signUp(server, 'later', (_reply, n) => n === 60)
  const names = [...first.kept, ...meanwhile.kept, ...later.kept]
  // Waits for the archive. The last WAL segment is archived within five seconds, so only that much may be lost.
  await sleep(12_000)
  const lostAt = performance.now()
  process.kill(Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')
  await stopServer(server)
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })

  const restored = await startEmbeddedPostgres({
    folder: copy,
    maxConnections: 40,
    settings: ['hot_standby=off', `restore_command=cp ${archive}/%f %p`],
  })
  const again = await startServerProcess(dataDir, urlOf(restored))
  const outage = performance.now() - lostAt
  const found = await countAccounts(restored, names)
  must(found === names.length, `restore: ${names.length - found} of ${names.length} accounts are lost`)
  const after = await register(again, 'after.restore')
  must(after.status === 200, `restore: it takes no new account (${after.status} ${after.body.slice(0, 160)})`)
  await checkLedger(restored, 'restore')
  await stopServer(again)
  await restored.stop()
  say(
    `  ${'restore from a copy'.padEnd(28)} copied in ${seconds(copying)} under load; ${found} of ${names.length} accounts back; serves again ${seconds(outage)} after the loss`,
  )
}

const dataDir = await makeTemporaryFolder('storage')
execFileSync('chmod', ['755', dataDir])
await Promise.all([ensureBuilt(), ensureDevKeys(dataDir)])
await fullDisk(dataDir)
await restore(dataDir)
await rm(dataDir, { recursive: true, force: true })
for (const failure of failures) say(`  ✗ ${failure}`)
say(`storage: ${failures.length} failures`)
if (failures.length > 0) process.exitCode = 1
