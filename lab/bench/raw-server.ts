import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { readConfig } from '#server/platform/config.ts'
import { createSignatureOpener } from '#server/platform/signed-calls.ts'
import type { Likeness } from './throughput.ts'

/**
 * Bare HTTP server of Node with a fixed answer, as the upper bound of what this machine can do: `raw-server.ts <file of
 * {headers, body, like}>`. With `like` it also does the work that it names: decrypts the signature, runs statements one
 * after the other, or stores an order and creates its payment at the simulated WeChat Pay.
 */
const { headers, body, like } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  headers: Record<string, string>
  body: string
  like?: Likeness
}
const bytes = Buffer.from(body, 'base64')
const pool = new pg.Pool({ ...like?.connection, max: 10 })
const key = like?.signingKey
const open =
  key === undefined ? null : createSignatureOpener({ web: key, ios: key, android: key, mac: key, windows: key })
const statement = { name: 'one', text: 'select $1::text as one', values: ['1'] }

const order = like?.orders && (await openOrders(like.orders))

/** Stores an order in one statement and creates its payment with the product's own client of WeChat Pay. */
async function openOrders({ dataDir, simulatorPort }: NonNullable<Likeness['orders']>): Promise<() => Promise<void>> {
  await pool.query('create schema if not exists bench')
  await pool.query(
    'create table if not exists bench.orders (id uuid primary key, goods text, amount bigint, at timestamptz)',
  )
  const config = readConfig({ APP_ENV: 'DEV', DATA_DIR: dataDir, SIMULATOR_PORT: simulatorPort, LOG_LEVEL: 'silent' })
  const wechat = createPayments(config).byId('wechat')
  const insert = { name: 'order', text: `insert into bench.orders values ($1, 'plan-12', 26800, now()) returning at` }
  return async () => {
    const [id, now] = [randomUUID(), Date.now()]
    await pool.query({ ...insert, values: [id] })
    await wechat.create({
      id: id.replaceAll('-', ''),
      orderId: id,
      method: 'wechat',
      amount: { currency: 'CNY', amountMinor: 26_800 },
      subject: '12 months',
      expiresAt: new Date(now + 900_000),
      device: 'desktop',
    })
  }
}

async function work(sent: string): Promise<void> {
  if (order) return order()
  if (open && !(await open('web', (JSON.parse(sent) as { signature: string }).signature)))
    throw new Error('a signature that does not open')
  for (let trip = 0; trip < (like?.trips ?? 0); trip++) await pool.query(statement)
}

const server = http.createServer((request, response) => {
  let sent = ''
  request.on('data', (chunk: Buffer) => (sent += chunk.toString()))
  request.on('end', () => {
    const answer = () => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length })
      response.end(bytes)
    }
    if (!like) answer()
    else
      work(sent).then(answer, (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      })
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
process.on('SIGTERM', () => process.exit(0))
