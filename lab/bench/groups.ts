import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { apiPrefix } from '#shared/api-values.ts'
import { groupEventsPath } from '#shared/contract/group.ts'
import { AppError } from '#shared/errors.ts'
import { buildApp } from '#server/app.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#simulators/demo/seed-demo.ts'
import { routePayments } from '#server/modules/payments/create-payments.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { joinForPay, joinGroup } from '#server/workflows/groups/join-group.ts'
import { leaveGroup } from '#server/workflows/groups/leave-group.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { createUser } from '../../tests/support/factories.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * `node lab/bench/groups.ts`: measures joins per second in one group and across a thousand groups, and how late 2,000
 * watchers see a change. Uses an instant fake payment provider, so that only groups are measured. Ends after a number
 * of joins, not after a time.
 */
const groups = 1_000
const attempts = 5_000
const atOnce = 32
const watchers = 2_000
const changes = 20

const dataDir = await makeTemporaryFolder('bench-groups')
await ensureDevKeys(dataDir)
const server = await startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres') })
const log = pino({ level: 'silent' })
await migrate(server.connection)
const database = openDatabase({ connection: server.connection, maxConnections: 20, log })
await seedDemo(database)
const never = () => Promise.reject(new Error('nothing of this is measured here'))
const provider: PaymentProvider = {
  id: 'alipay',
  caps: { currencies: ['CNY'], canClose: true, partialRefund: true, minTtlSec: 0 },
  create: async ({ id }) => ({ pay: { kind: 'qr', content: id }, providerRef: null }),
  parseNotification: () => ({ eventId: randomUUID(), facts: [] }),
  reply: () => ({ status: 200, body: '' }),
  query: async () => [],
  close: async () => 'closed',
  refund: never,
  queryRefund: never,
}
const payments = routePayments([provider], [{ method: 'alipay', currency: 'CNY', provider: 'alipay' }])
const deps = { database, payments, log }

const users: string[] = []
for (let index = 0; index < 2_200; index++) users.push((await createUser(database)).userId)
const call = { currency: 'CNY', method: 'alipay' } as const
const unitMinor = 18_800

async function start(userId: string, paymentType: 'pay_all' | 'pay_self'): Promise<string> {
  const offer = { goodsId: 'plan-12', size: 3, paymentType, idempotencyKey: randomUUID() } as const
  const expectedTotalMinor = paymentType === 'pay_all' ? 3 * unitMinor : unitMinor
  const { orderId } = await startGroup(deps, { ...call, ...offer, userId, expectedTotalMinor })
  const [attempt] = await listAttempts(database, [orderId])
  if (!attempt) throw new Error(`order ${orderId} has no attempt`)
  const { id: attemptId, amountMinor, currency } = attempt
  const amount = { amountMinor, currency }
  const paid = {
    provider: 'alipay',
    kind: 'paid',
    attemptId,
    providerTxnId: attemptId,
    refundId: null,
    amount,
  } as const
  await database.transaction((tx) =>
    applyPaymentFacts(tx, { orderId, facts: [{ ...paid, at: tx.now, rawHash: '' }], source: 'notification' }),
  )
  return (await readOrder(database, userId, orderId, 'en')).groupId ?? ''
}

async function rate<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const waiting = [...items].toReversed()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
    }),
  )
  return Math.round(items.length / ((performance.now() - startedAt) / 1000))
}
const orRefused = (error: unknown): void => {
  if (!(error instanceof AppError)) throw error
}

try {
  const many: string[] = []
  for (let index = 0; index < groups; index++) many.push(await start(users[index] ?? '', 'pay_all'))
  const pairs = many.flatMap((groupId, index) => [
    { groupId, userId: users[(index + 1) % groups] ?? '' },
    { groupId, userId: users[(index + 2) % groups] ?? '' },
  ])
  const onMany = await rate(pairs, ({ userId, groupId }) => joinGroup(database, userId, groupId))
  const hot = await start(users[2_100] ?? '', 'pay_all')
  const crowd = Array.from({ length: attempts }, (_, index) => users[index % 2_000] ?? '')
  const onHot = await rate(crowd, (userId) => joinGroup(database, userId, hot).catch(orRefused))
  console.table({
    'free joins on 1,000 groups': { 'per second': onMany },
    'answers to joins of one hot group': { 'per second': onHot },
    ...(await measureDelay()),
  })
} finally {
  await database.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureDelay(): Promise<Record<string, object>> {
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await buildApp({
    config,
    database,
    log,
    payments,
    chains: null,
    nudgeJobs: () => {},
    isDraining: () => false,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const groupId = await start(users[2_101] ?? '', 'pay_self')
  const url = `${origin}${apiPrefix('TEST')}${groupEventsPath}?group=${groupId}&language=en`
  const delays: number[] = []
  let changedAt = 0
  let received = 0
  const open = (index: number) =>
    new Promise<http.ClientRequest>((resolve, reject) => {
      // Spreads the watchers over two dozen loopback IP addresses, because one network may open at most a hundred
      // streams.
      const request = http.get(url, { localAddress: `127.0.1.${1 + (index % 24)}`, agent: false }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`a watcher got ${response.statusCode}`))
        response.setEncoding('utf8').on('data', (text: string) => {
          if (!text.includes('event: group')) return
          received++
          if (changedAt > 0) delays.push(performance.now() - changedAt)
        })
        response.on('error', () => {})
        resolve(request)
      })
      request.on('error', () => {})
    })
  const requests: http.ClientRequest[] = []
  for (let index = 0; index < watchers; index++) requests.push(await open(index))
  const all = async (count: number) => {
    for (;;) {
      if (received >= count) return
      await sleep(5)
    }
  }
  await all(watchers)
  for (let change = 0; change < changes; change++) {
    const userId = users[change >> 1] ?? ''
    received = 0
    changedAt = performance.now()
    if (change % 2 === 0)
      await joinForPay(deps, { ...call, userId, groupId, expectedTotalMinor: unitMinor, idempotencyKey: randomUUID() })
    else await leaveGroup(deps, userId, groupId)
    await all(watchers)
    changedAt = 0
  }
  requests.forEach((request) => request.destroy())
  await app.close()
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { [`a change to ${watchers} readers`]: { 'median, ms': at(0.5), 'p99, ms': at(0.99), events: sorted.length } }
}
