import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { PoolConfig } from 'pg'
import { openDatabase } from '#server/platform/database.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { openSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { buildSimulator, readKeys } from '#simulators/build-simulator.ts'
import { findFreePort } from '#simulators/free-ports.ts'
import { createUser } from '../../tests/support/factories.ts'
import { startServerProcess, type Reply } from './product.ts'

const limitMs = 120_000
const totalMinor = 26_800

type Purchase = {
  readonly orderId: string
  /** Times (ms of `Date.now`) at which the shop told the buyer that the order was placed and paid. */
  readonly placedAt: number
  readonly paidAt: number
}
type Shop = {
  readonly purchases: readonly Purchase[]
  /**
   * Buys with WeChat Pay as a browser does, until the shop says that the order is paid. Repeats calls that get no
   * answer.
   */
  buy(): Promise<Purchase>
  keepBuying(lanes: number, isOver: () => boolean): Promise<void>
  paidAtGateway(): number
  close(): Promise<void>
}

export async function openShop(dataDir: string, databaseUrl: string, connection: PoolConfig): Promise<Shop> {
  const simulator = await buildSimulator({ keys: readKeys(path.join(dataDir, 'keys')), dataDir: null })
  const simulatorUrl = await simulator.app.listen({ port: 0, host: 'localhost' })
  const port = await findFreePort()
  const server = await startServerProcess(dataDir, databaseUrl, {
    PORT: String(port),
    HOST: 'localhost',
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SIMULATOR_PORT: new URL(simulatorUrl).port,
  })
  const database = openDatabase({ connection, maxConnections: 6, log: pino({ level: 'silent' }) })
  const { fakeGateway } = simulator.counters.wechat
  const purchases: Purchase[] = []

  async function insist<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
    for (const until = performance.now() + limitMs; performance.now() < until; await sleep(50)) {
      const answer = await ask().catch(() => null)
      if (answer !== null) return answer
    }
    throw new Error(`${what}: nothing for two minutes`)
  }
  const answered = (name: string, input: object, token?: string): Promise<Reply> =>
    insist(name, async () => {
      const reply = await server.call(name, input, token)
      return reply.status < 500 ? reply : null
    })

  async function buy(): Promise<Purchase> {
    const token = await insist('a person', async () => {
      const person = await createUser(database)
      return (await openSession(database, person, { platform: 'web', deviceId: 'web' }, { from: 'proof' })).token
    })
    const cart = { goodsId: 'plan-12', currency: 'CNY', method: 'wechat', expectedTotalMinor: totalMinor }
    const placed = await answered('payment/payment_purchase', { ...cart, idempotencyKey: randomUUID() }, token)
    if (placed.status !== 200) throw new Error(`a purchase was refused: ${placed.body}`)
    const placedAt = Date.now()
    const { orderId } = (JSON.parse(placed.body) as { data: { orderId: string } }).data
    const payment = await insist('the gateway', async () => {
      const [attempt] = await listAttempts(database, [orderId])
      return (attempt && fakeGateway.find(attempt.id)) ?? null
    })
    fakeGateway.pay(payment, { notify: 1 })
    await insist('a payment', async () => {
      const { body } = await server.call('payment/payment_state', { orderId })
      return body.includes('"elsewhere"') ? true : null
    })
    const purchase = { orderId, placedAt, paidAt: Date.now() }
    purchases.push(purchase)
    return purchase
  }
  const lane = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) await buy()
  }
  return {
    purchases,
    buy,
    keepBuying: async (lanes, isOver) => void (await Promise.all(Array.from({ length: lanes }, () => lane(isOver)))),
    paidAtGateway: () => fakeGateway.gatewayPayments.filter(({ paidAt }) => paidAt !== null).length,
    async close() {
      server.signal('SIGTERM')
      await server.ended
      await simulator.app.close()
      await database.close()
    },
  }
}
