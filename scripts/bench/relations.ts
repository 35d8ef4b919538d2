import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { listCluster, relate } from '#server/modules/risk/relations.queries.ts'
import { openDatabase } from '#server/platform/database.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

/**
 * Measures the queries for traits shared by two accounts, and for accounts within two steps, among a million accounts
 * on a fresh database. Two percent are rings of 25 with one payer; a dormitory of 5,000 shares an address, a town a
 * /16, and a shop's device 2,000 accounts. `node scripts/bench/relations.ts [--accounts 1000000] [--rounds 2000]`
 */
const { values } = parseArgs({
  options: { accounts: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '2000' } },
})
const [accounts, rounds] = [Number(values.accounts), Number(values.rounds)]

const folder = await makeTemporaryFolder('relations')
const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), settings: ['fsync=off'] })
const connection = server.connection as pg.ClientConfig
await migrate(connection)
const owner = new pg.Client(connection)
await owner.connect()
const database = openDatabase({ connection, maxConnections: 4, log: pino({ level: 'silent' }) })

const idOf = (n: number) => `00000001-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

async function seed(): Promise<void> {
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `create function pg_temp.account(n bigint) returns uuid language sql immutable
     as $$ select ('00000001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
  )
  await owner.query(
    `insert into users (id, uid, invite_code, password_hash, language)
     select pg_temp.account(n), 100000000 + n, lpad(n::text, 8, '0'), 'x', 'en' from generate_series(1, $1::bigint) n`,
    [accounts],
  )
  const traits: readonly (readonly [kind: string, value: string, where: string])[] = [
    ['device', `n::text`, 'true'],
    ['device', `'former ' || n`, 'n % 3 = 0'],
    ['device', `'of a shop'`, 'n <= 2000'],
    ['payer', `case when n % 50 = 0 then 'ring ' || n / 1250 else n::text end`, 'n % 2 = 0'],
    ['payer', `'second ' || n % 400000`, 'n % 5 = 0'],
    ['network', `case when n <= 5000 then 'dormitory' else (n / 4)::text end`, 'true'],
    ['network_wide', `(n / 200)::text`, 'true'],
    ['network_widest', `(n / 50000)::text`, 'true'],
    ['passkey', `(n % 3)::text`, 'n % 10 = 0'],
  ]
  for (const [kind, value, where] of traits)
    await owner.query(
      `insert into risk_signals (kind, digest, user_id, gone_at)
       select '${kind}', sha256(convert_to('${kind} ' || (${value}), 'UTF8')), pg_temp.account(n),
         case when '${kind}' in ('device', 'payer') and n % 7 <> 0 then null else now() - interval '5 days' end
       from generate_series(1, ${accounts}::bigint) n where ${where} on conflict do nothing`,
    )
  await owner.query(`set session_replication_role = origin`)
  await owner.query('vacuum analyze risk_signals')
}

async function measure(work: (round: number) => Promise<readonly unknown[]>): Promise<object> {
  const took: number[] = []
  let most = 0
  for (let round = -20; round < rounds; round++) {
    const before = performance.now()
    const found = await work(round)
    if (round < 0) continue
    took.push(performance.now() - before)
    most = Math.max(most, found.length)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (part: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(2))
  return { 'p50, ms': at(0.5), 'p99, ms': at(0.99), 'longest, ms': at(1), most }
}

const some = () => 1 + Math.floor(Math.random() * accounts)
try {
  await seed()
  console.table({
    'relate, any two': await measure(() => relate(database, idOf(some()), idOf(some()))),
    'relate, two of a ring': await measure(() => {
      const ring = Math.floor(Math.random() * (accounts / 1250)) * 1250
      return relate(database, idOf(ring + 50), idOf(ring + 100))
    }),
    'cluster, anyone': await measure(() => listCluster(database, idOf(some()))),
    'cluster, of a ring': await measure(() =>
      listCluster(database, idOf(50 * (1 + Math.floor(Math.random() * (accounts / 50))))),
    ),
    'cluster, in the dormitory with the device of a shop': await measure(() =>
      listCluster(database, idOf(1 + Math.floor(Math.random() * 2000))),
    ),
  })
} finally {
  await database.close()
  await owner.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
