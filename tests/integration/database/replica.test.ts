import { once } from 'node:events'
import { chown, mkdir, rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { archiveSettings } from '#server/db/backup/archive-settings.ts'
import { startEmbeddedPostgres, unprivilegedUser, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { readsFromReplica, type Reads } from '#server/platform/replica.ts'
import { sql } from '#server/platform/sql.ts'
import { socketOf } from '../../../lab/load/start-shop.ts'
import { addReplica, type Pair } from '../../../lab/scale/start-pair.ts'
import { makeFolderInMemory } from '../../../scripts/temporary-folder.ts'

// The replica is a real PostgreSQL that streams from the primary, as its documentation sets one up (standby.signal,
// primary_conninfo). A network between the two is not tried here.
let folder: string
let server: EmbeddedPostgres
let pair: Pair
let [primary, replica]: [Database, Database] = [undefined as never, undefined as never]
let owner: pg.Client
const warnings: string[] = []
const log = pino(
  { level: 'warn' },
  { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) },
)
const isReplica = async (from: Database) =>
  (await from.one(sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`)).isReplica
const countReports = async (from: Database) =>
  (await from.one(sql<{ n: number }>`select count(*)::int as n from error_reports`)).n
const openReads = (maxAgeMs = 60_000, isOurs = async () => true): Reads =>
  readsFromReplica(primary, replica, { isOurs, log, maxAgeMs })
const report = () =>
  owner.query(
    `insert into error_reports (fingerprint, side, message, stack, place)
     values (sha256(random()::text::bytea), 'server', 'broken', '', '/')`,
  )
const untilReplicaKeepsUp = async () => {
  await expect.poll(() => openReads()(isReplica)).toBe(true)
}

beforeAll(async () => {
  folder = await makeFolderInMemory('replica')
  const archive = path.join(folder, 'archive')
  await mkdir(archive)
  const { uid, gid } = unprivilegedUser()
  if (uid !== undefined && gid !== undefined) await chown(archive, uid, gid)
  server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), settings: archiveSettings(archive) })
  await migrate(server.connection)
  pair = await addReplica(folder, server)
  primary = openDatabase({ connection: server.connection, maxConnections: 3, log })
  replica = openDatabase({ connection: pair.replica.connection, maxConnections: 3, log })
  owner = new pg.Client(server.connection)
  await owner.connect()
})
beforeEach(() => void (warnings.length = 0))
afterAll(async () => {
  await owner.end()
  await replica.close()
  await primary.close()
  await pair.stop()
  await rm(folder, { recursive: true, force: true })
})

const pausing = async (work: () => Promise<void>) => {
  const standby = new pg.Client(pair.replica.connection)
  await standby.connect()
  await standby.query('select pg_wal_replay_pause()')
  await expect
    .poll(async () => (await standby.query('select pg_get_wal_replay_pause_state() as state')).rows[0])
    .toEqual({ state: 'paused' })
  try {
    await work()
  } finally {
    await standby.query('select pg_wal_replay_resume()')
    await standby.end()
  }
}

it('a replica that keeps up answers, with all that was committed before a fresh read', async () => {
  const reads = openReads()
  expect(await reads(isReplica)).toBe(true)
  for (let n = (await countReports(primary)) + 1, last = n + 5; n < last; n++) {
    await report()
    expect(await reads(async (from) => [await isReplica(from), await countReports(from)], { isFresh: true })).toEqual([
      true,
      n,
    ])
  }
  expect(warnings).toEqual([])
})

it('a replica that applies nothing any more answers only within the allowed age, and no fresh read', async () => {
  const [patient, strict] = [openReads(), openReads(1)]
  expect(await patient(isReplica)).toBe(true)
  const before = await countReports(primary)
  await pausing(async () => {
    await report()
    expect(await patient(countReports)).toBe(before)
    await sleep(5)
    expect(await strict(countReports)).toBe(before + 1)
    await sleep(5)
    expect(await strict(countReports)).toBe(before + 1)
    expect(warnings).toEqual(['replica not used, the primary answers'])
    expect(await patient(countReports, { isFresh: true })).toBe(before + 1)
  })
  await untilReplicaKeepsUp()
})

it('a database that is no replica, or holds another shop, is never read', async () => {
  const toItself = readsFromReplica(primary, primary, { isOurs: async () => true, log })
  expect(await toItself(isReplica)).toBe(false)
  expect(await openReads(60_000, async () => false)(isReplica)).toBe(false)
  expect(warnings).toHaveLength(2)
})

it('the primary answers after a fault of the replica unless the work is not repeatable, and a fault of the work is thrown once', async () => {
  const reads = openReads(60_000)
  expect(await reads(isReplica)).toBe(true)
  let runs = 0
  await expect(
    reads(async () => {
      runs += 1
      throw new AppError('NotFound')
    }),
  ).rejects.toThrow(AppError)
  expect(runs).toBe(1)
  const failing = async (from: Database) => {
    if (await isReplica(from)) throw new AppError('Unavailable')
    return 'from the primary'
  }
  expect(await reads(failing)).toBe('from the primary')
  expect(await reads(isReplica)).toBe(false)
  const streaming = openReads(60_000)
  expect(await streaming(isReplica)).toBe(true)
  await expect(streaming(failing, { isRepeatable: false })).rejects.toThrow(AppError)
  expect(await streaming(failing, { isRepeatable: false })).toBe('from the primary')
})

it('the primary answers while open connections to the replica carry nothing any more', async () => {
  let isCut = false
  const ends = new Set<net.Socket>()
  const door = net
    .createServer((socket) => {
      const behind = net.connect(path.join(socketOf(pair.replica), '.s.PGSQL.5432'))
      for (const [end, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        ends.add(end)
        end.on('error', () => {}).on('close', () => other.destroy())
        end.on('data', (bytes) => !isCut && other.write(bytes))
      }
    })
    .listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as net.AddressInfo
  const connection = { ...pair.replica.connection, host: '127.0.0.1', port }
  const far = openDatabase({ connection, maxConnections: 3, log, answerWithinMs: 500 })
  const open = (maxAgeMs: number) => readsFromReplica(primary, far, { isOurs: async () => true, log, maxAgeMs })
  const [asking, trusting] = [open(1), open(60_000)]
  await expect.poll(() => trusting(isReplica)).toBe(true)
  await expect.poll(() => asking(isReplica)).toBe(true)
  isCut = true
  await sleep(5)
  expect(await trusting(isReplica)).toBe(false)
  expect(await asking(isReplica)).toBe(false)
  for (const end of ends) end.destroy()
  door.close()
  await far.close()
})

it('a replica that never answers is not waited for', async () => {
  const silent = { ...replica, one: () => new Promise<never>(() => {}) }
  const read = readsFromReplica(primary, silent, { isOurs: async () => true, log })
  expect(await read(isReplica)).toBe(false)
})

it('the replica refuses writes, so that a read that writes is found', async () => {
  await expect(replica.run(sql`delete from error_reports`)).rejects.toThrow(AppError)
})
