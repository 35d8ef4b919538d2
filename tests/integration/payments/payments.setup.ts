import path from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Currency } from '#shared/money.ts'
import { createJobs } from '#server/create-jobs.ts'
import type { ErrorRecorder } from '#server/modules/error-reports/error-reports.service.ts'
import { listEvents, type OrderEvent } from '#server/modules/orders/orders.queries.ts'
import { createProviders, routePayments } from '#server/modules/payments/create-payments.ts'
import { createNotificationVault } from '#server/modules/payments/notification-vault.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import type { Method } from '#shared/method.ts'
import { createKeyedDigest, type KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Log } from '#server/platform/log.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { buildSimulator, readKeys, type Simulator } from '#simulators/build-simulator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { findFreePort } from '#simulators/free-ports.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { makeJobsDue } from '../../support/jobs.ts'

export const plan = { id: 'plan-12', totalMinor: 26_800, months: 12 } as const

type Wrap = (provider: PaymentProvider) => PaymentProvider

export type Shop = {
  readonly app: TestApp
  readonly deps: PaymentDeps & { readonly digest: KeyedDigest }
  readonly simulator: Simulator
  readonly simulatorUrl: string
  /** Creates a user with one order, and the number by which the gateway knows its attempt. */
  order(options?: OrderOptions): Promise<Placed>
  /** Opens the cashier like the buyer's browser; the gateway then creates the trade. */
  visit(placed: Placed): Promise<void>
  /** Controls the simulated gateway. Returns the parsed answer; throws on an error. */
  switchboard(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  work(): Promise<void>
  view(placed: Placed): ReturnType<typeof readOrder>
  history(placed: Placed): Promise<OrderEvent[]>
  books(placed: Placed): Promise<Books>
  closeWindow(placed: Placed): Promise<void>
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}
type OrderOptions = { method?: Method; currency?: Currency; totalMinor?: number; device?: 'desktop' | 'phone' }
export type Placed = { orderId: string; userId: string; attemptId: string; payUrl: string }
export type Books = {
  status: string
  standing: number
  grants: number
  seconds: number
  facts: string[]
  refunds: string[]
  reviews: string[]
}

type PayStep =
  | { kind: 'none' }
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; content: string }
  | { kind: 'page'; path: string }

/** URL to which the buyer's browser or phone goes; empty if there is none. */
export const payAddress = (pay: PayStep): string =>
  pay.kind === 'redirect' ? pay.url : pay.kind === 'qr' ? pay.content : ''

type OpenOptions = {
  wrap?: Wrap
  /** Settings; `{port}` is the simulator's. */
  env?: Record<string, string>
  timeoutMs?: number
  connectWithinMs?: number
  log?: Log
  errors?: (db: TestDatabase) => ErrorRecorder
}

/** Shop and gateways that communicate over real sockets. `wrap`: wraps each provider. */
export async function openShop({
  wrap = (provider) => provider,
  env = {},
  timeoutMs = 8_000,
  connectWithinMs,
  log = pino({ level: 'silent' }),
  errors,
}: OpenOptions = {}): Promise<Shop> {
  const simulator = await buildSimulator({ keys: readKeys(path.join(inject('dataDir'), 'keys')), dataDir: null })
  const simulatorUrl = await simulator.app.listen({ port: 0, host: 'localhost' })
  const port = await findFreePort()
  // Enough connections for a hundred concurrent requests.
  const db = await createTestDatabase({ maxConnections: 40, ...(connectWithinMs && { connectWithinMs }) })
  const app = await createTestApp({
    db,
    log,
    ...(errors && { errors: errors(db) }),
    env: {
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      SIMULATOR_PORT: new URL(simulatorUrl).port,
      ...Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value.replace('{port}', new URL(simulatorUrl).port)]),
      ),
    },
    payments: (config) =>
      routePayments(createProviders({ ...config, timeoutMs }).map(wrap), config.paymentRoutes, {
        vault: createNotificationVault(config.secretKey),
      }),
  })
  await app.app.listen({ port, host: 'localhost' })
  const { database } = db
  const digest = createKeyedDigest(app.config.secretKey)
  const deps = { database, payments: app.payments, log, digest }
  const messages = createMessageDeps(app.config, database, deps.log)
  const jobs = createJobs({ ...deps, messages, ...(errors && { errors: errors(db) }) })
  const rows: Shop['rows'] = db.asOwner
  return {
    app,
    deps,
    simulator,
    simulatorUrl,
    rows,
    async order({ method = 'alipay', currency = 'CNY', totalMinor = plan.totalMinor, device = 'desktop' } = {}) {
      const { userId } = await createUser(database)
      const idempotencyKey = crypto.randomUUID()
      const purchase = {
        userId,
        goodsId: plan.id,
        currency,
        method,
        expectedTotalMinor: totalMinor,
        idempotencyKey,
        device,
      } as const
      const { orderId } = await placeOrder(deps, purchase)
      const [attempt] = await rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
      const { pay } = await readOrder(database, userId, orderId, 'en')
      return {
        orderId,
        userId,
        attemptId: attempt!.id,
        payUrl: payAddress(pay),
      }
    },
    async visit({ payUrl }) {
      const response = await fetch(payUrl)
      if (response.status !== 200) throw new Error(`the cashier answered ${response.status}: ${await response.text()}`)
    },
    async switchboard(method, to, body) {
      const response = await fetch(`${simulatorUrl}/switchboard/${to}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      if (!response.ok) throw new Error(`switchboard: ${await response.text()}`)
      return response.json()
    },
    async work() {
      await makeJobsDue(rows)
      await jobs.drain()
    },
    view: ({ userId, orderId }) => readOrder(database, userId, orderId, 'en'),
    history: ({ orderId }) => listEvents(database, orderId),
    books: (placed) => readBooks(rows, placed),
    closeWindow: async ({ orderId }) => {
      await rows(`update orders set payable_until = now() - interval '1 second' where id = $1`, [orderId])
    },
    async close() {
      await app.close()
      await simulator.app.close()
      await db.drop()
    },
  }
}

async function readBooks(rows: Shop['rows'], { orderId, userId }: Placed): Promise<Books> {
  const texts = async (text: string) => (await rows<{ text: string }>(text, [orderId])).map((row) => row.text)
  const [ledger] = await rows<{ grants: number; standing: number; seconds: number }>(
    `select count(*) filter (where seconds > 0)::int as grants, coalesce(sum(sign(seconds)), 0)::int as standing,
       coalesce(sum(seconds), 0)::int as seconds from membership_grants where user_id = $1`,
    [userId],
  )
  const [order] = await rows<{ status: string }>('select status from orders where id = $1', [orderId])
  return {
    status: order!.status,
    ...ledger!,
    facts: await texts(
      `select f.kind || ' ' || f.amount_minor || ' ' || f.currency as text from payment_facts f
       join payment_attempts a on a.id = f.attempt_id where a.order_id = $1 order by 1`,
    ),
    refunds: await texts(
      `select status || ' ' || amount_minor || ' ' || reason as text from refunds where order_id = $1 order by 1`,
    ),
    reviews: await texts(`select reason as text from review_items where order_id = $1 order by 1`),
  }
}

export function createGate() {
  let open = (): void => {}
  let arrive = (): void => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  return {
    arrived,
    open: () => open(),
    async pass() {
      arrive()
      await opened
    },
  }
}

export async function eventually(check: () => Promise<boolean> | boolean): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 15)))
    if (await check()) return
  throw new Error('it did not happen within two minutes')
}
