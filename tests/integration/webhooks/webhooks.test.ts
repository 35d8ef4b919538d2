import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac, randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webhookEvents } from '#shared/webhook-events.ts'
import { bindIdentifier } from '#server/modules/accounts/accounts.service.ts'
import { claimDue, claimSeconds } from '#server/modules/webhooks/deliveries.queries.ts'
import { webhookDays } from '#server/modules/webhooks/webhooks.rules.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { askOutside } from '#server/platform/post-outside.ts'
import {
  forgetWebhooks,
  sendWebhooks,
  startWebhooks,
  type AskOutside,
} from '#server/workflows/webhooks/deliver-webhooks.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { perform, performed } from '#tests/support/operator-acts.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

type Got = { headers: IncomingHttpHeaders; body: string }
type Body = { type: string; timestamp: string; data: Record<string, unknown> & { user?: Record<string, unknown> } }
let db: TestDatabase
let config: Config
let company: ReturnType<typeof openCompany>
let origin: string
let got: Got[] = []
let respond: (response: ServerResponse) => void
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    got.push({ headers: request.headers, body })
    respond(response)
  })
})
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 10 })
  config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  company = openCompany(db)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await db.drop()
})
beforeEach(async () => {
  await db.asOwner('delete from webhook_events')
  await db.asOwner('delete from webhook_endpoints')
  await db.asOwner('delete from pgboss.job_common')
  got = []
  respond = (response) => void response.writeHead(204).end()
})

const bodies = () => got.map(({ body }) => JSON.parse(body) as Body)
/** Adds an endpoint as two operators do; returns its secret. */
async function add(endpoint = 'books', more: { eventKinds?: string[]; withContact?: boolean; path?: string } = {}) {
  const { eventKinds = [...webhookEvents], withContact = false, path = `/${endpoint}` } = more
  const input = { endpoint, eventKinds, withContact, webhookAddress: `${origin}${path}` }
  const { webhookSecret } = await performed(db.database, 'webhooks.add', input, { config })
  return webhookSecret
}
const idOf = async (name = 'books') =>
  (await db.asOwner<{ id: string }>('select id from webhook_endpoints where name = $1', [name]))[0]!.id
const send = async (name = 'books', options: { ask?: AskOutside; workFor?: number } = {}) =>
  sendWebhooks(
    { database: db.database, config },
    { payload: { endpoint: await idOf(name) }, signal: new AbortController().signal, completeIn: async () => {} },
    options,
  )
type Row = {
  state: string
  attempts: number
  failures: number
  seconds: number
  error: string | null
  answer: string | null
}
const deliveries = () =>
  db.asOwner<Row>(
    `select state, attempts, failures, round(extract(epoch from next_at - now()))::int as seconds, error, answer
     from webhook_deliveries order by created_at, id`,
  )
const makeDue = () => db.asOwner(`update webhook_deliveries set next_at = now() where next_at is not null`)
const endpointRow = async (name = 'books') =>
  (await perform(db.database, 'webhooks.list', {}, { config })).endpoints.find(({ endpoint }) => endpoint === name)!
const events = () =>
  db.asOwner<{ kind: string; fact: string; data: Record<string, unknown> }>(
    'select kind, fact, data from webhook_events order by at, kind',
  )

describe('webhook events', () => {
  it('a purchase, its refund and its membership cause events that contain only ids, minor units and states', async () => {
    await add()
    const buyer = await company.person()
    const bought = await company.buy(buyer)
    await company.refund(bought)
    expect((await events()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['order.paid', 'order.refunded', 'membership.changed']),
    )
    await send()
    const [{ uid } = { uid: 0 }] = await db.asOwner<{ uid: number }>('select uid from users where id = $1', [
      buyer.userId,
    ])
    const paid = bodies().find(({ type }) => type === 'order.paid')!
    expect(paid.data).toEqual({
      order: bought.orderId,
      number: expect.any(String),
      plan: 'plan-12',
      months: 12,
      seats: 1,
      method: 'alipay',
      amountMinor: 26_800,
      currency: 'CNY',
      paidAt: expect.any(String),
      user: { uid },
    })
    expect(bodies().find(({ type }) => type === 'order.refunded')!.data).toMatchObject({
      order: bought.orderId,
      amountMinor: 26_800,
      currency: 'CNY',
      user: { uid },
    })
    const states = bodies().flatMap(({ type, data }) => (type === 'membership.changed' ? [data] : []))
    expect(states.map(({ version }) => version)).toEqual(expect.arrayContaining([1]))
    expect(states.every(({ state }) => state === 'active' || state === 'expired')).toBe(true)
    expect(got.map(({ body }) => body).join()).not.toContain('@')
  })

  it('a ticket causes one event when it is opened, and one when it is reopened', async () => {
    await add()
    const { userId } = await company.person()
    const ticket = randomUUID()
    await db.asOwner('insert into support_threads (id, user_id) values ($1, $2)', [ticket, userId])
    await db.asOwner('update support_threads set last_at = now() where id = $1', [ticket])
    await send()
    expect(bodies().filter(({ type }) => type === 'ticket.opened')).toMatchObject([{ data: { ticket } }])
    await db.asOwner('update support_threads set closed_at = now() where id = $1', [ticket])
    await db.asOwner('update support_threads set closed_at = null where id = $1', [ticket])
    await send()
    const opened = bodies().filter(({ type }) => type === 'ticket.opened')
    expect(opened).toMatchObject([{ data: { ticket } }, { data: { ticket } }])
    expect(opened[0]!.data['openedAt']).not.toBe(opened[1]!.data['openedAt'])
  })

  it('a rolled back purchase leaves no event, and a repeated one leaves one', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    const order = await company.order(await company.person())
    await db
      .asOwner(
        `do $$ begin update orders set status = 'paid' where id = '${order.orderId}'; raise 'rolled back'; end $$`,
      )
      .catch(() => {})
    expect(await events()).toEqual([])
    await company.pay(order)
    await company.pay(order)
    for (const status of ['review', 'paid', 'refunding', 'paid'])
      await db.asOwner('update orders set status = $2 where id = $1', [order.orderId, status])
    expect((await events()).map(({ kind, fact }) => [kind, fact])).toEqual([['order.paid', order.orderId]])
    expect(await deliveries()).toHaveLength(1)
  })

  it('the purchase, refund and membership of a rehearsal write no events', async () => {
    await add()
    const tester = await company.person()
    await db.asOwner('update users set test_by = gen_random_uuid() where id = $1', [tester.userId])
    await company.refund(await company.buy(tester))
    expect((await events()).filter(({ kind }) => kind !== 'membership.changed')).toEqual([])
    const ofTester = await db.asOwner('select kind from webhook_events where user_id = $1', [tester.userId])
    expect(ofTester).toEqual([])
  })

  it('no event is written unless an endpoint is on and wants it', async () => {
    await company.buy(await company.person())
    await add('books', { eventKinds: ['ticket.opened'] })
    await company.buy(await company.person())
    expect(await events()).toEqual([])
    await perform(db.database, 'webhooks.change', { endpoint: 'books', eventKinds: ['order.paid'] }, { config })
    await perform(db.database, 'webhooks.switch', { endpoint: 'books' }, { config })
    await company.buy(await company.person())
    expect(await events()).toEqual([])
    await perform(db.database, 'webhooks.switch', { endpoint: 'books', on: true }, { config })
    await company.buy(await company.person())
    expect(await events()).toHaveLength(1)
  })

  it('purchases do not wait for an operator who changes or removes an endpoint', async () => {
    await add()
    await db.database.transaction(async (tx) => {
      await tx.query({ text: 'select 1 from webhook_endpoints for update', values: [], name: 'lock-all-endpoints' })
      await company.buy(await company.person())
    })
    expect((await events()).length).toBeGreaterThan(0)
  })
})

describe('webhook delivery', () => {
  const sell = async () => company.buy(await company.person())

  it('a delivery is signed with the secret that was shown once, under an id that stays the same', async () => {
    const secret = await add('books', { eventKinds: ['order.paid'] })
    expect(JSON.stringify(await endpointRow())).not.toContain(secret)
    await sell()
    respond = (response) => void response.writeHead(500).end('not now')
    await send()
    await makeDue()
    respond = (response) => void response.writeHead(200).end('{"ok":true}')
    await send()
    expect(got).toHaveLength(2)
    for (const { headers, body } of got) {
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
      expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60)
    }
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(got[0]!.body).toBe(got[1]!.body)
    expect(await deliveries()).toMatchObject([
      { state: 'delivered', attempts: 2, failures: 0, error: null, answer: '{"ok":true}' },
    ])
  })

  it('a failed delivery waits for its next attempt, shows the answer, and marks the endpoint until one succeeds', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await sell()
    respond = (response) => void response.writeHead(503, { 'retry-after': '600' }).end('x'.repeat(100_000))
    await send()
    await send()
    expect(got).toHaveLength(1)
    const [row] = await deliveries()
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, failures: 1, error: 'status', answer: 'x'.repeat(500) })
    expect(row!.seconds).toBeGreaterThan(590)
    expect(await endpointRow()).toMatchObject({ state: 'on', waiting: 1, failingSince: expect.any(Date) })
    await makeDue()
    respond = (response) => void response.writeHead(204).end()
    await send()
    expect(await endpointRow()).toMatchObject({
      waiting: 0,
      failingSince: null,
      fault: '',
      delivered: expect.any(Date),
    })
  })

  it('a delivery is given up after ten attempts', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await sell()
    respond = (response) => void response.writeHead(500).end()
    for (let attempt = 0; attempt < 12; attempt++) {
      await send()
      await makeDue()
    }
    expect(got).toHaveLength(10)
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 10 }])
  })

  it('410 Gone switches the endpoint off at once, and five days of failures do so too', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await sell()
    respond = (response) => void response.writeHead(410).end()
    await send()
    expect(await endpointRow()).toMatchObject({ state: 'said-gone' })
    await perform(db.database, 'webhooks.switch', { endpoint: 'books', on: true }, { config })
    await sell()
    await db.asOwner(`update webhook_endpoints set failing_since = now() - interval '5 days 1 second'`)
    respond = (response) => void response.writeHead(500).end()
    await send()
    expect(await endpointRow()).toMatchObject({ state: 'failed', waiting: 1 })
    await makeDue()
    await send()
    expect(got).toHaveLength(2)
  })

  it('redirects are not followed', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await sell()
    respond = (response) => void response.writeHead(307, { location: `${origin}/inside` }).end()
    await send()
    expect(got).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ state: 'waiting', error: 'status' }])
  })

  it('a webhook URL in a private network is not called', async () => {
    const post = { headers: {}, body: '{}', environment: 'PROD' } as const
    const within = { withinMs: 2_000, bytes: 10 }
    for (const url of [`${origin}/x`, 'https://10.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/'])
      await expect(askOutside({ ...post, url }, within)).rejects.toMatchObject({ failure: 'address' })
    expect(got).toEqual([])
  })

  it('an endless answer is read no further than its beginning, and a delivery without an answer ends in time', async () => {
    respond = (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('y'.repeat(1_000)), 1)
      response.on('close', () => clearInterval(timer))
    }
    const post = { url: origin, headers: {}, body: '{}', environment: 'TEST' } as const
    expect(await askOutside(post, { withinMs: 5_000, bytes: 64 })).toMatchObject({
      status: 200,
      beginning: 'y'.repeat(64),
    })
    respond = () => {}
    await expect(askOutside(post, { withinMs: 50, bytes: 64 })).rejects.toMatchObject({ failure: 'late' })
    respond = (response) => void response.writeHead(200).write('z')
    expect(await askOutside(post, { withinMs: 100, bytes: 64 })).toMatchObject({ status: 200, beginning: 'z' })
  })

  it('two workers never send the same attempt, and a dead worker loses its claim', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    for (let count = 0; count < 6; count++) await sell()
    const endpoint = await idOf()
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimDue(db.database, endpoint, randomUUID(), 4)))
    const ids = claims.flat().map(({ id }) => id)
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
    await send()
    expect(got).toEqual([])
    await db.asOwner(`update webhook_deliveries set claimed_until = claimed_until - make_interval(secs => $1)`, [
      claimSeconds + 1,
    ])
    await Promise.all([send(), send()])
    expect(got).toHaveLength(6)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
    expect(await deliveries()).toMatchObject(Array.from({ length: 6 }, () => ({ state: 'delivered', attempts: 2 })))
  })

  it('an answer to a claim that another worker took over changes nothing', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await sell()
    const ask: AskOutside = async (...given) => {
      await db.asOwner('update webhook_deliveries set claim = gen_random_uuid()')
      return askOutside(...given)
    }
    await send('books', { ask })
    expect(await deliveries()).toMatchObject([{ state: 'waiting', error: null }])
    expect(await endpointRow()).toMatchObject({ delivered: null })
  })

  it('an endpoint that is removed during a delivery stays removed, and nothing more is sent', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await sell()
    await sell()
    const endpoint = await idOf()
    // Both deliveries are asked for at once, and neither leaves before the endpoint is removed.
    let removal: Promise<unknown> | undefined
    const ask: AskOutside = async (...given) => {
      await (removal ??= perform(db.database, 'webhooks.remove', { endpoint: 'books' }, { config }))
      return askOutside(...given)
    }
    const job = { payload: { endpoint }, signal: new AbortController().signal, completeIn: async () => {} }
    await sendWebhooks({ database: db.database, config }, job, { ask })
    await sendWebhooks({ database: db.database, config }, job)
    expect(await deliveries()).toMatchObject([{ state: 'dropped' }, { state: 'dropped' }])
    expect(got.length).toBeLessThanOrEqual(2)
    // A purchase that read the endpoint before its removal is committed afterwards.
    await db.asOwner(
      `insert into webhook_deliveries (id, event_id, endpoint_id) select gen_random_uuid(), id, gen_random_uuid() from webhook_events limit 1`,
    )
    await forgetWebhooks(db.database)
    expect((await deliveries()).filter(({ state }) => state === 'waiting')).toEqual([])
  })

  it('each endpoint has a job of its own, so that a slow one does not hold up another', async () => {
    await add('slow', { eventKinds: ['order.paid'] })
    await add('quick', { eventKinds: ['order.paid'] })
    await sell()
    await startWebhooks({ database: db.database, config })
    await startWebhooks({ database: db.database, config })
    const jobs = await db.asOwner<{ endpoint: string; lane: string }>(
      `select data->'payload'->>'endpoint' as endpoint, name as lane from pgboss.job_common where data->>'kind' = 'send-webhooks'`,
    )
    expect(jobs.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      [await idOf('slow'), await idOf('quick')].toSorted(),
    )
    expect(new Set(jobs.map(({ lane }) => lane))).toEqual(new Set(['webhooks']))
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => (release = resolve))
    const hangs = send('slow', { ask: async (...given) => (await isHeld, askOutside(...given)) })
    await send('quick')
    expect(got).toHaveLength(1)
    release()
    await hangs
    expect(got).toHaveLength(2)
  })

  it('a long run leaves the rest of the deliveries to a new job', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await sell()
    await send('books', { workFor: 0 })
    expect(got).toEqual([])
    const jobs = await db.asOwner(`select 1 from pgboss.job_common where data->>'kind' = 'send-webhooks'`)
    expect(jobs).toHaveLength(1)
  })

  it('each event of many concurrent sales and failures arrives, and never under two ids', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    const orders = await Promise.all(Array.from({ length: 8 }, sell))
    let turn = 0
    respond = (response) => void response.writeHead(turn++ % 3 === 0 ? 200 : 500).end()
    for (let round = 0; round < 9; round++) {
      await makeDue()
      await Promise.all([send(), send()])
    }
    const arrived = new Map(
      got.map(({ headers, body }) => [headers['webhook-id'], (JSON.parse(body) as Body).data.order]),
    )
    expect([...arrived.values()].toSorted()).toEqual(orders.map(({ orderId }) => orderId).toSorted())
    expect(new Set((await deliveries()).map(({ state }) => state))).toEqual(new Set(['delivered']))
  })
})

describe('webhook management', () => {
  it('an endpoint that gets email addresses of people needs a second operator, one without does not', async () => {
    const input = { endpoint: 'crm', eventKinds: ['order.paid'], webhookAddress: `${origin}/crm` }
    const asked = async () => {
      const rows = await db.asOwner<{ action: string }>(
        `select action from operator_proposals where action like 'webhooks.%'`,
      )
      await db.asOwner(`delete from operator_proposals where action like 'webhooks.%'`)
      return rows.length
    }
    await asked()
    await perform(db.database, 'webhooks.add', { ...input, withContact: true }, { config })
    expect(await asked()).toBe(1)
    expect(await endpointRow('crm')).toMatchObject({ withContact: true })
    const change = (eventKinds: string[], withContact: boolean) =>
      perform(db.database, 'webhooks.change', { endpoint: 'crm', eventKinds, withContact }, { config })
    for (const [eventKinds, withContact, proposals] of [
      [['order.paid', 'ticket.opened'], true, 1],
      [['ticket.opened'], true, 0],
      [['order.paid', 'ticket.opened'], false, 0],
      [['order.paid'], true, 1],
    ] as const) {
      await change([...eventKinds], withContact)
      expect(await asked()).toBe(proposals)
      expect(await endpointRow('crm')).toMatchObject({ eventKinds, withContact })
    }
    await perform(db.database, 'webhooks.add', { ...input, endpoint: 'plain' }, { config })
    expect(await asked()).toBe(0)
    expect(await endpointRow('plain')).toMatchObject({ withContact: false })
  })

  it('webhook URLs are refused that are not https or lead to a private network, and so are unknown events', async () => {
    const inProd = { config: { ...config, environment: 'PROD' as const } }
    const base = { endpoint: 'bad', eventKinds: ['order.paid'] }
    for (const webhookAddress of ['http://hooks.example/', 'https://127.0.0.1/x', 'https://10.0.0.1/', 'nonsense'])
      await expect(perform(db.database, 'webhooks.add', { ...base, webhookAddress }, inProd)).rejects.toThrow(
        '--webhook-address',
      )
    const webhookAddress = `${origin}/x`
    for (const eventKinds of [[], ['order.made'], ['test']])
      await expect(
        perform(db.database, 'webhooks.add', { ...base, webhookAddress, eventKinds }, { config }),
      ).rejects.toThrow('--event-kinds')
    await add('bad')
    await expect(perform(db.database, 'webhooks.add', { ...base, webhookAddress }, { config })).rejects.toThrow(
      'already a webhook',
    )
  })

  it('there are at most ten endpoints, also if added together', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 13 }, (_, index) => add(`hook-${String.fromCodePoint(97 + index)}`)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('a new secret signs at once, and the former one for 24 more hours', async () => {
    const former = await add('books', { eventKinds: ['order.paid'] })
    const { webhookSecret } = await perform(db.database, 'webhooks.rotate-secret', { endpoint: 'books' }, { config })
    const sell = async () => company.buy(await company.person())
    const signaturesOf = ({ headers, body }: Got, secrets: string[]) =>
      secrets
        .map((secret) => {
          const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
          const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
          return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
        })
        .join(' ')
    await sell()
    await send()
    expect(got[0]!.headers['webhook-signature']).toBe(signaturesOf(got[0]!, [webhookSecret, former]))
    await db.asOwner(`update webhook_endpoints set former_until = former_until - interval '24 hours'`)
    await sell()
    await send()
    expect(got[1]!.headers['webhook-signature']).toBe(signaturesOf(got[1]!, [webhookSecret]))
  })

  it('an endpoint that cannot be decrypted is shown as broken, fails by itself, and stops no other', async () => {
    await add('lost')
    await add('books')
    await db.asOwner(`update webhook_endpoints set sealed = $2 where name = $1`, ['lost', Buffer.alloc(80, 7)])
    await company.buy(await company.person())
    await send('lost')
    await send('books')
    const { endpoints } = await perform(db.database, 'webhooks.list', {}, { config })
    const fault = expect.stringContaining('cannot be decrypted')
    expect(endpoints).toMatchObject([
      { endpoint: 'lost', webhookAddress: null, fault, state: 'on', failingSince: expect.any(Date) },
      { endpoint: 'books', webhookAddress: `${origin}/books`, fault: '', failingSince: null },
    ])
    expect(got.length).toBeGreaterThan(0)
    const own = { endpoint: 'lost' }
    const { items } = await perform(db.database, 'webhooks.deliveries', own, { config })
    expect(items).toMatchObject(items.map(() => ({ state: 'waiting', fault, attempts: 1 })))
    expect(items.length).toBeGreaterThan(0)
    await expect(perform(db.database, 'webhooks.rotate-secret', own, { config })).rejects.toThrow('cannot be decrypted')
    await perform(db.database, 'webhooks.remove', own, { config })
    expect((await perform(db.database, 'webhooks.list', {}, { config })).endpoints).toHaveLength(1)
  })

  it('an event is sent again under its id, but not while it is being sent or after its webhook was removed', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await company.buy(await company.person())
    const list = async () => (await perform(db.database, 'webhooks.deliveries', {}, { config })).items
    const again = async () => perform(db.database, 'webhooks.send-again', { id: (await list())[0]!.id }, { config })
    await expect(again()).rejects.toThrow('being sent')
    await send()
    await again()
    await expect(again()).rejects.toThrow('being sent')
    await send()
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(got).toHaveLength(2)
    await perform(db.database, 'webhooks.switch', { endpoint: 'books' }, { config })
    await expect(again()).rejects.toThrow('is off')
    await perform(db.database, 'webhooks.remove', { endpoint: 'books' }, { config })
    await expect(again()).rejects.toThrow('removed')
    expect(await list()).toMatchObject([{ endpoint: null, state: 'delivered' }])
  })

  it('a test event reaches one endpoint and is shown with its answer', async () => {
    await add('books')
    await add('others')
    await perform(db.database, 'webhooks.test', { endpoint: 'books' }, { config })
    await expect(perform(db.database, 'webhooks.test', { endpoint: 'books' }, { config })).rejects.toThrow('waiting')
    respond = (response) => void response.writeHead(200).end('received')
    await send('others')
    await send('books')
    expect(bodies()).toMatchObject([{ type: 'test', data: {} }])
    const { items } = await perform(db.database, 'webhooks.deliveries', { event: 'test' }, { config })
    expect(items).toMatchObject([{ endpoint: 'books', state: 'delivered', answerCode: 200 }])
    const shown = await perform(db.database, 'webhooks.delivery', { id: items[0]!.id }, { config })
    expect(shown).toMatchObject({ answer: 'received', payload: got[0]!.body, messageId: got[0]!.headers['webhook-id'] })
  })

  it('the log of webhook deliveries is filtered and paged without gaps', async () => {
    await add('books', { eventKinds: ['ticket.opened'] })
    await add('others', { eventKinds: ['ticket.opened'] })
    const { userId } = await company.person()
    await db.asOwner(
      `insert into support_threads (id, user_id, closed_at) select gen_random_uuid(), $1, now() from generate_series(1, 60)`,
      [userId],
    )
    await send('books')
    const all = async (input: object) => {
      const ids: string[] = []
      for (let after: string | undefined; ;) {
        const page = await perform(
          db.database,
          'webhooks.deliveries',
          { ...input, ...(after && { after }) },
          { config },
        )
        ids.push(...page.items.map(({ id }) => id))
        if (page.next === null) return ids
        after = String(page.next)
      }
    }
    expect(new Set(await all({})).size).toBe(120)
    expect(await all({ endpoint: 'books' })).toHaveLength(60)
    expect(await all({ state: 'waiting' })).toHaveLength(60)
    expect(await all({ endpoint: 'others', state: 'delivered' })).toHaveLength(0)
    expect(await all({ event: 'order.paid' })).toHaveLength(0)
  })
})

describe('webhook privacy', () => {
  it('an email address is sent only to endpoints that ask for it, is not stored with the event, and is no longer sent after the account was erased', async () => {
    await add('crm', { withContact: true, eventKinds: ['order.paid', 'membership.changed'] })
    await add('books', { eventKinds: ['order.paid'] })
    const { userId } = await company.person()
    const email = `canary-${userId.slice(0, 8)}@mail.example`
    await db.database.transaction((tx) => bindIdentifier(tx, userId, { kind: 'email', value: email, lookupKey: email }))
    await company.buy({ userId })
    respond = (response) => void response.writeHead(200).end(`stored ${email}`)
    await send('books')
    expect(got.map(({ body }) => body).join()).not.toContain(email)
    await send('crm')
    expect(bodies().find(({ data }) => data.user?.email !== undefined)!.data.user).toMatchObject({ email, phone: null })
    expect(JSON.stringify(await events())).not.toContain(email)
    const { items } = await perform(db.database, 'webhooks.deliveries', { endpoint: 'crm' }, { config })
    const { payload } = await perform(db.database, 'webhooks.delivery', { id: items[0]!.id }, { config })
    expect(payload).not.toContain(email)
    expect(JSON.stringify(await deliveries())).toContain(email)

    await db.asOwner(
      `insert into account_deletions (user_id, requested_at, erase_at) values ($1, now() - interval '8 days', now() - interval '1 day')`,
      [userId],
    )
    expect(await eraseDueAccounts(db.database)).toBe(1)
    expect(JSON.stringify(await deliveries())).not.toContain(email)
    got = []
    for (const { id, state } of (await perform(db.database, 'webhooks.deliveries', { endpoint: 'crm' }, { config }))
      .items)
      if (state === 'delivered') await perform(db.database, 'webhooks.send-again', { id }, { config })
    respond = (response) => void response.writeHead(204).end()
    await send('crm')
    expect(got.length).toBeGreaterThan(2)
    expect(got.map(({ body }) => body).join()).not.toContain(email)
    expect(bodies().map(({ data }) => data.state)).toContain('erased')
  })

  it('events and deliveries are deleted after 30 days', async () => {
    await add('books', { eventKinds: ['order.paid'] })
    await company.buy(await company.person())
    await db.asOwner('update webhook_events set at = at - make_interval(days => $1, mins => -1)', [webhookDays])
    await forgetWebhooks(db.database)
    expect(await deliveries()).toHaveLength(1)
    await db.asOwner(`update webhook_events set at = at - interval '2 minutes'`)
    await forgetWebhooks(db.database)
    expect([await events(), await deliveries()]).toEqual([[], []])
  })
})
