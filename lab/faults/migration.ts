import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { register, startServerProcess, type Reply } from './product.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * Part of `npm run lab -- faults`: the next release migrates tables of a million users and orders while the current
 * release serves. No request may get a 5xx. `--rows N` sets another size.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const rows = Number(values.rows)
const say = (line: string) => void process.stdout.write(`${line}\n`)
/** Statements of a typical migration of a large table: new columns, a check, an index, and an update of all rows. */
const toCome = `
alter table users add column to_come text;
alter table orders add column to_come int not null default 7;
alter table orders add constraint to_come_positive check (to_come > 0) not valid;
`
const toComeSlow = `
update orders set to_come = 8 where id in (select id from orders order by id limit 200000);
alter table orders validate constraint to_come_positive;
create index orders_to_come on orders (to_come, id);
`

const dataDir = await makeTemporaryFolder('migration')
const postgres = await startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres'), maxConnections: 60 })
const { host } = postgres.connection as { host: string }
const databaseUrl = `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(host)}`
await Promise.all([ensureBuilt(), ensureDevKeys(dataDir)])
const server = await startServerProcess(dataDir, databaseUrl)
const owner = new pg.Client(postgres.connection)
await owner.connect()

const seededAt = performance.now()
const id = (block: number) => `('0000000${block}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
await owner.query(
  `insert into users (id, uid, invite_code, password_hash, language)
   select ${id(1)}, 200000000 + n, 'F' || n, 'x', 'en' from generate_series(1, $1::int) n`,
  [rows],
)
await owner.query(
  `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
     price_minor, status, idempotency_key, request_hash, payable_until, paid_at)
   select ${id(2)}, 'N' || n, ${id(1)}, 'plan-12', '{"en": "12 months", "zh-CN": "12 个月"}', 12, 0, 5, 'alipay', 'CNY', 26800, 26800,
     'paid', 'key' || n, '', now(), now() from generate_series(1, $1::int) n`,
  [rows],
)
await owner.query('analyze')
say(`  seeded with ${rows} people and orders in ${((performance.now() - seededAt) / 1000).toFixed(0)} s`)

const account = await register(server, 'migration.reader')
const asked = await server.call('system/system_user_info', { signature: server.sign() }, account.pragma)
const token = asked.pragma ?? ''
const over = new AbortController()
const replies: Reply[] = []
const broken: string[] = []
const lane = async (work: (n: number) => Promise<Reply>) => {
  for (let n = 0; !over.signal.aborted; n++) {
    const reply = await work(n).catch((error: unknown) => void broken.push(String(error)))
    if (reply) replies.push(reply)
  }
}
const lanes = Promise.all([
  ...Array.from({ length: 3 }, (_, index) => lane((n) => register(server, `migration${index}.${n}`))),
  ...Array.from({ length: 2 }, () => lane(() => server.call('payment/payment_order', { page: 1 }, token))),
  lane(() => server.call('system/system_user_info', { signature: server.sign() }, token)),
  lane(() => server.get('/readyz')),
])
await sleep(3_000)
const before = replies.length
const folder = path.join(dataDir, 'migrations')
await cp(path.join(import.meta.dirname, '../../server/db/migrations'), folder, { recursive: true })
await writeFile(path.join(folder, '9000.do.to-come.sql'), toCome)
await writeFile(path.join(folder, '9001.do.to-come-slow.sql'), toComeSlow)
const migratedAt = performance.now()
const { to } = await migrate(postgres.connection, folder)
const took = performance.now() - migratedAt
await sleep(2_000)
over.abort()
await lanes

const during = replies.slice(before)
const failed = during.filter(({ status }) => status >= 500)
const slowest = Math.max(0, ...during.map(({ ms }) => ms))
const statuses = Object.entries(Object.groupBy(during, ({ status }) => status)).map(
  ([status, list]) => `${list?.length} × ${status}`,
)
say(
  `  migration on ${rows} rows      schema ${to} after ${(took / 1000).toFixed(1)} s; ${statuses.join(', ')}; slowest ${(slowest / 1000).toFixed(1)} s`,
)
server.signal('SIGTERM')
await server.ended
await owner.end()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
const failures = [
  ...(failed.length > 0 ? [`${failed.length} answers of 5xx, such as ${failed[0]?.body.slice(0, 200)}`] : []),
  ...(broken.length > 0 ? [`${broken.length} calls without an answer, such as ${broken[0]}`] : []),
  ...(during.filter(({ status }) => status === 200).length === 0 ? ['nothing was served meanwhile'] : []),
]
for (const failure of failures) process.stderr.write(`  ✗ ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0
