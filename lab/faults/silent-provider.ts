import { randomUUID } from 'node:crypto'
import { findFreePort } from '#simulators/free-ports.ts'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { buildSimulator, readKeys } from '#simulators/build-simulator.ts'
import { refundedMinor } from '#simulators/fake-gateway/gateway-payments.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { createUser } from '../../tests/support/factories.ts'
import { startServerProcess, startWorkerProcess } from './product.ts'
import { relayTo } from './silent-gateway.ts'

/**
 * Part of `npm run lab -- faults`: Alipay accepts connections without answering for ten minutes (SILENT_MINUTES), while
 * 40 groups expire whose payments it must refund. Mail and other providers must work as before; once Alipay answers
 * again, each refund must happen by itself, once. Also kills (-9) a worker that is sending a mail, which another worker
 * must send.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const failures: string[] = []
const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const quantile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Infinity

const minutes = Number(process.env.SILENT_MINUTES ?? 10)
const groupCount = 40
const startedAt = performance.now()
const dataDir = await makeTemporaryFolder('silent')
const [postgres] = await Promise.all([
  startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres'), maxConnections: 80, settings: ['fsync=off'] }),
  ensureDevKeys(dataDir),
  ensureBuilt(),
])
const { host } = postgres.connection as { host: string }
const simulator = await buildSimulator({ keys: readKeys(path.join(dataDir, 'keys')), dataDir: null })
const gateways = await relayTo(Number(new URL(await simulator.app.listen({ port: 0, host: 'localhost' })).port))
const mail = await relayTo(await simulator.outbox.listen(0))
const port = await findFreePort()
const env = {
  DATA_DIR: dataDir,
  DATABASE_URL: `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(host)}`,
  PORT: String(port),
  PUBLIC_ORIGIN: `http://localhost:${port}`,
  SIMULATOR_PORT: String(gateways.port),
  SIMULATOR_MAIL_PORT: String(mail.port),
}
const server = await startServerProcess(dataDir, env.DATABASE_URL, { ...env, JOBS: 'off', HOST: 'localhost' })
let workers = [startWorkerProcess(env), startWorkerProcess(env)]

const log = pino({ level: 'silent' })
const database = openDatabase({ connection: postgres.connection, maxConnections: 6, log })
const config = readConfig({ ...env, APP_ENV: 'TEST', LOG_LEVEL: 'silent' })
const deps = { database, payments: createPayments(config), log, digest: createKeyedDigest(config.secretKey) }
const owner = new pg.Pool({ ...postgres.connection, max: 3 })
owner.on('error', () => {})
const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await owner.query<Row>(text, values)).rows
const count = async (text: string, values: unknown[] = []): Promise<number> =>
  Number((await rows<{ n: string }>(`select count(*) as n from ${text}`, values))[0]?.n)
const attemptOf = async (orderId: string): Promise<string> =>
  (await rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId]))[0]?.id ?? ''
async function until(holds: () => Promise<boolean>, limitMs: number): Promise<number> {
  const from = performance.now()
  while (!(await holds())) {
    if (performance.now() - from > limitMs) return Infinity
    await sleep(50)
  }
  return performance.now() - from
}

async function askForMail(n: number): Promise<number> {
  const identifier = `silent.${n}@example.com`
  const from = performance.now()
  const asked = await server.call('user/user_send_code', {
    purpose: 'register',
    kind: 'email',
    identifier,
    signature: server.sign(),
  })
  if (asked.status !== 200) throw new Error(`a code was refused: ${asked.body}`)
  await until(async () => simulator.outbox.messages.some(({ to }) => to === identifier), 120_000)
  return performance.now() - from
}

/**
 * Buys with WeChat Pay and returns the milliseconds from payment to paid order. Without a notification the reconciler
 * must find the payment.
 */
async function buyByWechat(isNotified: boolean): Promise<number> {
  const { userId } = await createUser(database)
  const { orderId } = await placeOrder(deps, {
    userId,
    goodsId: 'plan-12',
    currency: 'CNY',
    method: 'wechat',
    expectedTotalMinor: 26_800,
    idempotencyKey: randomUUID(),
  })
  const { fakeGateway } = simulator.counters.wechat
  fakeGateway.pay(fakeGateway.get(await attemptOf(orderId)), { notify: isNotified ? 1 : 0 })
  return until(async () => (await count(`orders where id = $1 and status = 'paid'`, [orderId])) === 1, 120_000)
}

async function openPaidGroup(): Promise<string> {
  const { userId } = await createUser(database)
  const { orderId } = await startGroup(deps, {
    userId,
    goodsId: 'plan-12',
    size: 2,
    paymentType: 'pay_self',
    currency: 'CNY',
    method: 'alipay',
    expectedTotalMinor: 21_800,
    idempotencyKey: randomUUID(),
  })
  const { fakeGateway } = simulator.counters.alipay
  fakeGateway.pay(fakeGateway.get(await attemptOf(orderId)))
  return orderId
}

// Makes the mail server silent and kills the worker that sends a mail.
mail.silence('')
const waiting = askForMail(0)
await until(
  async () => (await count(`pgboss.job where data->>'kind' = 'send-message' and state = 'active'`)) === 1,
  30_000,
)
for (const worker of workers) worker.signal('SIGKILL')
await Promise.all(workers.map(({ ended }) => ended))
const killedAt = performance.now()
mail.speak()
workers = [startWorkerProcess(env), startWorkerProcess(env)]
await waiting
const takenUpMs = performance.now() - killedAt
must(takenUpMs <= 60_000, `a job of a killed worker was taken up after ${seconds(takenUpMs)}`)
await sleep(3_000)
must(simulator.outbox.messages.length === 1, `its mail went out ${simulator.outbox.messages.length} times`)
say(`  ${'worker killed (-9)'.padEnd(30)} its mail went out after ${seconds(takenUpMs)}, once`)

const orders: string[] = []
for (let n = 0; n < groupCount; n++) orders.push(await openPaidGroup())
await until(async () => (await count(`orders where id = any($1) and status = 'paid'`, [orders])) === groupCount, 60_000)
const before = { told: [] as number[], found: [] as number[], mails: [] as number[] }
for (let n = 0; n < 5; n++) {
  before.told.push(await buyByWechat(true))
  before.found.push(await buyByWechat(false))
  before.mails.push(await askForMail(1_000 + n))
}

gateways.silence('/alipay/')
await rows(
  `update groups set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second' where status = 'unfinished'`,
)
await rows(`update pgboss.job set start_after = now() where data->>'kind' = 'expire-group'`)
const silentFrom = performance.now()
const expiredMs = until(async () => (await count(`groups where status = 'expired'`)) === groupCount, 120_000)
const during: typeof before = { told: [], found: [], mails: [] }
const over = () => performance.now() - silentFrom >= minutes * 60_000
const mails = (async () => {
  const asked: Promise<number>[] = []
  for (let n = 1; !over(); n++) {
    asked.push(askForMail(n))
    await sleep(2_000)
  }
  during.mails.push(...(await Promise.all(asked)))
})()
const wechat = (async () => {
  while (!over()) {
    during.told.push(await buyByWechat(true))
    during.found.push(await buyByWechat(false))
    await sleep(5_000)
  }
})()
let seenSilent = false
while (!over()) {
  await sleep(1_000)
  seenSilent ||= (await server.get('/readyz')).body.includes('"alipay"')
}
await Promise.all([mails, wechat])
const early = await count(`refunds where status = 'done'`)
gateways.speak()
const healedMs = await until(
  async () =>
    (await count(
      `refunds r join orders o on o.id = r.order_id where o.id = any($1) and r.status = 'done' and o.status = 'refunded'`,
      [orders],
    )) === groupCount,
  180_000,
)
const answersMs = await until(async () => !(await server.get('/readyz')).body.includes('"alipay"'), 60_000)

must((await expiredMs) < 60_000, `${groupCount} groups took ${seconds(await expiredMs)} to expire`)
must(early === 0, `${early} refunds were done while Alipay said nothing`)
must(quantile(during.mails, 0.99) <= 5_000, `mail p99 was ${seconds(quantile(during.mails, 0.99))}`)
for (const way of ['told', 'found'] as const)
  must(
    quantile(during[way], 0.5) <= 2 * quantile(before[way], 0.5) + 1_000,
    `WeChat settled (${way}) after ${seconds(quantile(during[way], 0.5))} instead of ${seconds(quantile(before[way], 0.5))}`,
  )
must(seenSilent, 'health did not say that Alipay is silent')
must(healedMs < 120_000, `${groupCount} refunds took ${seconds(healedMs)} once Alipay answered`)
must(answersMs < 60_000, 'health went on to say that Alipay is silent')
const attempts = await Promise.all(orders.map(attemptOf))
for (const attempt of attempts) {
  const trade = simulator.counters.alipay.fakeGateway.get(attempt)
  must(
    refundedMinor(trade) === trade.paidMinor,
    `of trade ${attempt} ${refundedMinor(trade)} of ${trade.paidMinor} went back`,
  )
}
must((await count(`pgboss.job where name = 'dead'`)) === 0, 'jobs were given up')
failures.push(...(await verifyLedger(database)).problems)

for (const worker of workers) worker.signal('SIGTERM')
server.signal('SIGTERM')
await Promise.all([...workers.map(({ ended }) => ended), server.ended])
gateways.close()
mail.close()
await simulator.app.close()
await owner.end()
await database.close()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
const times = (numbers: readonly number[]) =>
  `${numbers.length}, median ${seconds(quantile(numbers, 0.5))}, p99 ${seconds(quantile(numbers, 0.99))}`
say(
  `  ${`Alipay silent, ${minutes} min`.padEnd(30)} ${groupCount} groups expired after ${seconds(await expiredMs)}; refunded ${seconds(healedMs)} after it answered`,
)
say(`    mails                        ${times(during.mails)} (before: ${times(before.mails)})`)
say(`    WeChat, told                 ${times(during.told)} (before: ${times(before.told)})`)
say(`    WeChat, found by asking      ${times(during.found)} (before: ${times(before.found)})`)
for (const failure of failures) say(`  ✗ ${failure}`)
say(`silent provider: ${failures.length} failures, ${seconds(performance.now() - startedAt)}`)
if (failures.length > 0) process.exitCode = 1
