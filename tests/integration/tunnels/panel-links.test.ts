import { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { userIdOf } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { formatOfDocument } from '#server/modules/tunnels/panels/panel-document.rules.ts'
import { subjectOf } from '#server/modules/tunnels/panel-user-name.ts'
import { openTunnelShop, remnawaveToken, type TunnelShop } from './panels.setup.ts'

let shop: TunnelShop
let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  shop = await openTunnelShop()
  const log = pino(
    { level: 'debug' },
    new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }),
  )
  app = await createTestApp({ db: shop.db, log })
  await shop.set('wave', 'remnawave', ['paid'])
})
afterAll(async () => {
  await app.close()
  await shop.close()
})
afterEach(() => {
  shop.panels.remnawave.document = null
  shop.panels.remnawave.faults.clear()
})

let names = 0
const fetchUrl = (url: string, headers: Record<string, string> = { 'x-hwid': 'a-device' }, query = '') =>
  app.app.inject({
    url: `${new URL(url).pathname}${query}`,
    headers: { 'user-agent': 'v2rayNG/1.10', ...headers },
    remoteAddress: `203.0.113.${++names % 250}`,
  })
const rotate = '/api/user/user_rotate_tunnel_link'
async function customer() {
  const { token, uid } = await registerThroughApi(app, `panel.links.${++names}`)
  const userId = await userIdOf(app, uid)
  const person = { userId, uid, subject: subjectOf(shop.deps.digest, userId) }
  await shop.buy(person)
  await shop.settle('wave')
  const { data } = await app.call('/api/user/user_add_tunnel_link', { name: 'My phone', os: 'ios' }, { token })
  return { ...person, token, ...data, user: () => shop.panels.remnawave.users.get(person.subject)! }
}
const textOf = ({ body }: { body: string }) => Buffer.from(body, 'base64').toString()
const linksOf = async (token: string) => (await app.call('/api/user/user_tunnel_links', {}, { token })).data

describe('plans served only by a panel', () => {
  it("a link returns the panel's document for the app under the name of the shop", async () => {
    const { url, user, token } = await customer()
    user().usedBytes = 1_234
    const answer = await fetchUrl(url)
    expect(answer.statusCode).toBe(200)
    expect(textOf(answer)).toContain(`vless://${user().vlessUuid}@`)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-type': 'text/plain; charset=utf-8',
      'profile-title': `base64:${Buffer.from('Wayfare').toString('base64')}`,
    })
    expect(answer.headers['subscription-userinfo']).toMatch(/^upload=0; download=1234; total=0; expire=\d{10}$/)
    expect(await linksOf(token)).toMatchObject({
      renews: 'person',
      serves: { trial: false, paid: true },
      links: [{ fetchedAt: expect.any(Number) }],
    })
  })

  it('the panel learns the app and the device, and nothing else about the user', async () => {
    const { url } = await customer()
    let asked: Record<string, unknown> = {}
    shop.panels.remnawave.document = (headers, reply) => {
      asked = headers
      return reply.type('text/plain').send('trojan://a@b:443#x')
    }
    const sent = {
      'user-agent': 'Happ/3.1',
      'x-hwid': 'h1',
      'x-device-os': 'iOS',
      'x-ver-os': '19',
      'x-device-model': 'i',
      cookie: 'c=1',
      authorization: 'Bearer x',
    }
    expect((await fetchUrl(url, sent)).statusCode).toBe(200)
    const { cookie: _cookie, authorization: _authorization, ...device } = sent
    expect(asked).toMatchObject({ ...device, 'x-forwarded-for': '127.0.0.1' })
    expect(asked).toEqual(expect.not.objectContaining({ cookie: expect.anything() }))
    expect(asked).toEqual(expect.not.objectContaining({ authorization: expect.anything() }))
    // A format in the URL has priority over the app's name.
    shop.panels.remnawave.document = (headers, reply) => {
      asked = headers
      return reply.type('text/yaml').send('proxies:\n  - {name: a}\n')
    }
    expect((await fetchUrl(url, sent, '?format=clash')).statusCode).toBe(200)
    expect(asked['user-agent']).toBe('mihomo/1.19')
  })

  it('traffic numbers and refresh interval missing from the panel are filled in', async () => {
    const { url } = await customer()
    shop.panels.remnawave.document = (_asked, reply) =>
      reply.header('subscription-userinfo', 'download=5').type('text/plain').send('trojan://a@b:443#x')
    expect((await fetchUrl(url)).headers).toMatchObject({
      'profile-update-interval': '12',
      'subscription-userinfo': expect.stringMatching(/^upload=0; download=0; total=0; expire=\d{10}$/),
    })
  })

  it('an app is asked to retry within seconds while the panel is being updated', async () => {
    const { token, uid } = await registerThroughApi(app, `panel.links.${++names}`)
    const person = { userId: await userIdOf(app, uid), uid, subject: '' }
    await shop.buy(person)
    const { data } = await app.call('/api/user/user_add_tunnel_link', { name: 'My phone', os: 'ios' }, { token })
    const early = await fetchUrl(data.url)
    expect([early.statusCode, early.body, early.headers['retry-after']]).toEqual([503, '', '5'])
    await shop.settle('wave')
    expect((await fetchUrl(data.url)).statusCode).toBe(200)
  })

  it('an expired user gets our own notice entry, and the panel is not asked', async () => {
    const { url, userId } = await customer()
    await shop.rows(`update memberships set expires_at = now() - interval '1 second' where user_id = $1`, [userId])
    const calls = shop.panels.remnawave.calls
    const answer = await fetchUrl(url)
    expect(answer.statusCode).toBe(200)
    expect(decodeURIComponent(textOf(answer))).toContain('Ended - renew at')
    expect(shop.panels.remnawave.calls).toBe(calls)
  })
})

describe('format requested in the URL', () => {
  it.each([
    ['Hiddify/2.5', '?format=sing-box', 'sing-box'],
    ['sing-box 1.12', '?format=sing-box', 'sing-box'],
    ['SFI/1.13 (Build 1; sing-box 1.13.0)', '?format=sing-box', 'sing-box'],
    ['Mozilla/5.0', '?format=sing-box', 'sing-box'],
    ['v2rayNG/1.10', '?format=clash', 'mihomo'],
    ['SFA/1.12', '?format=list', 'list'],
  ])("the panel's default rules give %s with %s that format", async (agent, query, format) => {
    const { url } = await customer()
    const answer = await fetchUrl(url, { 'user-agent': agent, 'x-hwid': 'a-device', accept: 'text/html' }, query)
    expect(answer.statusCode).toBe(200)
    expect(formatOfDocument(answer.body)).toBe(format)
  })

  it('a document in another format than requested is refused', async () => {
    const { url } = await customer()
    shop.panels.remnawave.document = (_asked, reply) => reply.type('text/plain').send('trojan://a@b:443#x')
    expect((await fetchUrl(url, undefined, '?format=sing-box')).statusCode).toBe(503)
    expect((await fetchUrl(url)).statusCode).toBe(200)
  })
})

describe('no format in the URL', () => {
  it.each([
    ['SFL/1.14.0 (sing-box 1.14.0)', 'sing-box'],
    ['Hako/2.1 like ClashMeta', 'mihomo'],
    ['Hiddify/2.5', 'list'],
    ['v2rayNG/1.10', 'list'],
  ])('the app %s gets the format that it reads, also if the panel does not know the app', async (agent, format) => {
    const { url } = await customer()
    const answer = await fetchUrl(url, { 'user-agent': agent, 'x-hwid': 'a-device' })
    expect(answer.statusCode).toBe(200)
    expect(formatOfDocument(answer.body)).toBe(format)
  })

  it('an app gets the format chosen by the panel if the panel has no other format', async () => {
    const { url } = await customer()
    const asked: unknown[] = []
    shop.panels.remnawave.document = (request, reply) => {
      asked.push(request)
      const isFirst = asked.length === 1
      return reply.type('text/plain').send(isFirst ? 'trojan://a@b:443#x' : '')
    }
    const answer = await fetchUrl(url, { 'user-agent': 'SFL/1.14.0', 'x-hwid': 'a-device' })
    expect(asked).toHaveLength(2)
    expect(answer.body).toBe('trojan://a@b:443#x')
  })
})

describe('panel errors', () => {
  const message =
    'vless://00000000-0000-0000-0000-000000000000@0.0.0.0:1?type=tcp&security=none#Limit%20of%20devices%20reached'
  const wrong: [string, (reply: FastifyReply) => FastifyReply][] = [
    ['an empty list', (reply) => reply.type('text/plain').send('')],
    ['an empty list in base64', (reply) => reply.type('text/plain').send('Cg==')],
    // Facts of this list: remnawave/panel#478, and `createFallbackHosts` in the panel's source.
    [
      'a message in place of servers',
      (reply) => reply.type('text/plain').send(Buffer.from(message).toString('base64')),
    ],
    ['no proxies', (reply) => reply.type('text/yaml').send('proxies: []\nrules:\n  - MATCH,DIRECT\n')],
    ['a page', (reply) => reply.type('text/html').send('<html>sign in</html>')],
    ['a redirect', (reply) => reply.redirect('https://elsewhere.example/', 302)],
    ['no such user', (reply) => reply.code(404).send('')],
    ['an error', (reply) => reply.code(502).send('bad gateway')],
    ['more than it may', (reply) => reply.type('text/plain').send('v'.repeat(9 * 1024 * 1024))],
  ]
  it.each(wrong)(
    'a link returns an empty 503 and never a list when the panel answers with %s',
    async (_name, answer) => {
      const { url } = await customer()
      shop.panels.remnawave.document = (_asked, reply) => answer(reply)
      const { statusCode, body, headers } = await fetchUrl(url)
      expect([statusCode, body]).toEqual([503, ''])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers).not.toHaveProperty('location')
      shop.panels.remnawave.document = null
      expect((await fetchUrl(url)).statusCode).toBe(200)
    },
  )

  it('an app that does not name its device gets 503 when the panel requires it', async () => {
    const { url } = await customer()
    for (const agent of ['v2rayNG/1.10', 'clash-verge/v2.3.0', 'SFA/1.13.2 (613; sing-box 1.13.2)'])
      expect((await fetchUrl(url, { 'user-agent': agent })).statusCode).toBe(503)
  })

  it('failing link documents do not delay deliveries', async () => {
    const { url } = await customer()
    shop.panels.remnawave.document = (_asked, reply) => reply.code(500).send('')
    for (let round = 0; round < 8; round++) expect((await fetchUrl(url)).statusCode).toBe(503)
    const person = await shop.person()
    await shop.buy(person)
    await shop.settle('wave')
    expect(shop.panels.remnawave.users.get(person.subject)?.status).toBe('ACTIVE')
    // Configuring the panel again ends its pause.
    shop.panels.remnawave.document = null
    await shop.set('wave', 'remnawave', ['paid'])
    await shop.settle('wave')
    expect((await fetchUrl(url)).statusCode).toBe(200)
  })

  it("the log shows neither link tokens nor the URL of the panel's document nor its API token", async () => {
    const { url, user } = await customer()
    lines.length = 0
    shop.panels.remnawave.document = (_asked, reply) => reply.code(500).send('')
    await fetchUrl(url)
    const logged = lines.join('')
    expect(logged).toContain('a panel gave no list to an app')
    for (const known of [
      new URL(url).pathname.slice(3),
      user().shortUuid,
      user().vlessUuid,
      remnawaveToken,
      shop.panels.url,
    ])
      expect(logged).not.toContain(known)
  })
})

describe('renewed panel link', () => {
  it('renewing a link renews the panel credentials, and no app gets outdated ones meanwhile', async () => {
    const { id, url, token, user, subject } = await customer()
    const before = { ...user() }
    const { data } = await app.call(rotate, { id }, { token })
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect((await fetchUrl(data.url)).statusCode).toBe(503)
    await shop.settle('wave')
    expect(user().vlessUuid).not.toBe(before.vlessUuid)
    expect(user().status).toBe('ACTIVE')
    expect(shop.panels.remnawave.drops).toContain(subject)
    const text = textOf(await fetchUrl(data.url))
    expect(text).toContain(user().vlessUuid)
    expect(text).not.toContain(before.vlessUuid)
  })

  it("renewing another user's link changes nothing", async () => {
    const [one, other] = [await customer(), await customer()]
    const before = other.user().vlessUuid
    expect((await app.call(rotate, { id: other.id }, { token: one.token })).status).toBe('NotFound')
    await shop.settle('wave')
    expect(other.user().vlessUuid).toBe(before)
  })

  it('an operator can renew the credentials of a user who has no link yet', async () => {
    const person = await shop.person()
    await shop.buy(person)
    await shop.settle('wave')
    const before = shop.panels.remnawave.users.get(person.subject)!.vlessUuid
    const asked = { user: String(person.uid), reason: 'a test' }
    expect(await perform(shop.db.database, 'tunnels.rotate', asked, { config: shop.config })).toMatchObject({
      links: 0,
      providers: 'wave',
    })
    await shop.settle('wave')
    expect(shop.panels.remnawave.users.get(person.subject)!.vlessUuid).not.toBe(before)
  })

  it("a renewal succeeds although the panel's first response was lost", async () => {
    const { id, token, user } = await customer()
    const before = user().vlessUuid
    const { data } = await app.call(rotate, { id }, { token })
    shop.panels.remnawave.faults.add({ method: '*', kind: 'lost', times: 3, ms: 0 })
    for (let round = 0; round < 5; round++) {
      await shop.rows('update tunnel_deliveries set due_at = now() where due_at is not null')
      await shop.settle('wave')
    }
    expect(user().vlessUuid).not.toBe(before)
    expect(textOf(await fetchUrl(data.url))).toContain(user().vlessUuid)
  })
})

it('a plan served by an own node uses its list, and the panel is not asked', async () => {
  const { url, token } = await customer()
  await perform(
    shop.db.database,
    'nodes.add',
    {
      name: 'Own',
      group: 'eu',
      protocol: 'trojan',
      host: 'own.example.org',
      port: 443,
      serves: 'paid',
      file: '{"serverName":"own.example.org"}',
    },
    { config: shop.config },
  )
  const other = await createTestApp({ db: shop.db })
  try {
    const calls = shop.panels.remnawave.calls
    const answer = await other.app.inject({
      url: new URL(url).pathname,
      headers: { 'user-agent': 'v2rayNG/1.10' },
      remoteAddress: '203.0.113.251',
    })
    expect(textOf(answer)).toContain('own.example.org')
    expect(shop.panels.remnawave.calls).toBe(calls)
    expect((await other.call('/api/user/user_tunnel_links', {}, { token })).data).toMatchObject({ renews: 'device' })
  } finally {
    await other.close()
  }
})
