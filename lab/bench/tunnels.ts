import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { addNode } from '#server/modules/tunnels/nodes.service.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { startServerProcess } from '../faults/product.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { send } from './customer.ts'
import { measureReports } from './node-reports.ts'

/**
 * `npm run lab -- bench:tunnels`: measures what VPN nodes cost the shop, all on this machine. Measures how many bytes
 * and milliseconds a node's poll takes, with and without changed users, and the latency of a customer's call while
 * nodes send full reports. Then a tenth of the members renew within a minute, and it measures when each node knows all
 * of them. `--only reports` measures only the reports.
 */
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    nodes: { type: 'string', default: '50' },
    groups: { type: 'string', default: '5' },
    pull: { type: 'string', default: '60' },
    only: { type: 'string' },
  },
})
const [members, nodes, groups, pull] = [values.members, values.nodes, values.groups, values.pull].map(Number) as [
  number,
  number,
  number,
  number,
]
const wave = Math.ceil(members / 10)
const waveSeconds = 60
const say = (line: string) => void process.stdout.write(`${line}\n`)
const round = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits

const dataDir = await makeTemporaryFolder('bench-tunnels')
await Promise.all([ensureBuilt(), ensureDevKeys(dataDir)])
const postgres = await startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres'), maxConnections: 80 })
const { host } = postgres.connection as { host: string }
const env = {
  DATA_DIR: dataDir,
  DATABASE_URL: `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(host)}`,
  TUNNEL_PULL_SECONDS: String(pull),
}
const start = () => startServerProcess(dataDir, env.DATABASE_URL, env)
let server = await start()
const owner = new pg.Pool({ ...postgres.connection, max: 16 })
try {
  await fill(members + wave)
  const places = await addNodes()
  await owner.query('vacuum analyze')
  server.signal('SIGTERM')
  await server.ended
  const startedAt = performance.now()
  server = await start()
  say(`${members} members, ${nodes} nodes in ${groups} groups; the product was ready after ${since(startedAt)} ms`)
  const isWhole = values.only !== 'reports'
  if (isWhole) console.table(await measurePulls(places))
  console.table(await measureNodeReports(places))
  if (isWhole) console.table(await measureWave(places))
} finally {
  server.signal('SIGTERM')
  await server.ended
  await owner.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type Place = { readonly url: (port: number) => string; etag: string }
type Pulled = { readonly status: number; readonly ms: number; readonly body: Buffer }

function since(at: number): number {
  return round(performance.now() - at)
}

async function fill(people: number): Promise<void> {
  const id = (kind: number) => `('0000000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const from = `from generate_series(1, ${people}) n`
  for (const text of [
    `insert into users (id, uid, invite_code, password_hash, language)
     select ${id(1)}, 500000000 + n, 'B' || lpad(upper(to_hex(n)), 7, '0'), 'no password', 'en' ${from}`,
    `insert into devices (id, user_id, device_id, os) select ${id(2)}, ${id(1)}, 'bench-' || n, 'other' ${from}`,
    `insert into memberships (user_id, expires_at, max_devices)
     select ${id(1)}, now() + case when n <= ${members} then interval '30 days' + n * interval '1 s' else interval '-1 day' end, 3 ${from}`,
    `insert into tunnel_links (user_id, device_id, token_hash)
     select ${id(1)}, ${id(2)}, sha256(convert_to('link ' || n, 'utf8')) ${from}`,
  ])
    await owner.query(text)
}

async function addNodes(): Promise<Place[]> {
  const database = openDatabase({ connection: postgres.connection, maxConnections: 2, log: pino({ level: 'silent' }) })
  const config = readConfig({ ...env, APP_ENV: 'TEST', PORT: String(server.port), LOG_LEVEL: 'silent' })
  const keyring = createKeyring(config.secretKey)
  const places: Place[] = []
  for (let n = 0; n < nodes; n++) {
    const added = await database.transaction((tx) =>
      addNode(tx, keyring, {
        name: `Bench ${n}`,
        nodeGroup: `group-${n % groups}`,
        host: 'node.example.org',
        port: 443,
        serves: 'both',
        allowedNetworks: [],
        protocol: { protocol: 'trojan', settings: { serverName: 'node.example.org' } },
      }),
    )
    const query = `node_type=trojan&node_id=${added?.number}&token=${added?.token}`
    places.push({ url: (port) => `http://127.0.0.1:${port}/api/v1/server/UniProxy/user?${query}`, etag: '' })
  }
  await database.close()
  return places
}

async function pullOnce(place: Place): Promise<Pulled> {
  const at = performance.now()
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': place.etag }
  const { status, body, headers: said } = await send(place.url(server.port), { headers })
  if (status !== 200 && status !== 304) throw new Error(`a pull was answered with ${status}`)
  if (status === 200) place.etag = String(said.etag)
  return { status, ms: performance.now() - at, body }
}

function count(body: Buffer): number {
  return gunzipSync(body).toString().split('"id":').length - 2
}

async function measurePulls(places: readonly Place[]): Promise<Record<string, object>> {
  const [first] = places as [Place]
  const cold = await pullOnce({ ...first })
  if (count(cold.body) !== members) throw new Error(`a node knows ${count(cold.body)} of ${members}`)
  const line = ({ ms, body }: Pulled) => ({
    ms: round(ms),
    'MB packed': round(body.length / 1e6, 2),
    MB: round(gunzipSync(body).length / 1e6, 2),
  })
  const again = await pullOnce({ ...first })
  const all = await Promise.all(places.map((place) => pullOnce(place)))
  const unchanged = await Promise.all(places.map((place) => pullOnce(place)))
  const idle: number[] = []
  for (let n = 0; n < 20; n++) idle.push((await pullOnce(first)).ms)
  await sleep(5_000)
  const looked = await pullOnce(first)
  await owner.query(
    `update memberships set expires_at = expires_at + interval '1 day' where user_id = (select user_id from tunnel_links order by number limit 1)`,
  )
  await owner.query(
    `update tunnel_links set generation = generation + 1 where number = (select min(number) from tunnel_links)`,
  )
  await sleep(5_000)
  const changed = await pullOnce(first)
  if (changed.status !== 200) throw new Error('a change was not seen')
  const most = (pulls: readonly Pulled[]) => round(Math.max(...pulls.map(({ ms }) => ms)))
  return {
    'first pull after a start': line(cold),
    'the same list once more': line(again),
    'all nodes at once, the slowest': { ms: most(all) },
    'all nodes at once, unchanged, the slowest': { ms: most(unchanged) },
    unchanged: { ms: round(idle.toSorted((a, b) => a - b)[10] ?? 0, 1) },
    'unchanged, with a look at the database': { ms: round(looked.ms) },
    'one member changed': line(changed),
  }
}

async function measureNodeReports(places: readonly Place[]): Promise<Record<string, object>> {
  // Polls once as each of the ten nodes that report, because only then the server learns how many links the node has.
  for (const place of places.slice(0, 10)) await pullOnce({ ...place })
  const { rows } = await owner.query<{ first: number }>(
    `select min(l.number)::int as first from tunnel_links l join memberships m using (user_id) where m.expires_at > now()`,
  )
  const urls = places.map((place) => place.url(server.port).replace('/user?', '/push?'))
  const links = { first: rows[0]?.first ?? 0, count: members }
  return measureReports(`http://127.0.0.1:${server.port}`, urls, links)
}

async function measureWave(places: readonly Place[]): Promise<Record<string, object>> {
  const begun = performance.now()
  const pulls: Pulled[] = []
  let renewed = Infinity
  let slowestCall = 0
  const knowsAll = places.map(async (place, index) => {
    await sleep((index / places.length) * pull * 1_000)
    for (;;) {
      const pulled = await pullOnce(place)
      pulls.push(pulled)
      if (pulled.status === 200 && count(pulled.body) === members + wave) return performance.now() - renewed
      await sleep(pull * 1_000 - pulled.ms)
    }
  })
  const over = new AbortController()
  const others = (async () => {
    while (!over.signal.aborted) {
      const at = performance.now()
      await send(`http://127.0.0.1:${server.port}/readyz`)
      slowestCall = Math.max(slowestCall, performance.now() - at)
      await sleep(20)
    }
  })()
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let n = lane; n < wave; n += 8) {
      const due = begun + (n / wave) * waveSeconds * 1_000
      await sleep(Math.max(0, due - performance.now()))
      await owner.query(
        `update memberships set expires_at = now() + interval '30 days' where user_id = ('00000001-0000-7000-8000-' || lpad(to_hex($1::int), 12, '0'))::uuid`,
        [members + 1 + n],
      )
    }
  })
  await Promise.all(lanes)
  renewed = performance.now()
  const waited = await Promise.all(knowsAll)
  over.abort()
  await others
  const sorted = pulls.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    [`${wave} renew, within`]: { s: round((renewed - begun) / 1_000) },
    'last renewal → the last node knows all': { s: round(Math.max(...waited) / 1_000, 1) },
    'a pull meanwhile, middle': { ms: round(sorted[Math.floor(sorted.length / 2)] ?? 0) },
    'a pull meanwhile, slowest': { ms: round(sorted.at(-1) ?? 0) },
    'another call meanwhile, slowest': { ms: round(slowestCall) },
  }
}
