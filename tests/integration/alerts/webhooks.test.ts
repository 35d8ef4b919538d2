import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DeliveryFailed } from '#server/platform/delivery.ts'
import type { Operator } from '#server/platform/act.ts'
import { postOutside } from '#server/platform/post-outside.ts'
import { sendAlertWebhooks } from '#server/workflows/alerts/send-alert-webhooks.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { openAlertShop, type AlertShop } from './alerts.setup.ts'

type Got = { url: string; headers: IncomingHttpHeaders; body: string }
let shop: AlertShop
let address: string
let got: Got[] = []
let respond: (response: ServerResponse) => void
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    got.push({ url: request.url ?? '', headers: request.headers, body })
    respond(response)
  })
})
beforeAll(async () => {
  shop = await openAlertShop()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await shop.db.drop()
})
beforeEach(async () => {
  await shop.decideAll()
  await shop.clear()
  got = []
  respond = (response) => void response.writeHead(204).end()
})

const set = (input: object, operator: Operator = ada) =>
  perform(shop.db.database, 'notifications.set', input as never, { operator, config: shop.config })
const show = (operator: Operator = ada) =>
  perform(shop.db.database, 'notifications.show', {}, { operator, config: shop.config })
const send = (operator: Operator = ada, post = postOutside) =>
  sendAlertWebhooks(
    { database: shop.db.database, config: shop.config },
    { payload: { operator: operator.id }, signal: new AbortController().signal },
    post,
  )
const due = () =>
  shop.db.asOwner<{ failures: number; minutes: number }>(
    `select failures, round(extract(epoch from due_at - now()) / 60)::int as minutes from alert_messages where due_at is not null`,
  )

describe('alert webhook', () => {
  it('a webhook is signed with the secret that was shown once, and its body is not kept', async () => {
    const { webhookSecret: secret, webhook } = await set({ webhookAddress: `${address}/hook?chat_id=5` })
    expect(webhook).toBe(new URL(address).host)
    expect(JSON.stringify(await show())).not.toContain(secret)
    await shop.review(3)
    await shop.look()
    await send()
    expect(got).toHaveLength(1)
    const [{ url, headers, body }] = got as [Got]
    expect(url).toBe('/hook?chat_id=5')
    const said = JSON.parse(body) as { text: string; data: { counts: object; alerts: { url: string }[] } }
    expect(said).toMatchObject({ type: 'alerts', data: { digest: false, counts: { 'review-opened': 3 } } })
    expect(said.text).toContain('Review opened: 3')
    expect(said.data.alerts[0]!.url).toBe('https://desk.example/console/queue/reviews')
    const key = Buffer.from(secret!.replace('whsec_', ''), 'base64')
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(await show()).toMatchObject({ delivered: expect.any(Date), failingSince: null, error: null })
    await send()
    expect(got).toHaveLength(1)
    const [{ body: kept } = { body: '' }] = await shop.db.asOwner<{ body: string | null }>(
      `select body from alert_messages where channel = 'webhook'`,
    )
    expect(kept).toBeNull()
  })

  it('a failing webhook is retried with the same id at growing intervals and given up after nine attempts', async () => {
    await set({ webhookAddress: `${address}/hook` })
    respond = (response) => void response.writeHead(500).end()
    await shop.review()
    await shop.look()
    const pauses: number[] = []
    for (let tried = 1; tried <= 9; tried++) {
      await send()
      await send()
      expect(got).toHaveLength(tried)
      pauses.push(...(await due()).map(({ minutes }) => minutes))
      await shop.db.asOwner(`update alert_messages set due_at = now() where due_at is not null`)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await show()).toMatchObject({ failingSince: expect.any(Date), error: 'HTTP 500' })
    await send()
    expect(got).toHaveLength(9)
    respond = (response) => void response.writeHead(200).end()
    await perform(shop.db.database, 'notifications.test', { channel: 'webhook' }, { config: shop.config })
    await send()
    expect(await show()).toMatchObject({ failingSince: null, error: null, delivered: expect.any(Date) })
    expect(got.at(-1)!.body).toContain('Test of notifications')
  })

  it('a webhook redirect is not followed, and an endless response does not block others', async () => {
    await set({ webhookAddress: `${address}/hook` })
    respond = (response) => void response.writeHead(302, { location: `${address}/inside` }).end()
    await shop.review()
    await shop.look()
    await send()
    expect(got.map(({ url }) => url)).toEqual(['/hook'])
    expect((await show()).error).toBe('it leads elsewhere, and is not followed')
    respond = (response) => void response.writeHead(200).write('x')
    await shop.db.asOwner(`update alert_messages set due_at = now() where due_at is not null`)
    await send()
    expect((await show()).error).toBeNull()
  })

  it('a webhook without a response is aborted after its timeout', async () => {
    respond = () => {}
    const post = { url: `${address}/hook`, headers: {}, body: '{}', environment: 'TEST' } as const
    await expect(postOutside(post, 50)).rejects.toThrow('no answer within five seconds')
  })

  it('a webhook to a private network is refused, also by DNS', async () => {
    for (const webhookAddress of [
      'https://127.0.0.1/x',
      'https://[::1]/',
      'http://hooks.example/',
      'https://10.0.0.1/',
    ])
      await expect(
        perform(
          shop.db.database,
          'notifications.set',
          { webhookAddress },
          { config: { ...shop.config, environment: 'PROD' } },
        ),
      ).rejects.toThrow('--webhook-address')
    const post = { headers: {}, body: '{}', environment: 'PROD' } as const
    await expect(postOutside({ ...post, url: `${address}/x` })).rejects.toThrow(DeliveryFailed)
    expect(got).toEqual([])
  })

  it("a hanging webhook does not delay another operator's webhook", async () => {
    await set({ webhookAddress: `${address}/ada` }, ada)
    await set({ webhookAddress: `${address}/ben` }, ben)
    await shop.review()
    await shop.look()
    const jobs = await shop.db.asOwner<{ operator: string; lane: string }>(
      `select data->'payload'->>'operator' as operator, name as lane from pgboss.job_common where data->>'kind' = 'send-operator-webhooks' order by 1`,
    )
    expect(jobs).toEqual([ada.id, ben.id].toSorted().map((operator) => ({ operator, lane: 'alerts' })))
    let release = () => {}
    let isHeld = () => {}
    const held = new Promise<void>((resolve) => (isHeld = resolve))
    const hangs = send(ada, async () => {
      isHeld()
      await new Promise<void>((resolve) => (release = resolve))
    })
    await held
    await send(ben)
    expect(got.map(({ url }) => url)).toEqual(['/ben'])
    release()
    await hangs
  })

  it('a removed webhook, or that of a disabled operator, gets nothing that was pending', async () => {
    await set({ webhookAddress: `${address}/old` })
    await shop.review()
    await shop.look()
    await set({ webhookAddress: `${address}/new` })
    await send()
    expect(got).toEqual([])
    await shop.pass('2 hours')
    await shop.review()
    await shop.look()
    await set({ removeWebhook: true })
    await send()
    expect([got, await due()]).toEqual([[], []])
    expect(await show()).toMatchObject({ webhook: null })

    await set({ webhookAddress: `${address}/ben` }, ben)
    await shop.pass('2 hours')
    await shop.review()
    await shop.look()
    expect(await due()).toHaveLength(1)
    const [{ sealed } = { sealed: null }] = await shop.db.asOwner<{ sealed: Buffer | null }>(
      `update operators set role = 'support' where id = $1 returning sealed_email as sealed`,
      [ben.id],
    )
    await perform(shop.db.database, 'operators.disable', { name: 'ben', reason: 'x' }, { config: shop.config })
    await send(ben)
    expect([got, await due()]).toEqual([[], []])
    expect(await shop.db.asOwner('select 1 from operator_notifications where operator_id = $1', [ben.id])).toEqual([])
    await shop.db.asOwner(`update operators set role = 'owner', disabled_at = null, sealed_email = $2 where id = $1`, [
      ben.id,
      sealed,
    ])
  })

  it('text of an alert cannot inject headers or lines', async () => {
    await set({ webhookAddress: `${address}/hook` })
    await shop.db.asOwner(
      `insert into tunnel_nodes (name, node_group, protocol, host, port, serves, sealed_settings, token_hash, seen_at)
       values ($1, 'asia', 'vless', 'n.example.org', 443, 'paid', '', 'x', now() - interval '6 minutes')`,
      [`n\r\nBcc: eve@example.com\u202e<script>${'x'.repeat(300)}`],
    )
    await shop.look()
    await send()
    const mails = await shop.mails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Wayfare: Node down', '畅行：节点离线'])
    for (const { html, text } of mails) {
      expect(html).not.toContain('<script>')
      expect(text).not.toMatch(/^Bcc/m)
      expect(text).not.toContain('\u202e')
    }
    expect(Object.keys(got[0]!.headers)).not.toContain('bcc')
    await shop.db.asOwner('delete from tunnel_nodes')
  })
})

describe('notification settings', () => {
  it('notification settings are saved, omitted ones are kept, and invalid ones are refused', async () => {
    await set({ timeZone: 'Asia/Shanghai', quiet: '22:00-07:00', digest: '08:30', mail: ['job-dead'], urgent: 'waits' })
    const kept = await set({ webhook: ['node-down'] })
    expect(kept).toMatchObject({
      timeZone: 'Asia/Shanghai',
      quiet: '22:00-07:00',
      digest: '08:30',
      urgent: 'waits',
      webhookSecret: null,
    })
    const on = (channel: 'mail' | 'webhook') => kept.kinds.filter((each) => each[channel]).map(({ kind }) => kind)
    expect([on('mail'), on('webhook')]).toEqual([['job-dead'], ['node-down']])
    expect(await set({ quiet: 'none', digest: 'none' })).toMatchObject({ quiet: null, digest: null })
    await set({ quiet: '22:00-07:00' })
    for (const [input, why] of [
      [{ timeZone: 'Mars/Olympus' }, 'time zone'],
      [{ quiet: '22-7' }, 'like 22:00-07:00'],
      [{ quiet: '07:00-07:00' }, 'like 22:00-07:00'],
      [{ digest: '25:00' }, 'a time like 08:00'],
      [{ digest: '23:00' }, 'is within the quiet hours'],
      [{ newSecret: true }, 'There is no webhook'],
      [{ webhookAddress: 'https://hooks.example/x', removeWebhook: true }, 'Enter either'],
    ] as const)
      await expect(set(input)).rejects.toThrow(why)
  })

  it('alerts in quiet hours are held back and sent together afterwards, by local time', async () => {
    const hour = (offset: number) => {
      const at = new Date(Date.now() + offset * 3_600_000)
      return `${String(at.getUTCHours()).padStart(2, '0')}:00`
    }
    await set({ quiet: `${hour(0)}-${hour(2)}`, urgent: 'waits' })
    await shop.mails()
    await shop.review(2)
    await shop.look()
    expect((await shop.mails()).map(({ to }) => to)).toEqual(['ben@operators.example'])
    await shop.decideAll()
    await shop.look()
    // Quiet hours were from three hours to one hour ago, so the pending notice is moved back as well.
    await shop.pass('2 hours')
    await set({ quiet: `${hour(-3)}-${hour(-1)}` })
    await shop.mails()
    await shop.look()
    const [mail, ...more] = await shop.mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'ada@operators.example', subject: 'Wayfare: Since the last summary: 2 alerts' })
    expect(mail!.text).toContain('Resolved or acknowledged: 2 money reviews')
    await shop.look()
    expect(await shop.mails()).toEqual([])
  })

  it.each<[object, object, boolean]>([
    [{}, { mail: [] }, true],
    [{}, { webhook: ['node-down'] }, true],
    [{}, { urgent: 'waits' }, true],
    [{ urgent: 'waits' }, { quiet: '00:01-00:00' }, true],
    [{ urgent: 'waits' }, { digest: '08:00' }, true],
    [{}, { quiet: '22:00-07:00', digest: '08:00', timeZone: 'Asia/Shanghai' }, false],
    [{ mail: ['job-dead'], urgent: 'waits' }, { mail: ['job-dead', 'node-down'], urgent: 'at-once' }, false],
  ])('with the settings %j, the change %j needs a code and is mailed: %s', async (before, after, expected) => {
    if (Object.keys(before).length > 0) await set(before)
    await shop.mails()
    let asked = 0
    const { config } = shop
    const onConfirm = () => void asked++
    await perform(shop.db.database, 'notifications.set', after as never, { config, onConfirm })
    expect(asked).toBe(expected ? 1 : 0)
    expect((await shop.mails()).map(({ to, subject }) => [to, subject])).toEqual(
      expected ? [['ada@operators.example', 'Wayfare: ada gets fewer alerts']] : [],
    )
  })

  it('a test message is limited to one a minute per operator, whatever the channel', async () => {
    await set({ webhookAddress: `${address}/hook` })
    const sample = (channel: 'mail' | 'webhook', operator: Operator = ada) =>
      perform(shop.db.database, 'notifications.test', { channel }, { operator, config: shop.config })
    await Promise.allSettled([sample('webhook'), sample('webhook'), sample('mail')])
    await send()
    expect(got.length + (await shop.mails()).length).toBe(1)
    await expect(sample('webhook')).rejects.toThrow('less than a minute ago')
    await sample('mail', ben)
    await shop.pass('61 seconds')
    await sample('mail')
  })

  it('a test mail goes to the requesting operator, and a test webhook is refused while no webhook URL is set', async () => {
    await perform(shop.db.database, 'notifications.test', { channel: 'mail' }, { config: shop.config })
    expect((await shop.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@operators.example', 'Wayfare: Test of notifications'],
    ])
    await expect(
      perform(shop.db.database, 'notifications.test', { channel: 'webhook' }, { config: shop.config }),
    ).rejects.toThrow('You have no webhook')
  })
})
