import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createUser } from '../../tests/support/factories.ts'
import { callHeaders, send } from './customer.ts'

const ordersEach = 5
const connections = 50

export const connectionOf = async (dataDir: string): Promise<PoolConfig> =>
  (await startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres') })).connection

/** Opens sessions for the given number of orders. They are created directly, because registration is not measured. */
export async function openBuyers(connection: PoolConfig, orders: number): Promise<readonly string[]> {
  const database = openDatabase({ connection, maxConnections: 2, log: pino({ level: 'silent' }) })
  const tokens: string[] = []
  while (tokens.length < Math.ceil(orders / ordersEach)) {
    const { userId } = await createUser(database)
    const session = { userId, platform: 'web', deviceId: 'web', kind: 'full', origin: { from: 'proof' } } as const
    tokens.push(await database.transaction((tx) => startSession(tx, session)))
  }
  await database.close()
  return Array.from({ length: orders }, (_, index) => tokens[index % tokens.length] ?? '')
}

export async function buy(origin: string, token: string): Promise<string> {
  const input = {
    goodsId: 'plan-12',
    currency: 'CNY',
    method: 'alipay',
    expectedTotalMinor: 26_800,
    idempotencyKey: randomUUID(),
  }
  const answer = await send(`${origin}/v4/test/api/payment/payment_purchase`, {
    method: 'POST',
    headers: { ...callHeaders, authorization: token },
    body: JSON.stringify(input),
  })
  const { data } = JSON.parse(answer.body.toString()) as { data?: { pay?: { content?: string } } }
  if (answer.status !== 200 || !data?.pay?.content) throw new Error(`not ordered: ${answer.body.toString()}`)
  return data.pay.content
}

type Load<R> = { readonly results: readonly R[]; readonly perSecond: number; readonly p99Ms: number }

/** Processes the items with `connections` parallel workers (or `at`); starts no new item after `seconds`. */
export async function load<T, R>(
  items: readonly T[],
  seconds: number,
  work: (item: T) => Promise<R>,
  at = connections,
): Promise<Load<R>> {
  const waiting = items.toReversed()
  const results: R[] = []
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: at }, async () => {
      while (waiting.length > 0 && performance.now() - startedAt < seconds * 1000) {
        const sentAt = performance.now()
        results.push(await work(waiting.pop() as T))
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const took = (performance.now() - startedAt) / 1000
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  const p99Ms = Math.round(p99 * 10) / 10
  return { results, perSecond: Math.round(results.length / took), p99Ms }
}
