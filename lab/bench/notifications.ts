import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { GatewayPayment } from '#simulators/fake-gateway/gateway-payments.ts'
import type { Notice } from '#simulators/fake-gateway/fake-gateway.ts'
import { buy, connectionOf, load, openBuyers } from './buyers.ts'
import { send } from './customer.ts'
import { runAlone, type Figures, type Running } from './run-alone.ts'

const seconds = 20

/**
 * Posts genuine payment notifications of `count` different orders, which the simulated Alipay held back, on 50
 * connections. Measures how many are answered per second, and how many payments are applied per second until the last
 * order is paid. Creating orders, posting and waiting are limited to 20 seconds each.
 */
export async function measureNotifications({ origin, simulator, dataDir }: Running, count = 500): Promise<Figures> {
  const connection = await connectionOf(dataDir)
  const ordered = await load(await openBuyers(connection, count), seconds, (token) => buy(origin, token))
  const notices = await payAtGateway(simulator, ordered.results)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const startedAt = performance.now()
    const accepted = await load(notices, seconds, postNotice)
    const applied = await waitForPaid(client, accepted.results)
    const took = (performance.now() - startedAt) / 1000
    return {
      'notifications accepted': {
        made: accepted.results.length,
        'per second': accepted.perSecond,
        'p99, ms': accepted.p99Ms,
      },
      'notifications applied': { made: applied, 'per second': Math.round(applied / took) },
    }
  } finally {
    await client.end()
  }
}

async function payAtGateway(simulator: string, codes: readonly string[]): Promise<Notice[]> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = body ? { 'content-type': 'application/json' } : {}
    const answer = await send(`${simulator}/switchboard/alipay/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`the gateway refused ${path}: ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString()) as unknown
  }
  for (const code of codes) await send(code)
  const gatewayPayments = (await ask('GET', 'bills')) as GatewayPayment[]
  const unpaid = gatewayPayments.filter(({ paidAt }) => paidAt === null).map(({ number }) => number)
  for (const number of unpaid) await ask('POST', `bills/${number}/pay`, { notify: 0 })
  const ours = new Set(unpaid)
  return ((await ask('GET', 'notifications')) as Notice[]).filter(({ number }) => ours.has(number))
}

async function postNotice({ number, url, headers, body }: Notice): Promise<string> {
  const answer = await send(url, { method: 'POST', headers, body })
  if (answer.body.toString() !== 'success') throw new Error(`not accepted: ${answer.body.toString()}`)
  return number
}

async function waitForPaid(client: pg.Client, attemptIds: readonly string[]): Promise<number> {
  const text = `select count(*)::int as paid from orders o join payment_attempts a on a.order_id = o.id
    where o.status = 'paid' and a.id = any($1)`
  for (const until = performance.now() + seconds * 1000; ; await sleep(50)) {
    const { rows } = await client.query<{ paid: number }>(text, [attemptIds])
    const paid = rows[0]?.paid ?? 0
    if (paid === attemptIds.length || performance.now() > until) return paid
  }
}

if (import.meta.main) await runAlone(measureNotifications)
