import fc from 'fast-check'
import { randomInt, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { openDatabase } from '#server/platform/database.ts'
import { openSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { buildSimulator, readKeys } from '#simulators/build-simulator.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { refundedMinor, type GatewayPayment } from '#simulators/fake-gateway/gateway-payments.ts'
import { findFreePort } from '#simulators/free-ports.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { createUser } from '../../tests/support/factories.ts'
import { startServerProcess, type Reply, type Server } from './product.ts'

/**
 * Part of `npm run lab -- faults`: fifty users (PURCHASES) buy at the simulated gateways, some by two methods at once
 * and some without a notification, while the server is killed (-9) at random and restarted. Afterwards every payment
 * must count once, every duplicate must be refunded, and the ledger must be correct. KILL_SEED repeats the random
 * choices of a run.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const failures: string[] = []
const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
const startedAt = performance.now()
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
const purchases = Number(process.env.PURCHASES ?? 50)
say(`  random kills: KILL_SEED=${seed} PURCHASES=${purchases}`)
const totalMinor = 26_800
const limitMs = 120_000

const wishes = fc.sample(
  fc.record({
    method: fc.constantFrom('wechat' as const, 'card' as const),
    /** Number of notifications that the gateway sends; with 0 the shop must find the payment by asking the gateway. */
    notify: fc.nat(3),
    inTwoWays: fc.boolean(),
    thinksMs: fc.nat(1_500),
  }),
  { seed, numRuns: purchases },
)
const pauses = fc.sample(fc.integer({ min: 20, max: 2_500 }), { seed, numRuns: 1_000 })

const dataDir = await makeTemporaryFolder('random-kills')
const [postgres] = await Promise.all([
  startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres'), maxConnections: 80, settings: ['fsync=off'] }),
  ensureDevKeys(dataDir),
  ensureBuilt(),
])
const { host } = postgres.connection as { host: string }
const databaseUrl = `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(host)}`
const simulator = await buildSimulator({ keys: readKeys(path.join(dataDir, 'keys')), dataDir: null })
const simulatorUrl = await simulator.app.listen({ port: 0, host: 'localhost' })
const port = await findFreePort()
const env = {
  PORT: String(port),
  HOST: 'localhost',
  PUBLIC_ORIGIN: `http://localhost:${port}`,
  SIMULATOR_PORT: new URL(simulatorUrl).port,
}
const start = (): Promise<Server> => startServerProcess(dataDir, databaseUrl, env)
let server = await start()

const database = openDatabase({ connection: postgres.connection, maxConnections: 6, log: pino({ level: 'silent' }) })
const owner = new pg.Pool({ ...postgres.connection, max: 4 })
owner.on('error', () => {})
const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await owner.query<Row>(text, values)).rows
const { wechat, stripe } = simulator.counters
const gateways = [wechat.fakeGateway, stripe.fakeGateway]
const paidAtGateways = (): GatewayPayment[] =>
  gateways.flatMap(({ gatewayPayments }) => gatewayPayments.filter(({ paidAt }) => paidAt !== null))

/** Repeats a call until there is an answer, as a browser and its user would. */
async function insist(name: string, input: object, token: string): Promise<Reply> {
  const until = performance.now() + limitMs
  for (;;) {
    const reply = await server.call(name, input, token).catch(() => null)
    if (reply && reply.status < 500) return reply
    if (performance.now() > until) throw new Error(`${name} was never answered: ${reply?.body ?? 'nothing'}`)
    await sleep(100)
  }
}

/** Pays the open payments of an order at the gateways; with `late` also closed ones. Returns their number. */
async function payAll(orderId: string, notify: number, { late }: { late: boolean }): Promise<number> {
  const attempts = await rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  let payments = 0
  for (const gateway of gateways)
    for (const { id } of attempts) {
      const known = gateway.find(id)
      if (!known || known.paidAt !== null || (known.closedAt !== null && !late)) continue
      gateway.pay(known, { notify, late })
      payments += 1
    }
  return payments
}

const orders: string[] = []
async function buy({ method, notify, inTwoWays, thinksMs }: (typeof wishes)[number]): Promise<void> {
  const person = await createUser(database)
  const { token } = await openSession(database, person, { platform: 'web', deviceId: 'web' }, { from: 'proof' })
  const cart = { goodsId: 'plan-12', currency: 'CNY', method, expectedTotalMinor: totalMinor }
  const placed = await insist('payment/payment_purchase', { ...cart, idempotencyKey: randomUUID() }, token)
  if (placed.status !== 200) throw new Error(`a purchase was refused: ${placed.body}`)
  const { orderId } = (JSON.parse(placed.body) as { data: { orderId: string } }).data
  orders.push(orderId)
  const repay = (way: string) => insist('payment/payment_repay', { orderId, method: way }, token)
  await sleep(thinksMs)
  if (inTwoWays) await repay(method === 'wechat' ? 'card' : 'wechat')
  const until = performance.now() + limitMs
  while ((await payAll(orderId, notify, { late: false })) === 0) {
    if (performance.now() > until) throw new Error(`order ${orderId} could not be paid anywhere`)
    // The gateway has no open payment, because it never received one or closed it. The user therefore orders again. An
    // attempt that was killed while it was created is resumed half a minute later.
    await sleep(1_000)
    await repay(method)
  }
  // The payment by the first method was closed when the second one was opened. The user pays it anyway, so its
  // notification follows.
  if (inTwoWays) await payAll(orderId, Math.max(1, notify), { late: true })
}

let bought = false
let kills = 0
const killing = (async () => {
  for (const pause of pauses) {
    await sleep(pause)
    if (bought) return
    server.signal('SIGKILL')
    await server.ended
    kills += 1
    server = await start()
  }
})()
const waiting = [...wishes]
const lane = async () => {
  for (let wish = waiting.pop(); wish; wish = waiting.pop()) {
    await sleep(wish.thinksMs)
    await buy(wish).catch((error: unknown) => void failures.push(String(error)))
  }
}
await Promise.all(Array.from({ length: 4 }, lane))
bought = true
await killing

const isSettled = async (): Promise<boolean> => {
  const [open] = await rows<{ waiting: number }>(
    `select (select count(*) from orders where id = any($1) and status <> 'paid')::int
       + (select count(*) from refunds where status <> 'done')::int
       + (select $2 - count(*) from payment_facts where kind = 'paid')::int as waiting`,
    [orders, paidAtGateways().length],
  )
  return open?.waiting === 0
}
const settlingFrom = performance.now()
while (!(await isSettled()) && performance.now() - settlingFrom < limitMs) await sleep(200)
const settledMs = performance.now() - settlingFrom

const paid = paidAtGateways()
must(orders.length === purchases, `${orders.length} of ${purchases} purchases were made`)
must(kills >= 5, `the server was killed ${kills} times, which shows little`)
must(await isSettled(), 'something waited for ever')
must(paid.length > purchases, 'nothing was paid in two ways')
const found = await rows<{ id: string; status: string; orders: number; grants: number; attempts: string[] }>(
  `select id, status, (select count(*)::int from orders other where other.user_id = o.user_id) as orders,
     (select count(*)::int from membership_grants g where g.user_id = o.user_id) as grants,
     array(select id from payment_attempts a where a.order_id = o.id) as attempts
   from orders o where id = any($1)`,
  [orders],
)
for (const { id, status, orders: ofPerson, grants, attempts } of found) {
  const own = paid.filter(({ number }) => attempts.includes(number))
  const kept = own.reduce((sum, payment) => sum + payment.paidMinor - refundedMinor(payment), 0)
  const stand = { status, ofPerson, grants, kept }
  const expected = { status: 'paid', ofPerson: 1, grants: 1, kept: totalMinor }
  must(JSON.stringify(stand) === JSON.stringify(expected), `order ${id}: ${JSON.stringify(stand)}`)
}
for (const [provider, { fakeGateway }] of [
  ['wechat', wechat],
  ['stripe', stripe],
] as const) {
  const own = paid.filter((payment) => fakeGateway.find(payment.number) === payment)
  const kept = own.reduce((sum, payment) => sum + payment.paidMinor - refundedMinor(payment), 0)
  const [books] = await rows<{ kept: number; payments: number }>(
    `select coalesce(sum(case when debit = $1 then amount_minor else -amount_minor end), 0)::int as kept,
       count(*) filter (where source = 'payment')::int as payments
     from ledger_postings where $1 in (debit, credit)`,
    [`clearing:${provider}`],
  )
  const expected = { kept, payments: own.length }
  must(
    JSON.stringify(books) === JSON.stringify(expected),
    `${provider}: ${JSON.stringify(books)} in the books, ${JSON.stringify(expected)} there`,
  )
}
failures.push(...(await verifyLedger(database)).problems)

server.signal('SIGTERM')
await server.ended
await simulator.app.close()
await owner.end()
await database.close()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`
for (const failure of failures) say(`  ✗ ${failure}`)
say(
  `random kills: ${kills} kills during ${orders.length} purchases and ${paid.length} payments, settled after ${seconds(settledMs)}`,
)
say(`random kills: ${failures.length} failures, ${seconds(performance.now() - startedAt)}`)
if (failures.length > 0) process.exitCode = 1
